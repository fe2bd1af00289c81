import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  type ArchivedProject,
  filesOf,
  type OpenArchive,
  peopleOf,
  projectsOf,
  readArchive,
} from '../archive/archive-records.js';
import { additionsOf, foundationsOf } from '../archive/archived-company.js';
import { ArchiveSpool } from '../archive/archive-spool.js';
import { ArchiveZip } from '../archive/archive-zip.js';
import type { ImportSource } from '../import-sources.js';
import { readAsanaCsv } from '../readers/asana-csv.js';
import { readGitHubJson } from '../readers/github-issues.js';
import { readJiraCsv } from '../readers/jira-csv.js';
import { readLinearCsv } from '../readers/linear-csv.js';
import { ImportError, type ImportFile, type ImportReader } from '../readers/records.js';
import { readSheetCsv } from '../readers/sheet-csv.js';
import { readTrelloJson } from '../readers/trello-json.js';
import type { OpenedShare, SourceOrder, StreamOrder } from './messages.js';
import { withWebAddresses } from './web-addresses.js';

/** A new source is one file, and a line here. */
const READERS: Record<Exclude<ImportSource, 'archive'>, ImportReader> = {
  jira_csv: readJiraCsv,
  linear_csv: readLinearCsv,
  github: readGitHubJson,
  github_json: readGitHubJson,
  trello_json: readTrelloJson,
  asana_csv: readAsanaCsv,
  csv: readSheetCsv,
};

/** A file that is being read: into one project, but for an archive of a company. */
export interface OpenSource {
  readonly shares: readonly OpenedShare[];
  stream(order: StreamOrder): AsyncIterable<unknown>;
}

/** `note` hears of every piece of the file that has come. @throws ImportError */
export async function openSource(order: SourceOrder, note: () => void): Promise<OpenSource> {
  const { source, options, path } = order;
  if (source === 'archive') return openArchive(order, note);
  const file: ImportFile = { path, open: () => Readable.from(noted(path, note)) };
  const read = READERS[source];
  return {
    shares: [{ makesProject: false, hasFoundations: false, hasAdditions: false }],
    stream: () => withWebAddresses(read(file, options)),
  };
}

async function* noted(path: string, note: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path)) {
    note();
    yield chunk as Buffer;
  }
}

async function openArchive({ path, limit, hasPlace }: SourceOrder, note: () => void): Promise<OpenSource> {
  const archive = await ArchiveZip.open(path, limit, note);
  const projects = await projectsOf(archive);
  if (hasPlace && projects.length !== 1) {
    throw new ImportError(
      `The archive has ${projects.length} projects; import it without projectId and project, then it makes them`,
    );
  }
  const ids = new Set(projects.map(({ id }) => id));
  const spool = await ArchiveSpool.of(archive, `${path}.${randomUUID()}`, ids);
  const opened = { archive, spool, people: await peopleOf(archive) };
  const makesProject = !hasPlace;
  return {
    shares: projects.map((project, index) => ({
      project,
      makesProject,
      hasFoundations: makesProject && index === 0,
      hasAdditions: makesProject && index === projects.length - 1,
    })),
    stream: (order) => streamOf(opened, projects, makesProject, order),
  };
}

function streamOf(
  opened: OpenArchive,
  projects: readonly ArchivedProject[],
  makesProject: boolean,
  { what, share, sha256 = '' }: StreamOrder,
): AsyncIterable<unknown> {
  const project = projects[share] as ArchivedProject;
  switch (what) {
    case 'records':
      return withWebAddresses(readArchive(opened, project, { isFirst: share === 0, makesProject }));
    case 'files':
      return filesOf(opened, project);
    case 'foundations':
      return foundationsOf(opened.archive);
    case 'additions':
      return additionsOf(opened.archive);
    case 'bytes':
      return bytesOf(opened.archive, sha256);
  }
}

async function* bytesOf(archive: ArchiveZip, sha256: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of await archive.bytes(sha256)) yield chunk as Uint8Array;
}
