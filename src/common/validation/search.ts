import { folded } from '../text/folded.js';
import { textProblem } from './text.js';

const MOST_TERMS = 20;
const TERM_LIMITS = { minimum: 0, maximum: 200 };

/** The different blank-separated terms of a search, by the form in which they are compared. */
export function searchTerms(search: string): Map<string, string> {
  const given = search.split(/\s+/).filter(Boolean);
  return new Map(given.map((term) => [folded(term), term] as const).filter(([term]) => term !== ''));
}

/** The rule that `value` breaks as a search, if any. Terms are limited: each one is a search through all texts. */
export function searchProblem(value: unknown): string | undefined {
  const problem = textProblem(value, { minimum: 0, maximum: Infinity });
  if (problem) return problem;
  const terms = searchTerms(value as string);
  if (terms.size > MOST_TERMS) return `Must have at most ${MOST_TERMS} different terms`;
  const isLong = [...terms.values()].some((term) => textProblem(term, TERM_LIMITS) !== undefined);
  return isLong ? `Must have terms of at most ${TERM_LIMITS.maximum} characters` : undefined;
}
