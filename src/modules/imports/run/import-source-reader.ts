import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { ArchivedFile, ArchivedProject } from '../archive/archive-records.js';
import type { CompanyRecord } from '../archive/archived-company.js';
import { ImportFiles } from '../import-files.js';
import type { Import } from '../import.entity.js';
import type { ImportRecord } from '../readers/records.js';
import type { OpenedShare } from '../reading/messages.js';
import { ReadingProcess } from '../reading/reading-process.js';

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
  bytes?(sha256: string): Readable;
}

/** The records of an import, which a process beside the service reads: of one project, but for archives of a company. */
@Injectable()
export class ImportSourceReader {
  private readonly underWay = new Set<ReadingProcess>();

  constructor(private readonly files: ImportFiles) {}

  async withShares<T>(
    { companyId }: RequestContext,
    row: Import,
    work: (shares: readonly ImportShare[]) => Promise<T>,
  ): Promise<T> {
    const { id, source, options } = row;
    const { path } = this.files.readFile({ companyId, id });
    const hasPlace = row.project !== null || row.projectId !== null;
    const reading = ReadingProcess.start();
    this.underWay.add(reading);
    try {
      const shares = await reading.open({ source, options, path, limit: this.files.limit, hasPlace });
      return await work(shares.map((share, index) => shareOf(reading, share, index)));
    } finally {
      await reading.end();
      this.underWay.delete(reading);
    }
  }

  /** The service stops. */
  async stopReading(): Promise<void> {
    await Promise.all([...this.underWay].map((reading) => reading.end()));
  }
}

function shareOf(
  reading: ReadingProcess,
  { project, makesProject, hasFoundations, hasAdditions }: OpenedShare,
  share: number,
): ImportShare {
  return {
    makesProject,
    read: () => reading.stream({ what: 'records', share }),
    ...(hasFoundations && { foundations: () => reading.stream({ what: 'foundations', share }) }),
    ...(hasAdditions && { additions: () => reading.stream({ what: 'additions', share }) }),
    ...(project && {
      project,
      files: () => reading.stream({ what: 'files', share }),
      bytes: (sha256: string) => Readable.from(reading.stream({ what: 'bytes', share, sha256 })),
    }),
  };
}
