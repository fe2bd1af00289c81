import { createHash } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore, LocalFile, OpenedFile, StoredFile } from './file-store.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

const WAITING = 'tmp';
const PROBE = 'tmp/probe';

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

  async *list(): AsyncGenerator<StoredFile> {
    for await (const folder of entriesOf(this.folder)) {
      if (!folder.isDirectory() || folder.name === WAITING) continue;
      for await (const file of entriesOf(join(this.folder, folder.name))) {
        const key = `${folder.name}/${file.name}`;
        const found = file.isFile() ? await unlessMissing(() => stat(join(this.folder, key))) : undefined;
        if (found) yield { key, modifiedAt: found.mtime };
      }
    }
  }

  /** Whether the folder can be written to. */
  check(): Promise<void> {
    return available(async () => {
      await mkdir(this.waitingFolder, { recursive: true });
      const path = join(this.folder, `${PROBE}-${createHash('md5').update(String(process.pid)).digest('hex')}`);
      await writeFile(path, 'probe');
      await rm(path);
    });
  }
}

async function* entriesOf(folder: string) {
  const directory = await unlessMissing(() => opendir(folder));
  if (directory) yield* directory;
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
