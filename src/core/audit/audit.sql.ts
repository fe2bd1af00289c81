import { sharedTable } from '../database/schema/shared-table.js';

export const auditEntries = sharedTable('audit_entries');
export const auditHeads = sharedTable('audit_heads');
export const auditPeople = sharedTable('audit_people');
