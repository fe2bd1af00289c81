import { findPromisedDate } from '#common/text/promised-date.js';

/** What somebody tells a virtual colleague in a comment. */
export type Answer =
  | { readonly kind: 'stop'; readonly until: string | undefined }
  | { readonly kind: 'why' }
  | { readonly kind: 'date'; readonly until: string; readonly words: string };

const FIRST_WORD = /^[^\p{L}\p{N}]*(stop|quiet|why)(?![\p{L}\p{N}_-])/iu;
const UNTIL = /\buntil\b/iu;
/** What stands between a name and what is said, and before that what encloses the name. */
const PUNCTUATION = /^[)\]*_~]*[\s,:;.!–—-]*/u;

/**
 * Reads what stands behind a colleague's name, in English.
 *
 * @param today the day on which it is written, in the zone of who writes it, `YYYY-MM-DD`
 * @param before what stands before the name
 */
export function readAnswer(text: string, today: string, before = ''): Answer | undefined {
  const [beginning = '', word = ''] = FIRST_WORD.exec(text) ?? [];
  if (word.toLowerCase() === 'why') return { kind: 'why' };
  if (word !== '') return { kind: 'stop', until: dateAfter(text.slice(beginning.length), UNTIL, today) };
  const until = findPromisedDate(text, today, before);
  return until === undefined ? undefined : { kind: 'date', until, words: wordsOf(text) };
}

function dateAfter(text: string, pattern: RegExp, today: string): string | undefined {
  const found = pattern.exec(text);
  return found ? findPromisedDate(text.slice(found.index + found[0].length), today) : undefined;
}

/** In one line. */
function wordsOf(text: string): string {
  return text.replace(PUNCTUATION, '').replace(/\s+/gu, ' ').trim();
}
