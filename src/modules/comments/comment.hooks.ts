import type { TransactionContext } from '#core/company-scope/request-context.js';
import { defineHook } from '#core/hooks/hook.js';
import type { LockedTask } from '#modules/tasks/changes/task-locks.service.js';
import type { CommentDetailResponse } from './comment.dto.js';

/** After somebody has written a comment on a locked task, in that transaction; not for comments that come from elsewhere. */
export const AfterComment =
  defineHook<(tx: TransactionContext, task: LockedTask, comment: CommentDetailResponse) => Promise<void>>(
    'after a comment',
  );
