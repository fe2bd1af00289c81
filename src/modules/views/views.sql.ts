import { sharedTable } from '../../core/database/schema/shared-table.js';

export const views = sharedTable('views');
