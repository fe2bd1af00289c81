import type { TransactionContext } from '#core/company-scope/request-context.js';
import { defineHook } from '#core/hooks/hook.js';

/** When an agent hands in its work on a locked task, in that transaction: with the addresses of the links that it gives. */
export const OnWorkSubmission =
  defineHook<(tx: TransactionContext, taskId: string, urls: readonly string[]) => Promise<void>>('work handed in');
