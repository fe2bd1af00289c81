import { sharedTable } from '../../core/database/shared-table.js';

export const labels = sharedTable('labels');
