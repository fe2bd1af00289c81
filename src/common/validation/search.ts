import { textProblem } from './text.js';

const MOST_TERMS = 20;
const TERM_LIMITS = { minimum: 0, maximum: 200 };

/** The different blank-separated terms of a search, in any case, by how they are compared (extensions 1.2). */
export function searchTerms(search: string): Map<string, string> {
  const given = search.split(/\s+/).filter(Boolean);
  return new Map(given.map((term) => [folded(term), term]));
}

/** The rule that `value` breaks as a search, if any: each term looks through the whole text of everything. */
export function searchProblem(value: unknown): string | undefined {
  const problem = textProblem(value, { minimum: 0, maximum: Infinity });
  if (problem) return problem;
  const terms = searchTerms(value as string);
  if (terms.size > MOST_TERMS) return `Must have at most ${MOST_TERMS} different terms`;
  const isLong = [...terms.values()].some((term) => textProblem(term, TERM_LIMITS) !== undefined);
  return isLong ? `Must have terms of at most ${TERM_LIMITS.maximum} characters` : undefined;
}

/** Letter by letter, as PostgreSQL compares: JavaScript writes some letters by what stands around them. */
function folded(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase()).join('');
}
