import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { StoreName } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { FileStores } from './file-stores.service.js';

/** Milliseconds between two notes that this folder is in use. */
const RENEWAL = 600_000;
/** How long a note counts. */
const COUNTS_FOR = `interval '25 minutes'`;

/** Looks at the start whether the stores are as the operator thinks. */
@Injectable()
export class StoreStart implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(StoreStart.name);
  private diskId: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly stores: FileStores,
  ) {}

  /** @throws ConfigurationError */
  async onModuleInit(): Promise<void> {
    await this.ensureConfigured();
    await this.stores.current.ensureUsable();
    if (this.stores.current.name === 'disk') await this.noteDisk(dirname(this.stores.current.waitingFolder));
  }

  async onModuleDestroy(): Promise<void> {
    if (this.diskId === undefined) return;
    await this.attempt('DELETE FROM file_disks WHERE id = $1');
  }

  @Interval(RENEWAL)
  async renew(): Promise<void> {
    if (this.diskId === undefined) return;
    await this.attempt(
      'INSERT INTO file_disks (id, seen_at) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at',
    );
  }

  /** @throws ConfigurationError when files are in a store that is not configured */
  private async ensureConfigured(): Promise<void> {
    const configured = this.stores.all().map(({ name }) => name);
    const text = 'SELECT store FROM file_bytes WHERE store <> ALL ($1) LIMIT 1';
    const row = await this.database.row<{ store: StoreName }>(OWN_WORK_CONTEXT, { text }, [configured]);
    if (!row) return;
    throw new ConfigurationError(
      `FILES: there are files in the store ${row.store}, which is not configured: set S3_ENDPOINT, S3_BUCKET and its keys again`,
    );
  }

  private async noteDisk(folder: string): Promise<void> {
    this.diskId = await idOf(folder);
    await this.renew();
    const text = `SELECT count(*) AS count FROM file_disks WHERE id <> $1 AND seen_at > now() - ${COUNTS_FOR}`;
    const others = await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }, [this.diskId]);
    if (!others?.count) return;
    this.logger.warn(
      'Several machines keep files on disks of their own, and cannot read those of the others: use FILES=s3, or one folder for all',
    );
  }

  private async attempt(text: string): Promise<void> {
    try {
      await this.database.execute(OWN_WORK_CONTEXT, { text }, [this.diskId]);
    } catch (error) {
      this.logger.debug(`The folder of files is not noted: ${(error as Error).message}`);
    }
  }
}

/** What tells a folder from those of other machines. */
async function idOf(folder: string): Promise<string> {
  const path = join(folder, 'disk-id');
  try {
    await writeFile(path, randomUUID(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}
