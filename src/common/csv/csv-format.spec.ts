import { joinNames, splitNames } from './csv-format.js';

describe('joinNames and splitNames', () => {
  it.each([
    [[], ''],
    [['a', 'b c'], 'a;b c'],
    [['a;b', 'c'], '"a;b";c'],
    [['5" disk', '"quoted"', ';', '"'], '5" disk;"""quoted""";";";""""'],
  ])('write %j as %s, and read it back', (names, text) => {
    expect(joinNames(names)).toBe(text);
    expect(splitNames(text)).toEqual(names);
  });

  it.each([
    [' a ; "b;c" ;; d', ['a', 'b;c', 'd']],
    ['"a;b', ['"a', 'b']],
    ['"a"b;c', ['"a"b', 'c']],
  ])('read %s, which a person has written', (text, names) => {
    expect(splitNames(text)).toEqual(names);
  });
});
