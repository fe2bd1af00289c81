import { sharedTable } from '../../core/database/shared-table.js';

export const views = sharedTable('views');
