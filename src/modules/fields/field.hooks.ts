import type { DatabaseContext, InTransaction } from '#core/company-scope/request-context.js';
import { defineHook } from '#core/hooks/hook.js';

/** On behalf of a company, and of no user of it. */
type CompanyContext = DatabaseContext & { readonly companyId: string };

/** At the start: words that no field can have as its key, because they mean something else where fields are named. */
export const ReservesFieldKeys = defineHook<() => readonly string[]>('words that are no keys of fields');

/** How far values of a deleted field have been taken out: up to a task, or all of them. */
export interface TakenOut {
  readonly until: string | null;
  readonly isAll: boolean;
}

/**
 * In a short transaction of its own, after a field is deleted: takes its values out of some tasks after the one of an id. It is
 * called until all are.
 */
export const TakesOutValues =
  defineHook<(tx: InTransaction<CompanyContext>, fieldId: string, after: string | null) => Promise<TakenOut>>(
    'values of a deleted field',
  );
