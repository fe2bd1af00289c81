import { sharedTable } from '#core/database/schema/shared-table.js';

export const teams = sharedTable('teams');

export const teamMembers = sharedTable('team_members');
