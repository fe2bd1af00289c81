/** Whether the sprint is under way. */
export function isActiveSprint(sprint: string): string {
  return `${sprint}.status = 'active'`;
}

/** Whether the sprint takes tasks: one that has ended does not. */
export function takesTasks(sprint: string): string {
  return `${sprint}.status IN ('planned', 'active')`;
}

/** The ids of the sprints in any of the states; `states` is a parameter. `$1` is the company. */
export function activeOrPlannedSprints(states: string): string {
  return `SELECT sp.id FROM sprints sp WHERE sp.company_id = $1 AND sp.status = ANY (${states}::text[])`;
}

/** The day (in UTC) on which the sprint is to start; without a date, on which it did. */
export function sprintStart(sprint: string): string {
  return `(coalesce(${sprint}.start_date, ${sprint}.started_at) AT TIME ZONE 'UTC')::date`;
}
