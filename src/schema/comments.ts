/** Who wrote the comment of the row `c`: the user `u`, if there is one, or the colleague that did, or whose key it was. */
export const COMMENT_AUTHOR = `CASE WHEN c.author_colleague IS NULL THEN json_build_object('id', u.id, 'name', u.name, 'type', 'user')
  ELSE json_build_object('id', c.author_colleague ->> 'id', 'name', c.author_colleague ->> 'name', 'type', 'colleague') END`;

// In each fragment `$1` is the company.

/** How many comments the task has. */
export function commentCount(task: string): string {
  return `(SELECT count(*) FROM comments cm WHERE cm.company_id = $1 AND cm.task_id = ${task}.id)`;
}

/** Selects when a person or an agent first commented on the task of an id after a moment, and not after `until`; null when nobody did. */
export function selectFirstComment(taskId: string, after: string, until: string): string {
  return `SELECT min(cm.created_at) FROM comments cm WHERE cm.company_id = $1 AND cm.task_id = ${taskId}
    AND cm.author_id IS NOT NULL AND cm.created_at > ${after} AND cm.created_at <= ${until}`;
}
