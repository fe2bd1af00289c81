import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '#test/support/temporary-folder.js';
import { archiveOf } from '#test/support/zip-file.js';
import { ImportError } from '../readers/records.js';
import { ArchiveSpool, type SpooledPart } from './archive-spool.js';
import { ArchiveZip, type Row } from './archive-zip.js';

const PROJECTS = 300;
const ids = new Set(Array.from({ length: PROJECTS }, (_, index) => `p${index}`));

const linesOf = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

async function opened(files: Readonly<Record<string, string>>): Promise<{ path: string; archive: ArchiveZip }> {
  const path = join(temporaryFolder(), 'archive.zip');
  await writeFile(path, archiveOf(files));
  return { path, archive: await ArchiveZip.open(path, 200_000_000) };
}

async function read(spool: ArchiveSpool, part: SpooledPart, projectId: string): Promise<{ line: number; row: Row }[]> {
  const rows: { line: number; row: Row }[] = [];
  for await (const row of spool.rows(part, projectId)) rows.push(row);
  return rows;
}

it('reads an archive of hundreds of projects once, and leaves no file', async () => {
  const tasks = Array.from({ length: 3 * PROJECTS }, (_, index) => ({
    id: `t${index}`,
    projectId: `p${index % PROJECTS}`,
  }));
  const comments = tasks.map(({ id }) => ({ id: `c${id}`, taskId: id, body: 'ü'.repeat(25_000) }));
  const { path, archive } = await opened({
    'tasks.ndjson': linesOf([{ id: 'lost', projectId: 'of nobody' }, ...tasks]),
    'comments.ndjson': linesOf([{ id: 'lost', taskId: 'lost' }, ...comments]),
  });
  const rows = jest.spyOn(archive, 'rows');
  const spool = await ArchiveSpool.of(archive, `${path}.spool`, ids);
  expect(await readdir(dirname(path))).toEqual(['archive.zip']);
  for (const [index, projectId] of [...ids].entries()) {
    const own = [index, index + PROJECTS, index + 2 * PROJECTS];
    expect(await read(spool, 'tasks', projectId)).toEqual(own.map((at) => ({ line: at + 2, row: tasks[at] })));
    expect((await read(spool, 'comments', projectId)).map(({ row }) => row)).toEqual(own.map((at) => comments[at]));
  }
  expect(await read(spool, 'history', 'p0')).toEqual([]);
  const parts = rows.mock.calls.map(([part]) => part);
  expect(parts).toEqual([...new Set(parts)]);
  await spool.close();
  archive.close();
});

it('refuses what is no row', async () => {
  const { path, archive } = await opened({ 'tasks.ndjson': '{"id": "t"}\nnone' });
  await expect(ArchiveSpool.of(archive, `${path}.spool`, ids)).rejects.toThrow(ImportError);
  archive.close();
});
