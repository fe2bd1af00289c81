import { sharedTable } from '../../core/database/shared-table.js';

export const teamMembers = sharedTable('team_members');
