import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import {
  type ArchivedFile,
  type ArchivedProject,
  filesOf,
  type OpenArchive,
  peopleOf,
  projectsOf,
  readArchive,
} from '../archive/archive-records.js';
import { additionsOf, type CompanyRecord, foundationsOf } from '../archive/archived-company.js';
import { ArchiveSpool } from '../archive/archive-spool.js';
import { ArchiveZip } from '../archive/archive-zip.js';
import { ImportFiles } from '../import-files.js';
import type { ImportSource } from '../import-sources.js';
import type { Import } from '../import.entity.js';
import { readAsanaCsv } from '../readers/asana-csv.js';
import { readGitHubJson } from '../readers/github-issues.js';
import { readJiraCsv } from '../readers/jira-csv.js';
import { readLinearCsv } from '../readers/linear-csv.js';
import { ImportError, type ImportReader, type ImportRecord } from '../readers/records.js';
import { readSheetCsv } from '../readers/sheet-csv.js';
import { readTrelloJson } from '../readers/trello-json.js';

/** A new source is one file, and a line here. */
const READERS: Partial<Record<ImportSource, ImportReader>> = {
  jira_csv: readJiraCsv,
  linear_csv: readLinearCsv,
  github: readGitHubJson,
  github_json: readGitHubJson,
  trello_json: readTrelloJson,
  asana_csv: readAsanaCsv,
  csv: readSheetCsv,
};

/** What an import brings into one project. */
export interface ImportShare {
  /** The records, from their beginning, as often as they are asked for. */
  read(): AsyncGenerator<ImportRecord>;
  /** Of an archive: the project that it is of. */
  readonly project?: ArchivedProject;
  /** The project is made anew, for it is told neither by an id nor by a name: an archive of a company. */
  readonly makesProject: boolean;
  /** Of an archive that makes its projects: what is there before all of them, with the first; what comes after, with the last. */
  foundations?(): AsyncGenerator<CompanyRecord>;
  additions?(): AsyncGenerator<CompanyRecord>;
  /** Of an archive: the files of the tasks. */
  files?(): AsyncGenerator<ArchivedFile>;
  /** Undefined when the archive was made without them. */
  sizeOf?(sha256: string): number | undefined;
  bytes?(sha256: string): Promise<Readable>;
}

/** The records of an import: of one project, but for archives of a company. */
@Injectable()
export class ImportSourceReader {
  constructor(private readonly files: ImportFiles) {}

  async use<T>(
    { companyId }: RequestContext,
    row: Import,
    work: (shares: readonly ImportShare[]) => Promise<T>,
  ): Promise<T> {
    const { id, source, options } = row;
    const file = this.files.read({ companyId, id });
    if (source === 'archive') return this.useArchive(file.path, row, work);
    const reader = READERS[source];
    if (!reader) throw new ImportError(`Nothing reads ${source}`);
    return work([{ read: () => reader(file, options), makesProject: false }]);
  }

  private async useArchive<T>(
    path: string,
    row: Import,
    work: (shares: readonly ImportShare[]) => Promise<T>,
  ): Promise<T> {
    const archive = await ArchiveZip.open(path, this.files.limit);
    try {
      const projects = await projectsOf(archive);
      const hasPlace = row.project !== null || row.projectId !== null;
      if (hasPlace && projects.length !== 1) {
        throw new ImportError(
          `The archive has ${projects.length} projects; import it without projectId and project, then it makes them`,
        );
      }
      const ids = new Set(projects.map(({ id }) => id));
      const spool = await ArchiveSpool.of(archive, `${path}.${randomUUID()}`, ids);
      try {
        const opened = { archive, spool, people: await peopleOf(archive) };
        return await work(projects.map((_, index) => shareOf(opened, projects, index, !hasPlace)));
      } finally {
        await spool.close();
      }
    } finally {
      archive.close();
    }
  }
}

function shareOf(
  opened: OpenArchive,
  projects: readonly ArchivedProject[],
  index: number,
  makesProject: boolean,
): ImportShare {
  const { archive } = opened;
  const project = projects[index] as ArchivedProject;
  const isLast = index === projects.length - 1;
  return {
    project,
    makesProject,
    read: () => readArchive(opened, project, { isFirst: index === 0, makesProject }),
    ...(makesProject && index === 0 && { foundations: () => foundationsOf(archive) }),
    ...(makesProject && isLast && { additions: () => additionsOf(archive) }),
    files: () => filesOf(opened, project),
    sizeOf: (sha256) => archive.sizeOf(sha256),
    bytes: (sha256) => archive.bytes(sha256),
  };
}
