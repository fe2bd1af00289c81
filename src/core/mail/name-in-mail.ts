/** Longest name, in code points. */
const LONGEST = 60;
const BEGINNING_OF_LINK = /:\/\/|www\./i;
const DOT_OF_NAME = /[\p{L}\p{N}]\.\p{L}/u;

/** Whether mail programs make a link of the word: of `://`, `www.`, or a dot before letters and a `/`. */
export function looksLikeAddress(word: string): boolean {
  // NFKC makes of a full-width address the one that it is read as.
  const read = word.normalize('NFKC');
  const dot = DOT_OF_NAME.exec(read);
  return BEGINNING_OF_LINK.test(read) || (dot !== null && read.includes('/', dot.index));
}

/**
 * A name that is safe in a mail: one line of at most 60 characters, without words that look like an address and
 * without invisible characters that could hide one. When nothing is left of it, it is `substitute`.
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
