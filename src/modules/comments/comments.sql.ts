import { CommentDetailResponse } from './comment.dto.js';

export { CommentDetailResponse };

// In each fragment `$1` is the company.

/** How many comments the task has. */
export function commentCount(task: string): string {
  return `(SELECT count(*) FROM comments cm WHERE cm.company_id = $1 AND cm.task_id = ${task}.id)`;
}
