import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { packedZeros, type ZippedFile, zipOf } from '../../../../test/support/zip-file.js';
import { ImportError } from '../readers/records.js';
import { ArchiveZip } from './archive-zip.js';

const LIMIT = 200 * 1024 * 1024;
const SHA256 = 'a'.repeat(64);
const MANIFEST = {
  name: 'manifest.json',
  content: JSON.stringify({ format: 1, company: { id: 'c' }, counts: { tasks: 2 } }),
};

async function opened(zip: Buffer): Promise<ArchiveZip> {
  const path = join(temporaryFolder(), 'archive.zip');
  await writeFile(path, zip);
  return ArchiveZip.open(path, LIMIT);
}

/** What is said of it, by opening it or by reading its tasks. */
async function refusalOf(zip: Buffer): Promise<string> {
  const archive = await opened(zip).catch((error: unknown) => error as ImportError);
  if (archive instanceof ImportError) return archive.message;
  try {
    for await (const { row } of archive.rows('tasks')) expect(row).toBeDefined();
    return 'nothing';
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError);
    return (error as ImportError).message;
  } finally {
    archive.close();
  }
}

it('reads rows with their lines, and bytes', async () => {
  const rows = { name: 'tasks.ndjson', content: '{"id":1}\n\n{"id":2}' };
  const archive = await opened(zipOf([MANIFEST, rows, { name: `files/${SHA256}`, content: 'The notes' }]));
  const read: unknown[] = [];
  for await (const row of archive.rows('tasks')) read.push(row);
  for await (const row of archive.rows('labels')) read.push(row);
  expect(read).toEqual([
    { line: 1, row: { id: 1 } },
    { line: 3, row: { id: 2 } },
  ]);
  expect(archive.manifest).toMatchObject({ companyId: 'c', counts: { tasks: 2, labels: 0 } });
  expect([archive.sizeOf(SHA256), archive.sizeOf('b'.repeat(64))]).toEqual([9, undefined]);
  expect(await text(await archive.bytes(SHA256))).toBe('The notes');
  archive.close();
});

const { packed, size } = packedZeros();

it.each<[string, readonly ZippedFile[] | Buffer, string]>([
  ['no ZIP', Buffer.from('no zip'), 'The file is no archive: '],
  ['half a ZIP', zipOf([MANIFEST]).subarray(0, 60), 'The file is no archive: '],
  ['no manifest', [], 'The file is no archive: it has no manifest.json'],
  ['a manifest that is no JSON', [{ ...MANIFEST, content: '{' }], 'The file is no archive: '],
  ['another format', [{ ...MANIFEST, content: '{"format":2}' }], 'The archive has the format 2; this service reads 1'],
  ['no company', [{ ...MANIFEST, content: '{"format":1}' }], 'manifest.json names no company'],
  [
    '10 GB of zeros',
    [MANIFEST, { name: 'tasks.ndjson', packed, size }],
    `The archive unpacks to more than ${5 * LIMIT} bytes`,
  ],
  [
    '10 GB of zeros that say they are few',
    [MANIFEST, { name: 'tasks.ndjson', packed, size: 10 }],
    'The file is no archive: too many bytes',
  ],
  ['too many files', zipOf([MANIFEST], { count: 250_001 }), 'The archive has more than 250000 files'],
  [
    'a path out of the folder',
    [MANIFEST, { name: '../tasks.ndjson' }],
    'The file is no archive: invalid relative path',
  ],
  [
    'a path with a backslash',
    [MANIFEST, { name: '..\\tasks.ndjson' }],
    'The file is no archive: invalid relative path',
  ],
  ['a path from the root', [MANIFEST, { name: '/etc/passwd' }], 'The file is no archive: absolute path'],
  [
    'a password',
    [MANIFEST, { name: 'tasks.ndjson', isEncrypted: true }],
    'The archive is encrypted; give it without a password (tasks.ndjson)',
  ],
  [
    'an unknown way of packing',
    [MANIFEST, { name: 'tasks.ndjson', method: 14 }],
    'The archive is packed in a way that is not read here (tasks.ndjson)',
  ],
  ['two files of one name', [MANIFEST, MANIFEST], 'The archive has two files of one name (manifest.json)'],
  [
    'bytes that are not packed so',
    [MANIFEST, { name: 'tasks.ndjson', packed: Buffer.from([255, 255]), size: 2 }],
    'The file is no archive: ',
  ],
  [
    'a row that is no JSON',
    [MANIFEST, { name: 'tasks.ndjson', content: '{}\n{' }],
    'tasks.ndjson: line 2 is no JSON object',
  ],
  [
    'a row that is no object',
    [MANIFEST, { name: 'tasks.ndjson', content: '[]' }],
    'tasks.ndjson: line 1 is no JSON object',
  ],
  [
    'a row without an end',
    [MANIFEST, { name: 'tasks.ndjson', content: Buffer.alloc(9_000_000, '1') }],
    'A row of the archive is longer than 8388608 characters',
  ],
])('refuses %s in words', async (_name, files, message) => {
  const begin = Date.now();
  expect(await refusalOf(Buffer.isBuffer(files) ? files : zipOf(files))).toContain(message);
  expect(Date.now() - begin).toBeLessThan(10_000);
});
