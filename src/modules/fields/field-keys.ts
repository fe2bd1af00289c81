/** What keys look like. */
export const FIELD_KEY = /^[a-z][a-z0-9_]{0,49}$/;

const LONGEST = 50;

/** The key that a name gives, without a look at those that are taken. */
export function keyFrom(name: string, reserved: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  const whole = /^[0-9]/.test(plain) ? `field_${plain}` : plain || 'field';
  const key = cut(whole, LONGEST);
  return reserved.has(key) ? `${cut(key, LONGEST - '_field'.length)}_field` : key;
}

/** The first of `key`, `key_2`, `key_3` … that is free. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key;
  for (let number = 2; taken.has(free); number += 1) {
    const ending = `_${number}`;
    free = `${cut(key, LONGEST - ending.length)}${ending}`;
  }
  return free;
}

/** No `_` at the end. */
function cut(key: string, longest: number): string {
  return key.slice(0, longest).replace(/(?<!_)_+$/, '');
}
