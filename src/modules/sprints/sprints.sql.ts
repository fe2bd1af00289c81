import { sharedTable } from '../../core/database/shared-table.js';

export const sprints = sharedTable('sprints');

/** Whether the sprint is under way. */
export function isActiveSprint(sprint: string): string {
  return `${sprint}.status = 'active'`;
}

/** Whether the sprint takes tasks: one that has ended does not. */
export function takesTasks(sprint: string): string {
  return `${sprint}.status IN ('planned', 'active')`;
}
