import { folded, isFoundIn, isSameText, storedName, unaccented } from './folded.js';

const POINTS = Array.from({ length: 0x110000 }, (_, point) => point).filter(
  (point) => point < 0xd800 || point > 0xdfff,
);

describe('folded', () => {
  it.each([
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['STRASSE', 'strasse'],
    ['straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ﬃ', 'ffi'],
    ['İ', 'i̇'],
    ['ı', 'ı'],
    ['ᾼ', 'αι'],
    ['ꭰᏸ', 'ᎠᏰ'],
    ['e\u0301', 'é'],
    ['Ϊ́', 'ΐ'],
    ['ap\u200bple\u00ad', 'apple'],
    ['\u{212a}m', 'km'],
  ])('%s is %s', (text, form) => expect(folded(text)).toBe(form));

  it('is the same of all that Unicode says is one letter, in upper and lower case', () => {
    const isApart = (text: string) => /[ıᎠ-ᏽꭰ-ꮿ\p{Default_Ignorable_Code_Point}]/u.test(text);
    const wrong = POINTS.map((point) => String.fromCodePoint(point)).filter(
      (text) =>
        !isApart(text) && (folded(text.toUpperCase()) !== folded(text) || folded(text.toLowerCase()) !== folded(text)),
    );
    expect(wrong).toEqual([]);
  });

  it('changes what Unicode says that folding changes, and nothing else', () => {
    const wrong = POINTS.map((point) => String.fromCodePoint(point).normalize('NFC')).filter(
      (text) =>
        /^[\p{Changes_When_Casefolded}\p{Default_Ignorable_Code_Point}]$/u.test(text) !== (folded(text) !== text) &&
        [...text].length === 1,
    );
    expect(wrong).toEqual([]);
  });

  it('is folded already', () => {
    const wrong = POINTS.filter((point) => {
      const form = folded(String.fromCodePoint(point));
      return folded(form) !== form || form.normalize('NFC') !== form;
    });
    expect(wrong).toEqual([]);
  });
});

describe('a search', () => {
  it.each([
    ['Café', 'cafe', true],
    ['Café', 'CAFÉ', true],
    ['Cafe', 'café', false],
    ['Cafe\u0301', 'é', true],
    ['Łódź', 'lodz', true],
    ['Lodz', 'łódź', false],
    ['Œuvre', 'oeuvre', true],
    ['Ёлка', 'елка', true],
    ['Ελλάδα', 'ελλαδα', true],
    ['ガ', 'カ', false],
    ['Straße', 'STRASSE', true],
  ])('in %s for %s: %s', (text, part, isFound) => expect(isFoundIn(text, part)).toBe(isFound));

  it('takes accents from Latin, Greek and Cyrillic letters alone', () => {
    expect(unaccented('Ǖǿǽŧħđı')).toBe('uoaethdi');
    expect(unaccented('שָׁלוֹם かが')).toBe(folded('שָׁלוֹם かが'));
  });
});

it('tells what people read as one', () => {
  expect(isSameText('Straße', 'STRASSE')).toBe(true);
  expect(isSameText('cafe', 'café')).toBe(false);
});

it('stores names in NFC, and none that nobody sees', () => {
  expect(storedName(' Cafe\u0301\n')).toBe('Café');
  expect(storedName('\u200b \u00ad')).toBe('');
  expect(storedName('A\u200bB')).toBe('A\u200bB');
});
