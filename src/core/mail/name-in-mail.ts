/** Longest name, in code points (extensions 1.9). */
const LONGEST = 60;
/** What mail programs make a link of: `://`, `www.`, or a dot before letters and a `/`. */
const LINK = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}[^/]*\//iu;

/** Whether mail programs make a link of the word. */
export function looksLikeAddress(word: string): boolean {
  // NFKC makes of a full-width address the one that it is read as.
  return LINK.test(word.normalize('NFKC'));
}

/**
 * A name as it may stand in a mail: one line of at most 60 characters, without the words that look like an address
 * (extensions 1.9), and without invisible characters that could hide one. `substitute` replaces a name when nothing of
 * it is left.
 */
export function nameInMail(name: string, substitute: string): string {
  const words = name.replace(/\p{Cf}/gu, '').split(/[\s\p{Cc}]+/u);
  const characters = [
    ...words
      .filter((word) => !looksLikeAddress(word))
      .join(' ')
      .trim(),
  ];
  if (characters.length === 0) return substitute;
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join('');
}
