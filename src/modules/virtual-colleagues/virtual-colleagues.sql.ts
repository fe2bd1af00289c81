import { sharedTable } from '../../core/database/shared-table.js';

export const colleagues = sharedTable('virtual_colleagues');
