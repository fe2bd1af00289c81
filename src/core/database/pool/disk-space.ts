import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DiskFullError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';

/** Milliseconds between two looks. */
const INTERVAL = 500;

/**
 * Watches how much room there is where the service keeps its files. Below `MIN_FREE_BYTES` statements that write are
 * refused, those of the service's own work, too: PostgreSQL itself would stop when the disk is full.
 */
@Injectable()
export class DiskSpace implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(DiskSpace.name);
  private readonly folders: readonly string[];
  private isShort = false;
  private timer?: NodeJS.Timeout;

  constructor(private readonly configuration: Configuration) {
    const { dataDirectory } = configuration;
    // The embedded database is in this folder, or this is a link to it.
    this.folders = [dataDirectory, join(dataDirectory, 'postgres')];
  }

  async onModuleInit(): Promise<void> {
    await this.look();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  /** @throws DiskFullError when there is no room for what a statement writes */
  ensureRoom(): void {
    if (this.isShort) throw new DiskFullError();
  }

  private async look(): Promise<void> {
    const rooms = await Promise.all(this.folders.map(freeBytes));
    const isShort = Math.min(...rooms) < this.configuration.minFreeBytes;
    if (isShort !== this.isShort) {
      this.isShort = isShort;
      if (isShort) this.logger.error('Changes are refused: there is less free disk space than MIN_FREE_BYTES');
      else this.logger.warn('Changes are taken again: there is room on the disk');
    }
    this.timer = setTimeout(() => void this.look(), INTERVAL).unref();
  }
}

/** What is not there takes no room: an outside database has no such folder. */
async function freeBytes(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );
}
