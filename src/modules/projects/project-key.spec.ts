import { firstFreeKey, keyFromName, PROJECT_KEY } from './project-key.js';

describe('keyFromName', () => {
  it.each([
    ['Website Relaunch', 'WR'],
    ['website', 'WEB'],
    ['Go', 'GO'],
    ['  the   quick-brown_fox/jumps ', 'TQBFJ'],
    ["Anna's App", 'AA'],
    ['Éclair Über Straße', 'EUS'],
    ['smørrebrød', 'SMR'],
    ['2026 Website Relaunch', 'WR'],
    ['2026 Roadmap', 'ROA'],
    ['Phase 2', 'P2'],
    ['v2', 'V2'],
    ['a b c d e f g h i j k l', 'ABCDEFGHIJ'],
    ['Ｗｉｄｅ', 'WID'],
    ['X', 'PRJ'],
    ['2026', 'PRJ'],
    ['项目', 'PRJ'],
    ['Проект', 'PRJ'],
    ['🚀', 'PRJ'],
  ])('makes %j to %s', (name, key) => {
    expect(keyFromName(name)).toBe(key);
    expect(key).toMatch(PROJECT_KEY);
  });
});

describe('firstFreeKey', () => {
  const taken = (...keys: string[]) => new Set(keys);

  it('is the key itself while that is free', () => expect(firstFreeKey('WEB', taken('WEB2'))).toBe('WEB'));

  it('takes the first free number', () => expect(firstFreeKey('WEB', taken('WEB', 'WEB2', 'WEB4'))).toBe('WEB3'));

  it('never grows past ten characters', () => {
    const keys = taken('ABCDEFGHIJ', ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `ABCDEFGHI${number}`));
    expect(firstFreeKey('ABCDEFGHIJ', keys)).toBe('ABCDEFGH10');
  });
});
