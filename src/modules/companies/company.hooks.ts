import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { defineHook } from '#core/hooks/hook.js';

/** When a company is made, in that transaction: for what it has from its start. */
export const OnCompanyCreation = defineHook<(tx: TransactionContext) => Promise<void>>('creation of a company');

/**
 * Before the rows of a company are deleted, outside of transactions: for what it has outside of the database. It is called
 * again when the deletion failed.
 */
export const BeforeCompanyDeletion = defineHook<(context: RequestContext) => Promise<void>>(
  'before the deletion of a company',
);

/** When a company is shown to its ADMINs and OWNERs, in a transaction or not: gives what its files take up. One method listens. */
export const MeasuresCompanyFiles =
  defineHook<(context: RequestContext) => Promise<{ bytes: number; limit: number }>>('files of a company');
