import { sharedTable } from '../../core/database/shared-table.js';

export const epics = sharedTable('epics');
