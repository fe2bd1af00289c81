import type { TransactionContext } from '#core/company-scope/request-context.js';
import { defineHook } from '#core/hooks/hook.js';

/** Before a locked team is deleted, in that transaction: what refers to it then no longer may. */
export const BeforeTeamRemoval =
  defineHook<(tx: TransactionContext, teamId: string) => Promise<void>>('before the removal of a team');
