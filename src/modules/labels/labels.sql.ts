import { sharedTable } from '#core/database/schema/shared-table.js';

export const labels = sharedTable('labels');
