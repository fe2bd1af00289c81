/** What a program is given: a service, somebody who can sign in to it, and a receiver of webhooks. */
export interface Setting {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  readonly receiver: string;
}

/** What a program has got of the service through the generated client. */
export interface Outcome {
  readonly signedInAs: string;
  readonly project: string;
  readonly task: string;
  readonly priority: string;
  readonly totalOfPage: number;
  readonly tasksScanned: number;
  readonly webhookEvents: readonly string[];
  readonly events: readonly string[];
}

/** The service is behind a pretended proxy. */
export const PROXY_HEADERS = { 'X-Forwarded-Proto': 'https' };

export const PROJECT = { name: 'Garden party', key: 'GARDEN' };
export const TASK = { title: 'Borrow tables', priority: 'High' as const };
export const COLLEAGUE = { name: 'Stella', role: 'scrum_master' as const };

/** The answer of a call that must have succeeded. */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The call has failed.');
  return value;
}

/** The total of a list in its envelope: the description also has the bare array and the pages by cursor. */
export function totalOf(list: string | object): number {
  const { total } = (list as { meta: { pagination: { total: number } } }).meta.pagination;
  return total;
}
