/** Unicode's case folding, but for a few letters that nobody types. */
const folded = (text: string): string =>
  text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

const LETTERS: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ŧ: 't', æ: 'ae', œ: 'oe' };

const unaccented = (text: string): string =>
  folded(text)
    .normalize('NFD')
    .replace(/([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(/[đħıłøŧæœ]/g, (letter) => LETTERS[letter] ?? letter);

/** Whether two names are the same, as the service compares them. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

/** Whether a name contains a text: without accents, those with them, too. */
export function contains(name: string, text: string): boolean {
  const [whole, plain] = [folded(text), unaccented(text)];
  return whole === plain ? unaccented(name).includes(plain) : folded(name).includes(whole);
}

/** Whether a name has every word that is typed. */
export function fits(name: string, typed: string): boolean {
  return typed.split(/\s+/).every((word) => contains(name, word));
}
