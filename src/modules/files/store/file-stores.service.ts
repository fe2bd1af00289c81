import { mkdir, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Configuration, type StoreName } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { DiskStore } from './disk-store.js';
import type { FileStore, LocalFile, OpenedFile } from './file-store.js';
import { S3Store } from './s3-store.js';

/** Milliseconds after which a file that was not put belongs to a process that is dead. */
const LONGEST_WAIT = 24 * 3_600_000;

/** The stores that the operator has configured. Imports and exports keep their bytes here, too. */
@Injectable()
export class FileStores implements OnModuleDestroy {
  private readonly stores = new Map<StoreName, FileStore>();
  /** Where new files go. */
  readonly current: FileStore;

  constructor({ dataDirectory, files }: Configuration) {
    this.stores.set('disk', new DiskStore(join(dataDirectory, 'files')));
    if (files.s3 !== null) this.stores.set('s3', new S3Store(files.s3, join(dataDirectory, 'tmp')));
    this.current = this.getStore(files.store);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.listStores().map((store) => store.close()));
  }

  /** @throws ConfigurationError when it is not configured */
  getStore(name: StoreName): FileStore {
    const store = this.stores.get(name);
    if (!store) throw new ConfigurationError(`FILES: the store ${name} is not configured (S3_ENDPOINT, S3_BUCKET)`);
    return store;
  }

  /** All that are configured. */
  listStores(): FileStore[] {
    return [...this.stores.values()];
  }

  /** Puts a file into the current store, or another one, under a key such as `<companyId>/<name>`. */
  putFile(key: string, file: LocalFile, store: StoreName = this.current.name): Promise<void> {
    return this.getStore(store).put(key, file);
  }

  openFile(key: string, store: StoreName = this.current.name, signal?: AbortSignal): Promise<OpenedFile | undefined> {
    return this.getStore(store).open(key, signal);
  }

  /** Whether there are bytes. */
  hasFile(key: string, store: StoreName = this.current.name): Promise<boolean> {
    return this.getStore(store).has(key);
  }

  deleteFile(key: string, store: StoreName = this.current.name): Promise<void> {
    return this.getStore(store).delete(key);
  }

  /** A path for a file that will be put into the store. */
  async waitingPath(name: string, store: StoreName = this.current.name): Promise<string> {
    const { waitingFolder } = this.getStore(store);
    await mkdir(waitingFolder, { recursive: true });
    return join(waitingFolder, name);
  }

  /** Deletes what dead processes have left. Gives the paths; only lists them when `isDryRun`. */
  async clearWaiting(isDryRun = false): Promise<string[]> {
    const cleared: string[] = [];
    for (const { waitingFolder } of this.listStores()) {
      const folder = await opendir(waitingFolder).catch(() => undefined);
      if (!folder) continue;
      for await (const { name } of folder) {
        const path = join(waitingFolder, name);
        const found = await stat(path).catch(() => undefined);
        if (!found?.isFile() || Date.now() - found.mtimeMs < LONGEST_WAIT) continue;
        cleared.push(path);
        if (!isDryRun) await rm(path, { force: true });
      }
    }
    return cleared;
  }
}
