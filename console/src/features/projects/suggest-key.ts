const LONGEST = 10;

/** The key that the service would make from the name (decisions 6), without those that are taken. Empty when it has no letters for one. */
export function suggestKey(name: string, taken: readonly string[]): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/[^A-Z0-9]/g, ''));
  const initials = fromFirstLetter(words.map((word) => word.charAt(0)).join(''));
  const key = initials.length > 1 ? initials.slice(0, LONGEST) : fromFirstLetter(words.join('')).slice(0, 3);
  if (key.length < 2) return '';
  let free = key;
  for (let number = 2; taken.includes(free); number += 1) free = key.slice(0, LONGEST - String(number).length) + number;
  return free;
}

const fromFirstLetter = (text: string): string => text.replace(/^[0-9]+/, '');
