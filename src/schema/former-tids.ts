// In each fragment `$1` is the company.

/** The tids that the task had in projects that it has left, the first left one first, as JSON. */
export function formerTidsOf(task: string): string {
  return `coalesce((SELECT json_agg(ft.tid ORDER BY ft.left_at, ft.tid) FROM task_former_tids ft
    WHERE ft.company_id = $1 AND ft.task_id = ${task}.id), '[]'::json)`;
}

/** All tids that find the task, the present one first, as one text. Only a task with extras can have others. */
export function allTidsOf(task: string): string {
  return `${task}.tid || CASE WHEN ${task}.has_extras THEN coalesce((SELECT string_agg(' ' || ft.tid, '' ORDER BY ft.tid)
    FROM task_former_tids ft WHERE ft.company_id = $1 AND ft.task_id = ${task}.id), '') ELSE '' END`;
}

/** Whether the task of an alias has or had one of the tids. `tids` is a parameter. */
export function isCalledAny(alias: string, tids: string): string {
  return `${alias}.tid = ANY (ARRAY(SELECT given FROM unnest(${tids}::text[]) given
    UNION ALL SELECT pt.tid FROM task_former_tids ft JOIN tasks pt ON pt.company_id = ft.company_id AND pt.id = ft.task_id
      WHERE ft.company_id = $1 AND ft.tid = ANY (${tids}::text[])))`;
}

/** The numbers, in SQL, of tids that begin with the key of a project and belong to tasks that have left it, or one of that key. */
export function formerNumbers(key: string): string {
  return `SELECT split_part(ft.tid, '-', 2)::integer AS number FROM task_former_tids ft
    WHERE ft.company_id = $1 AND split_part(ft.tid, '-', 1) = ${key}
    UNION ALL SELECT split_part(f.tid, '-', 2)::integer FROM trashed_tasks tt, unnest(tt.former_tids) f (tid)
    WHERE tt.company_id = $1 AND tt.former_tids <> '{}' AND split_part(f.tid, '-', 1) = ${key}`;
}
