import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore, LocalFile, OpenedFile } from './file-store.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

const WAITING = 'tmp';

/** Files in a folder of this machine (files 2.1). */
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

  delete(key: string): Promise<void> {
    return available(() => rm(join(this.folder, key), { force: true }));
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
