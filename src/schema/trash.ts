// In each fragment `$1` is the company.

/** SQL that selects the ids of tasks that are there or may come back; `task` is SQL of the id of one. */
export function isKept(task: string, company = '$1'): string {
  return `(EXISTS (SELECT FROM tasks kt WHERE kt.company_id = ${company} AND kt.id = ${task})
    OR EXISTS (SELECT FROM trashed_tasks tt WHERE tt.company_id = ${company} AND tt.id = ${task}))`;
}
