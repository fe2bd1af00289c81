/** Characters of a name that are compared. */
const LONGEST = 500;

/** A text without case and accents, in one way of writing. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a name, without emoji, punctuation, case and accents: `Won't do` is `wont`, `do`. */
export function wordsOf(name: string): string[] {
  return (
    plain(name.slice(0, LONGEST))
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
