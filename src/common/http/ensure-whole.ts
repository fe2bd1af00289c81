import { ValidationError } from '../errors/app-error.js';

/** @throws ValidationError when a page is asked for: CSV is always all of a list. */
export function ensureWhole(query: { readonly page?: number; readonly cursor?: string }): void {
  const paging = (['page', 'cursor'] as const).filter((name) => query[name] !== undefined);
  const problems = paging.map((name) => [name, 'Cannot be given with Accept: text/csv']);
  if (paging.length > 0) throw new ValidationError(Object.fromEntries(problems) as Record<string, string>);
}
