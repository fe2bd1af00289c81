import { sharedTable } from '#core/database/schema/shared-table.js';

export const epics = sharedTable('epics');
