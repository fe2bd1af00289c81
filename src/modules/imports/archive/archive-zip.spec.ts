import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '#test/support/temporary-folder.js';
import { manifestOf, packedZeros, type ZippedFile, zipOf } from '#test/support/zip-file.js';
import { ImportError } from '../readers/records.js';
import { ArchiveZip } from './archive-zip.js';

const LIMIT = 200 * 1024 * 1024;
const SHA256 = createHash('sha256').update('The notes').digest('hex');
const MANIFEST = manifestOf([]);
const TASKS = 'tasks.ndjson';
const LABELS = 'labels.ndjson';
const NOTES = { name: `files/${SHA256}`, content: 'The notes' };

const inArchive = (...files: readonly ZippedFile[]): Buffer => zipOf([manifestOf(files), ...files]);

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
  const archive = await opened(inArchive({ name: TASKS, content: '{"id":1}\n\n{"id":2}' }, NOTES));
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
const one = { name: TASKS, content: '{"id":1}\n' };
const { files: said } = JSON.parse(String(manifestOf([one]).content)) as { files: Record<string, object> };
const saysOf = (file: object) => ({ files: { [TASKS]: { ...said[TASKS], ...file } } });

it.each<[string, Buffer, string]>([
  ['no ZIP', Buffer.from('no zip'), 'The file is no archive: it is no ZIP, or not a whole one'],
  ['half a ZIP', zipOf([MANIFEST]).subarray(0, 60), 'The file is no archive: it is no ZIP, or not a whole one'],
  ['no manifest', zipOf([]), 'The file is no archive: it has no manifest.json'],
  [
    'a manifest that is no JSON',
    zipOf([{ ...MANIFEST, content: '{' }]),
    'The file is no archive: manifest.json is no JSON',
  ],
  [
    'another format',
    zipOf([{ ...MANIFEST, content: '{"format":2}' }]),
    'The archive has the format 2; this service reads 1',
  ],
  ['no company', zipOf([{ ...MANIFEST, content: '{"format":1}' }]), 'manifest.json names no company'],
  [
    'a manifest of 66 MB in 64 KB',
    zipOf([{ name: 'manifest.json', content: Buffer.alloc(66_000_000, ' ') }]),
    'manifest.json is larger than 1 MiB',
  ],
  [
    '10 GB of zeros',
    inArchive({ name: TASKS, packed, size }),
    `The archive unpacks to more than ${5 * LIMIT} bytes, which is too much`,
  ],
  [
    '10 GB of zeros that say they are few',
    inArchive({ name: TASKS, packed, size: 10 }),
    'The file is no archive: tasks.ndjson cannot be unpacked',
  ],
  ['too many files', zipOf([MANIFEST], { count: 250_001 }), 'The archive has more than 250000 files'],
  [
    'a path out of the folder',
    inArchive({ name: '../tasks.ndjson' }),
    'The file is no archive: a name in it leads out of its folder',
  ],
  [
    'a path with a backslash',
    inArchive({ name: '..\\tasks.ndjson' }),
    'The file is no archive: a name in it leads out of its folder',
  ],
  [
    'a path from the root',
    inArchive({ name: '/etc/passwd' }),
    'The file is no archive: a name in it leads out of its folder',
  ],
  [
    'a password',
    inArchive({ name: TASKS, isEncrypted: true }),
    'The archive is encrypted; give it without a password (tasks.ndjson)',
  ],
  [
    'an unknown way of packing',
    inArchive({ name: TASKS, method: 14 }),
    'The archive is packed in a way that is not read here (tasks.ndjson)',
  ],
  ['two files of one name', zipOf([MANIFEST, MANIFEST]), 'The archive has two files of one name (manifest.json)'],
  [
    'bytes that are not packed so',
    inArchive({ name: TASKS, packed: Buffer.from([255, 255]), size: 2 }),
    'The file is no archive: tasks.ndjson cannot be unpacked',
  ],
  ['a row that is no JSON', inArchive({ name: TASKS, content: '{}\n{' }), 'tasks.ndjson: line 2 is no JSON object'],
  ['a row that is no object', inArchive({ name: TASKS, content: '[]' }), 'tasks.ndjson: line 1 is no JSON object'],
  [
    'a row without an end',
    inArchive({ name: TASKS, content: Buffer.alloc(34_000_000, '1') }),
    'One record of the file is larger than 32 MiB',
  ],
  [
    'too many tasks',
    inArchive({ name: TASKS, content: '{}\n'.repeat(100_001) }),
    'tasks.ndjson has more than 100,000 lines',
  ],
  [
    'too many lines of another kind',
    inArchive({ name: LABELS, content: '\n'.repeat(1_000_001) }),
    'labels.ndjson has more than 1,000,000 lines',
  ],
  [
    'a part with another hash',
    zipOf([manifestOf([one], saysOf({ sha256: SHA256 })), one]),
    'tasks.ndjson is not what manifest.json says: its bytes are others',
  ],
  [
    'a part with fewer bytes',
    zipOf([manifestOf([one], saysOf({ bytes: 10 })), one]),
    'tasks.ndjson is not what manifest.json says: its bytes are others',
  ],
  [
    'a file with other bytes',
    zipOf([manifestOf([NOTES]), { ...NOTES, content: 'The nodes' }]),
    `files/${SHA256} is not what manifest.json says: its bytes are others`,
  ],
  [
    'a file that is missing',
    zipOf([manifestOf([NOTES])]),
    `The archive lacks files/${SHA256}, which manifest.json names`,
  ],
  ['a part that is missing', zipOf([manifestOf([one])]), 'The archive lacks tasks.ndjson, which manifest.json names'],
  [
    'a part that is not named',
    zipOf([manifestOf([one], { files: {} }), one]),
    'manifest.json does not name tasks.ndjson',
  ],
  ['a file that is not named', zipOf([manifestOf([]), NOTES]), `manifest.json does not name files/${SHA256}`],
  [
    'another count',
    zipOf([manifestOf([one], { counts: { tasks: 2 } }), one]),
    'The archive has 1 rows of tasks, and manifest.json says 2',
  ],
  [
    'a count of what is missing',
    zipOf([manifestOf([one], { counts: { tasks: 1, labels: 3 } }), one]),
    'The archive has 0 rows of labels, and manifest.json says 3',
  ],
])('refuses %s in words', async (_name, zip, message) => {
  expect(await refusalOf(zip)).toBe(message);
});
