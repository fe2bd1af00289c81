import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';
import type { ArchiveManifest, ArchivePart } from '#common/archive/archive-format.js';
import { callBytes } from '../factories/attachment.factory.js';
import type { TestUser } from '../factories/company.factory.js';
import { eventually } from './eventually.js';
import type { Shown } from './import-steps.js';
import type { TestService } from './test-service.js';
import { archiveOf } from './zip-file.js';

/** A row of an archive. */
export type ArchivedRow = Record<string, Shown>;

export interface TestArchive {
  bytes: Buffer;
  manifest: ArchiveManifest;
  /** The bytes of each file by its name. */
  files: Map<string, Buffer>;
  rows: (part: ArchivePart) => ArchivedRow[];
}

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** Makes an export and waits until it is ready; the row. */
export async function madeExport(user: TestUser, input: object = {}): Promise<Shown> {
  const made = await user.api.post('/exports', input);
  if (made.status !== 202) throw new Error(`POST /exports: ${made.text}`);
  return readyExport(user, made.body.id as string);
}

export async function readyExport(user: TestUser, id: string): Promise<Shown> {
  let row: Shown;
  await eventually('the export is ready', async () => {
    row = (await user.api.get(`/exports/${id}`)).body;
    return row.state !== 'running';
  });
  return row;
}

/** Makes an export, fetches it and reads it. */
export async function exported(service: TestService, user: TestUser, input: object = {}): Promise<TestArchive> {
  const { id, state } = await madeExport(user, input);
  if (state !== 'ready') throw new Error(`The export is ${String(state)}`);
  const { bytes } = await callBytes(service, user.token, `/api/exports/${String(id)}/content`);
  return readArchive(bytes);
}

async function readArchive(bytes: Buffer): Promise<TestArchive> {
  const files = new Map<string, Buffer>();
  const zip = await open(bytes, { lazyEntries: true });
  const streamOf = promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  );
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      void streamOf(entry)
        .then((stream) => buffer(stream))
        .then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
    });
    zip.once('end', resolve).once('error', reject);
    zip.readEntry();
  });
  const manifest = JSON.parse(String(files.get('manifest.json'))) as ArchiveManifest;
  const rows = (part: ArchivePart) =>
    String(files.get(`${part}.ndjson`) ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ArchivedRow);
  return { bytes, manifest, files, rows };
}

export const sha256Hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** An archive with more things of the company. */
export function withMore(archive: TestArchive, name: string): Buffer {
  const more = { id: randomUUID(), name };
  const added: Partial<Record<string, object>> = {
    'labels.ndjson': { ...more, color: '#123456' },
    'teams.ndjson': { ...more, members: [] },
    'colleagues.ndjson': { ...more, role: 'manager' },
    'views.ndjson': { ...more, ownerId: null, visibility: 'company', filter: 'labels is empty' },
  };
  const changed = [...archive.files].map(([file, content]) => {
    const row = added[file];
    return [file, row ? Buffer.concat([content, Buffer.from(`${JSON.stringify(row)}\n`)]) : content] as const;
  });
  const files = changed.filter(([file]) => file !== 'manifest.json');
  return archiveOf(Object.fromEntries(files), { company: archive.manifest.company });
}
