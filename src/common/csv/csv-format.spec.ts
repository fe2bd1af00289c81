import { FOREIGN_GUARD, FORMULA, joinNames, OWN_GUARD, splitNames } from './csv-format.js';

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

it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
  'guards cells that begin with %s, and takes the guard off again',
  (sign) => {
    const cell = `${sign}1+1`;
    expect([FORMULA.test(cell), `'${cell}`.replace(OWN_GUARD, ''), `'${cell}`.replace(FOREIGN_GUARD, '')]).toEqual([
      true,
      cell,
      cell,
    ]);
  },
);
