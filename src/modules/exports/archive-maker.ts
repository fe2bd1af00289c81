import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_PARTS,
  type ArchiveManifest,
  type ArchivePart,
  fileOfBytes,
  fileOfPart,
  MANIFEST,
  README,
} from '#common/archive/archive-format.js';
import { VERSION } from '#config/version.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ArchivedFiles } from '#modules/files/archived-files.service.js';
import { FileStores } from '#modules/files/store/file-stores.service.js';
import { ArchivedRowsRepository } from './archived-rows.repository.js';
import { ArchiveFile, type Measured } from './archive-file.js';
import { keyOfExport } from './export-key.js';
import type { Export } from './export.entity.js';

const SERVICE = 'project-management-service';
const README_TEXT = `This is an archive of a project management service.

manifest.json    what is in it, with the number of rows and the SHA-256 of each file
*.ndjson         the rows: one JSON object a line, as the API shows them
files/<sha256>   the bytes of the attachments, named after their SHA-256

The format is described in docs/archive.md of the service, with a JSON Schema of each file.
Another company or service takes the archive in with POST /imports and the source "archive".
`;

export interface MadeArchive extends Measured {
  readonly total: number;
}

/** How far an archive is. It throws to stop the making. */
type Note = (progress: Pick<Export, 'done' | 'total'>) => void;

/** Makes an archive from one snapshot, and puts it into the store of files. */
@Injectable()
export class ArchiveMaker {
  constructor(
    private readonly database: Database,
    private readonly rows: ArchivedRowsRepository,
    private readonly files: ArchivedFiles,
    private readonly stores: FileStores,
  ) {}

  async makeArchive(context: RequestContext, row: Export, note: Note): Promise<MadeArchive> {
    const path = await this.stores.waitingPath(`export-${row.id}-${row.leaseId ?? ''}`);
    const archive = new ArchiveFile(path);
    try {
      const total = await this.database.transaction(context, (tx) => this.write(tx, row, archive, note));
      const measured = await archive.end();
      await this.stores.putFile(keyOfExport(row), { path, size: measured.bytes, sha256: measured.sha256 });
      return { ...measured, total };
    } finally {
      archive.abandon();
      await rm(path, { force: true });
    }
  }

  private async write(tx: TransactionContext, row: Export, archive: ArchiveFile, note: Note): Promise<number> {
    await this.rows.openSnapshot(tx);
    const { at, name } = await this.rows.findCompany(tx);
    const counts = {} as Record<ArchivePart, number>;
    for (const part of ARCHIVE_PARTS) counts[part] = await this.rows.countPart(tx, part, row.projectId);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    let done = 0;
    const step = (count: number) => note({ done: (done += count), total: Math.max(total, done) });
    step(0);
    const files: Record<string, Measured> = {};
    const add = async (file: string, content: Readable, compress = true) => {
      const { sha256, bytes } = await archive.add(file, content, { compress });
      files[file] = { sha256, bytes };
    };
    await add(README, Readable.from([Buffer.from(README_TEXT)]));
    for (const part of ARCHIVE_PARTS) {
      await add(fileOfPart(part), Readable.from(this.lines(tx, part, row.projectId, step)));
    }
    if (row.withFiles) {
      for await (const sha256 of this.rows.readHashes(tx, row.projectId)) {
        const file = await this.files.openBytes(tx, sha256);
        if (file) await add(fileOfBytes(sha256), file.stream, false);
        step(0);
      }
    }
    const company = { id: tx.companyId, name };
    const service = { name: SERVICE, version: VERSION };
    const manifest: ArchiveManifest = {
      format: ARCHIVE_FORMAT,
      service,
      at,
      company,
      projectId: row.projectId,
      counts,
      files,
    };
    await archive.add(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest)}\n`)]), {
      compress: true,
    });
    return total;
  }

  private async *lines(
    tx: TransactionContext,
    part: ArchivePart,
    projectId: string | null,
    step: (count: number) => void,
  ): AsyncGenerator<Buffer> {
    for await (const batch of this.rows.readPart(tx, part, projectId)) {
      yield Buffer.from(batch.map((item) => `${JSON.stringify(item)}\n`).join(''));
      step(batch.length);
    }
  }
}
