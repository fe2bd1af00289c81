import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { BeforeCompanyDeletion } from '#modules/companies/company.hooks.js';
import { UploadSlots } from '#modules/files/uploads/upload-slots.service.js';
import type { ImportFile } from './readers/records.js';

const EMPTY = 'The file is empty; send its bytes as the body';

interface Owner {
  readonly companyId: string;
  readonly id: string;
}

/** The bytes of imports, on the disk of this machine. */
@Injectable()
export class ImportFiles {
  private readonly folder: string;
  /** Bytes of one file (LIMIT_IMPORT_BYTES). */
  readonly limit: number;

  constructor(
    private readonly slots: UploadSlots,
    { dataDirectory, limits }: Configuration,
  ) {
    this.folder = join(dataDirectory, 'imports');
    this.limit = limits.importBytes;
  }

  /**
   * Takes the bytes as those of files are taken. They take the place of earlier ones when `accept` says so by `keep`;
   * what it refuses leaves nothing.
   */
  async receiveFile<Result>(
    context: RequestContext,
    id: string,
    request: IncomingMessage,
    accept: (bytes: number, keep: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    if (Number(request.headers['content-length'] ?? 0) > this.limit) throw this.tooLarge();
    const path = this.pathOf({ companyId: context.companyId, id });
    const temporary = await temporaryFor(path);
    try {
      const { size } = await this.slots.receiveFile(context, request, { path: temporary, most: this.limit });
      if (size === 0) throw new InvalidInputError(EMPTY);
      return await accept(size, () => rename(temporary, path));
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Writes the bytes as they come, in place of earlier ones once `accept` has taken so many; what it refuses leaves nothing. */
  async writeFile(owner: Owner, body: Readable, accept: (bytes: number) => Promise<void>): Promise<void> {
    const path = this.pathOf(owner);
    const temporary = await temporaryFor(path);
    try {
      const bytes = await this.copy(body, temporary);
      if (bytes === 0) throw new InvalidInputError(EMPTY);
      await accept(bytes);
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  readFile(owner: Owner): ImportFile {
    const path = this.pathOf(owner);
    return { path, open: () => createReadStream(path) };
  }

  async remove(owner: Owner): Promise<void> {
    await rm(this.pathOf(owner), { force: true });
  }

  /** Deletes all files of a company. */
  @BeforeCompanyDeletion()
  async removeAll({ companyId }: RequestContext): Promise<void> {
    await rm(join(this.folder, companyId), { recursive: true, force: true });
  }

  private async copy(body: Readable, path: string): Promise<number> {
    let bytes = 0;
    const refuse = () => this.tooLarge();
    const { limit } = this;
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > limit) throw refuse();
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600, flush: true }),
    );
    return bytes;
  }

  private tooLarge(): InvalidInputError {
    return new InvalidInputError(`The file must not be larger than ${this.limit} bytes (LIMIT_IMPORT_BYTES)`);
  }

  private pathOf({ companyId, id }: Owner): string {
    return join(this.folder, companyId, id);
  }
}

/** A name of its own beside a file, in a folder that is there. */
async function temporaryFor(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  return `${path}.${randomUUID()}`;
}
