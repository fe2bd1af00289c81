import type { TransactionContext } from '#core/company-scope/request-context.js';
import { defineHook } from '#core/hooks/hook.js';

/** Before a locked project is deleted, in that transaction: for rows that may be too many for one statement. */
export const BeforeProjectRemoval = defineHook<(tx: TransactionContext, projectId: string) => Promise<void>>(
  'before the removal of a project',
);
