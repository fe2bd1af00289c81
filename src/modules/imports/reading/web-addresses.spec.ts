import type { ImportRecord, TaskRecord } from '../readers/records.js';
import { withWebAddresses } from './web-addresses.js';

const task = { kind: 'task', row: 2, externalId: 'A-1', title: 'A' } as TaskRecord;

async function read(record: object): Promise<unknown[]> {
  const given = async function* (): AsyncGenerator<ImportRecord> {
    yield { ...task, ...record };
  };
  const read: unknown[] = [];
  for await (const each of withWebAddresses(given())) read.push(each);
  return read;
}

const problem = (field: string, address: string) => ({
  kind: 'problem',
  row: 2,
  externalId: 'A-1',
  field,
  message: `"${address}" is no http or https address: it is left out`,
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://a.test/x',
  'vbscript:x',
  '//a.test',
  'https:x',
  'a',
])('leaves %s out, with a problem', async (address) => {
  const good = { name: 'good', url: 'https://a.test/x' };
  const files = [{ name: 'bad', url: address }, good];
  expect(await read({ url: address, files })).toEqual([
    problem('url', address),
    problem('files', address),
    { ...task, url: null, files: [good] },
  ]);
});

it('keeps http and https, and lets none end a link of Markdown', async () => {
  const files = [{ name: 'a', url: 'https://a.test/x> [y](javascript:z)' }];
  expect(await read({ url: 'HTTP://a.test/a b', files })).toEqual([
    { ...task, url: 'http://a.test/a%20b', files: [{ name: 'a', url: 'https://a.test/x%3E%20[y](javascript:z)' }] },
  ]);
  expect(await read({})).toEqual([task]);
});
