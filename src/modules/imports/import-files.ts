import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/errors/app-error.js';
import { Configuration } from '../../config/configuration.js';
import type { ImportFile } from './readers/records.js';

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

  constructor({ dataDirectory, limits }: Configuration) {
    this.folder = join(dataDirectory, 'imports');
    this.limit = limits.importBytes;
  }

  /** Writes the bytes as they come, to a file of their own that takes the place of an earlier one; how many they are. */
  async write(owner: Owner, body: Readable, claimed: number | undefined): Promise<number> {
    if (claimed !== undefined && claimed > this.limit) throw this.tooLarge();
    const path = this.pathOf(owner);
    const temporary = `${path}.${randomUUID()}`;
    await mkdir(dirname(path), { recursive: true });
    try {
      const bytes = await this.copy(body, temporary);
      if (bytes === 0) throw new InvalidInputError('The file is empty; send its bytes as the body');
      await rename(temporary, path);
      return bytes;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  read(owner: Owner): ImportFile {
    const path = this.pathOf(owner);
    return { path, open: () => createReadStream(path) };
  }

  async remove(owner: Owner): Promise<void> {
    await rm(this.pathOf(owner), { force: true });
  }

  /** Deletes all files of a company. */
  async removeAll(companyId: string): Promise<void> {
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
