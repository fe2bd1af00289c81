import { text } from 'node:stream/consumers';
import { CsvText } from './csv-text.js';

type Item = Record<string, string | number | boolean | null | undefined>;

function csvOf(items: Item[], ...names: string[]): Promise<string> {
  const batches = items.map((item) => [item]);
  const columns = names.map((name) => ({ name, valueOf: (item: Item) => item[name] }));
  return text(new CsvText<Item>({ read: () => Promise.resolve(batches.shift() ?? []) }, columns));
}

it('has a header row, also without items', async () => {
  expect(await csvOf([], 'a', 'b')).toBe('a,b\r\n');
});

it('quotes what RFC 4180 says, and leaves numbers and nothing as they are', async () => {
  const items = [
    { a: 'plain', b: 1.5, c: null },
    { a: 'with, comma', b: -1, c: true },
    { a: 'with "quotes"', b: 0, c: undefined },
    { a: 'two\r\nlines', b: 2, c: '' },
  ];
  expect(await csvOf(items, 'a', 'b', 'c')).toBe(
    'a,b,c\r\nplain,1.5,\r\n"with, comma",-1,true\r\n"with ""quotes""",0,\r\n"two\r\nlines",2,\r\n',
  );
});

it('keeps texts from being formulas', async () => {
  const items = ['=1+1', '+1', '-1', '@x', "'x", '\tx', '\rx', 'x=1', ' =1'].map((a) => ({ a }));
  expect((await csvOf(items, 'a')).split('\r\n').slice(1, -1)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@x",
    "''x",
    "'\tx",
    `"'\rx"`,
    'x=1',
    ' =1',
  ]);
});
