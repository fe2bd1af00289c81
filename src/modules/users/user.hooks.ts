import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { defineHook } from '#core/hooks/hook.js';
import type { Hand } from './erased-name.js';

/** Who somebody was, before they were erased. */
export interface ErasedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** With when it was: what was made before may name them. */
export interface ForgottenUser extends ErasedUser {
  readonly erasedAt: string;
}

/** A table of a company, by `id`, whose columns may name people; `lower`: a typed text in lower case. */
export interface NamingTable {
  readonly table: string;
  /** Of which rows `x`; of all when it is left out. */
  readonly where?: string;
  readonly columns: Readonly<
    Record<string, { readonly type: 'text' | 'lower' | 'json' | 'jsonb'; readonly hand: Hand }>
  >;
}

/** When an active user is deactivated, in that transaction. Gives what is told of it. */
export const AfterDeactivation =
  defineHook<(tx: TransactionContext, userId: string) => Promise<readonly DomainEvent[]>>('deactivation of a user');

/** When a user is erased, in that transaction: for ways in, and few rows. */
export const BeforeErasure =
  defineHook<(tx: TransactionContext, user: ErasedUser) => Promise<void>>('erasure of a user');

/**
 * Soon after a user is erased, outside of transactions: for any number of rows. It is called again until all listeners have
 * succeeded, and once more; one that fails does not keep the others.
 */
export const AfterErasure =
  defineHook<(context: RequestContext, user: ForgottenUser) => Promise<void>>('after the erasure of a user');

/** At the start: the tables of a module that are searched for the names of people who are erased. */
export const DeclaresNamingTables = defineHook<() => readonly NamingTable[]>('tables that name people');
