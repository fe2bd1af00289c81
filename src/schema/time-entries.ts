// In each fragment `$1` is the company.

/** How many time entries the task has. */
export function timeEntryCount(task: string): string {
  return `(SELECT count(*) FROM time_entries te WHERE te.company_id = $1 AND te.task_id = ${task}.id)`;
}
