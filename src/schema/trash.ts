// In each fragment `$1` is the company.

/** Whether a task is there or may come back; `task` is SQL of its id. */
export function isKept(task: string): string {
  return `(EXISTS (SELECT FROM tasks kt WHERE kt.company_id = $1 AND kt.id = ${task})
    OR EXISTS (SELECT FROM trashed_tasks tt WHERE tt.company_id = $1 AND tt.id = ${task}))`;
}

/** Whether a task is neither there nor in the trash. */
export function isGone(task: string, company: string): string {
  return `NOT EXISTS (SELECT FROM tasks kt WHERE kt.company_id = ${company} AND kt.id = ${task})
    AND NOT EXISTS (SELECT FROM trashed_tasks tt WHERE tt.company_id = ${company} AND tt.id = ${task})`;
}
