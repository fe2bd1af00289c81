import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '#config/configuration-error.js';
import type { FileStore, LocalFile, OpenedFile, StoredFile } from './file-store.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

const WAITING = 'tmp';

/** Files in a folder of this machine. */
export class DiskStore implements FileStore {
  readonly name = 'disk';
  readonly waitingFolder: string;

  constructor(private readonly folder: string) {
    this.waitingFolder = join(folder, WAITING);
  }

  put(key: string, { path }: LocalFile): Promise<void> {
    return available(async () => {
      const target = join(this.folder, key);
      const parent = dirname(target);
      const made = await mkdir(parent, { recursive: true });
      await rename(path, target);
      await syncFolder(parent);
      if (made !== undefined) await syncFolder(dirname(parent));
    });
  }

  async open(key: string): Promise<OpenedFile | undefined> {
    return available(async () => {
      const handle = await unlessMissing(() => open(join(this.folder, key)));
      if (!handle) return undefined;
      try {
        const { size } = await handle.stat();
        return { stream: handle.createReadStream(), size };
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  has(key: string): Promise<boolean> {
    return available(async () => {
      const found = await unlessMissing(() => access(join(this.folder, key)).then(() => true));
      return found === true;
    });
  }

  delete(key: string): Promise<void> {
    return available(() => rm(join(this.folder, key), { force: true }));
  }

  async *list(): AsyncGenerator<StoredFile> {
    // Files beside the folders of companies are not of the store: `disk-id`.
    const entries = (await unlessMissing(() => readdir(this.folder, { withFileTypes: true }))) ?? [];
    for (const entry of entries) {
      const { name: company } = entry;
      if (company === WAITING || !entry.isDirectory()) continue;
      for (const name of (await unlessMissing(() => readdir(join(this.folder, company)))) ?? []) {
        const key = join(company, name);
        const found = await unlessMissing(() => stat(join(this.folder, key)));
        if (found?.isFile()) yield { key, modifiedAt: found.mtime };
      }
    }
  }

  async ensureUsable(): Promise<void> {
    try {
      await mkdir(this.waitingFolder, { recursive: true });
    } catch (error) {
      throw new ConfigurationError(`DATA_DIR: cannot keep files in ${this.folder} (${(error as Error).message})`);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StoreUnavailableError(error);
  }
}
