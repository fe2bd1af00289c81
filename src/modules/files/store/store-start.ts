import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ConfigurationError } from '#config/configuration-error.js';
import { FileStores } from './file-stores.service.js';
import { FileDisksRepository } from './file-disks.repository.js';

/** Milliseconds between two notes that this folder is in use. */
const RENEWAL = 600_000;

/** Looks at the start whether the stores are as the operator thinks. */
@Injectable()
export class StoreStart implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(StoreStart.name);
  private diskId: string | undefined;

  constructor(
    private readonly disks: FileDisksRepository,
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
    const id = this.diskId;
    await this.attempt(() => this.disks.deleteDisk(id));
  }

  @Interval(RENEWAL)
  async renew(): Promise<void> {
    if (this.diskId === undefined) return;
    const id = this.diskId;
    await this.attempt(() => this.disks.writeDisk(id));
  }

  /** @throws ConfigurationError when files are in a store that is not configured */
  private async ensureConfigured(): Promise<void> {
    const configured = this.stores.listStores().map(({ name }) => name);
    const store = await this.disks.findStoreBesides(configured);
    if (store === undefined) return;
    throw new ConfigurationError(
      `FILES: there are files in the store ${store}, which is not configured: set S3_ENDPOINT, S3_BUCKET and its keys again`,
    );
  }

  private async noteDisk(folder: string): Promise<void> {
    this.diskId = await idOf(folder);
    await this.renew();
    if ((await this.disks.countOtherDisks(this.diskId)) === 0) return;
    this.logger.warn(
      'Several machines keep files on disks of their own, and cannot read those of the others: use FILES=s3, or one folder for all',
    );
  }

  private async attempt(change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
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
