import type { TransactionContext } from '#core/company-scope/request-context.js';
import { defineHook } from '#core/hooks/hook.js';

/** Before a locked colleague is deleted, in that transaction: nothing refers to it afterwards. */
export const BeforeColleagueRemoval = defineHook<(tx: TransactionContext, colleagueId: string) => Promise<void>>(
  'before the removal of a colleague',
);
