import { FrequentTexts } from './frequent-texts.js';

it('takes a text for frequent from its third use on, until twelve others were used after it', () => {
  const texts = new FrequentTexts();
  const note = (text: string) => texts.note(text) !== undefined;
  expect([note('a'), note('b'), note('a'), note('a'), note('b'), note('a')]).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
  ]);
  for (let number = 0; number < 11; number += 1) note(`other ${number}`);
  expect(note('a')).toBe(true);
  for (let number = 0; number < 12; number += 1) note(`another ${number}`);
  expect(note('a')).toBe(false);
});

it('names equal texts alike, and others otherwise', () => {
  const texts = new FrequentTexts();
  const named = (text: string) => [texts.note(text), texts.note(text), texts.note(text)].at(-1);
  expect(named('a')).toBe(texts.note('a'));
  expect(named('b')).not.toBe(named('a'));
});
