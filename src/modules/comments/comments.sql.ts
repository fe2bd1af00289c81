import { sharedTable } from '../../core/database/shared-table.js';
import { CommentDetailResponse } from './comment.dto.js';

export { CommentDetailResponse };

export const comments = sharedTable('comments');

// In each fragment `$1` is the company.

/** How many comments the task has. */
export function commentCount(task: string): string {
  return `(SELECT count(*) FROM comments cm WHERE cm.company_id = $1 AND cm.task_id = ${task}.id)`;
}

/** Selects when someone first commented on the task of an id after a moment, and not after `until`; null when nobody did. */
export function selectFirstComment(taskId: string, after: string, until: string): string {
  return `SELECT min(cm.created_at) FROM comments cm WHERE cm.company_id = $1 AND cm.task_id = ${taskId}
    AND cm.created_at > ${after} AND cm.created_at <= ${until}`;
}
