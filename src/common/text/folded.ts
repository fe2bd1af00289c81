/**
 * The one place where texts are made comparable. PostgreSQL has the same as `folded()` and `unaccented()`, which
 * `src/migrations` makes from this file.
 */

/** Classes of characters, as a regular expression has them. Of what nobody sees, such as U+200B. */
export const IGNORABLE = String.raw`\p{Default_Ignorable_Code_Point}`;
/** Of letters that a search finds without their marks. */
export const ACCENTED_LETTER = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]`;
/** Of the marks that stand on letters. */
export const MARK = String.raw`\p{Nonspacing_Mark}`;

/** Letters that Unicode does not take apart, without what they carry. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
};

const IGNORABLES = new RegExp(`${IGNORABLE}+`, 'gu');
const MARKS_ON_LETTERS = new RegExp(`(${ACCENTED_LETTER})${MARK}+`, 'gu');
const UNDIVIDED = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
const NOT_ASCII = /[^\0-\x7f]/;

/** Letters whose full case folding is not the lower case of their upper case: the dotless i, and Cherokee, which folds to upper case. */
const APART = /[ıᎠ-ᏽꭰ-ꮿ]/u;
const TOGETHER = /[^ıᎠ-ᏽꭰ-ꮿ]+/gu;

/** The form in which texts are compared: without what nobody sees, in Unicode's full case folding, NFC. */
export function folded(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const seen = text.replace(IGNORABLES, '').normalize('NFC');
  return caseFolded(seen).normalize('NFC');
}

/** The same without accents: what a search without accents looks in. */
export function unaccented(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const bare = folded(text).normalize('NFD').replace(MARKS_ON_LETTERS, '$1').normalize('NFC');
  return bare.replace(UNDIVIDED, (letter) => PLAIN_LETTERS[letter] as string);
}

/** Whether two texts are the same to people. */
export function isSameText(one: string, other: string): boolean {
  return one === other || folded(one) === folded(other);
}

/** What a search looks for. */
export interface SoughtText {
  /** The form of texts in which it is looked for: PostgreSQL has a function of that name. */
  readonly form: 'folded' | 'unaccented';
  /** In that form. */
  readonly text: string;
}

/** Without accents it is found in texts with them, too; with accents in those alone. */
export function soughtIn(text: string): SoughtText {
  const [whole, plain] = [folded(text), unaccented(text)];
  return whole === plain ? { form: 'unaccented', text: plain } : { form: 'folded', text: whole };
}

/** Whether a search for a part finds the text. */
export function isFoundIn(text: string, part: string): boolean {
  const sought = soughtIn(part);
  return (sought.form === 'folded' ? folded(text) : unaccented(text)).includes(sought.text);
}

/** A name, title or status as it is stored: trimmed, in NFC. One of blanks and of what nobody sees is empty. */
export function storedName(text: string): string {
  const name = text.trim();
  if (!NOT_ASCII.test(name)) return name;
  return name.replace(IGNORABLES, '').trim() === '' ? '' : name.normalize('NFC');
}

/** Unicode's full case folding. */
function caseFolded(text: string): string {
  const whole = APART.test(text)
    ? text.replace(TOGETHER, lowered).replace(/[Ꭰ-ᏽꭰ-ꮿ]/gu, (letter) => letter.toUpperCase())
    : lowered(text);
  return whole.replaceAll('ς', 'σ');
}

/** Letters that are written in one way in upper case are one letter. */
function lowered(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
