import { sharedTable } from '../database/schema/shared-table.js';

export const auditEntries = sharedTable('audit_entries');
export const auditPeople = sharedTable('audit_people');
