const LONGEST = 10;
const FALLBACK = 'PRJ';
/** Letters of the key of a name that is one word. */
const FIRST_LETTERS = 3;

/** What every project key looks like. */
export const PROJECT_KEY = /^[A-Z][A-Z0-9]{1,9}$/;

/** A key for a project of that name: the initials of its words, or the first letters of a single word. */
export function keyFromName(name: string): string {
  const words = wordsOf(name);
  const initials = fromFirstLetter(words.map((word) => word.charAt(0)).join(''));
  const letters = fromFirstLetter(words.join(''));
  const key = initials.length > 1 ? initials.slice(0, LONGEST) : letters.slice(0, FIRST_LETTERS);
  return PROJECT_KEY.test(key) ? key : FALLBACK;
}

/** The key itself, or the first of its numbered forms (`WEB2`, `WEB3`, …) that is not taken. */
export function firstFreeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key;
  for (let number = 2; taken.has(free); number += 1) free = key.slice(0, LONGEST - String(number).length) + number;
  return free;
}

/** Words in the letters of a key: without accents, and without letters that have no ASCII form. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/[^A-Z0-9]/g, ''))
    .filter((word) => word !== '');
}

function fromFirstLetter(text: string): string {
  return text.replace(/^[0-9]+/, '');
}
