import { FIELD_KEY, freeKey, keyFrom } from './field-keys.js';

const RESERVED = new Set(['status', 'custom']);

it.each([
  ['Story type', 'story_type'],
  ['  Größe (m²) ', 'gro_e_m2'],
  ['Café', 'cafe'],
  ['2nd', 'field_2nd'],
  ['要約', 'field'],
  ['__x__', 'x'],
  ['Status', 'status_field'],
  ['CUSTOM', 'custom_field'],
  ['x'.repeat(100), 'x'.repeat(50)],
  [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
  ['1'.repeat(100), `field_${'1'.repeat(44)}`],
])('makes of %j the key %s', (name, key) => {
  expect(keyFrom(name, RESERVED)).toBe(key);
  expect(key).toMatch(FIELD_KEY);
});

it('counts keys that are taken, and cuts them to fit', () => {
  expect(freeKey('a', new Set(['b']))).toBe('a');
  expect(freeKey('a', new Set(['a', 'a_2']))).toBe('a_3');
  const long = 'x'.repeat(50);
  expect(freeKey(long, new Set([long]))).toBe(`${'x'.repeat(48)}_2`);
});
