import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ArchivePart } from '../../../common/archive/archive-format.js';
import { idOf } from './archived-values.js';
import type { ArchiveZip, Row } from './archive-zip.js';

/** What belongs to a project, and what belongs to a task of one. */
const OF_PROJECT = ['sprints', 'epics', 'tasks'] as const;
const OF_TASK = ['comments', 'time_entries', 'blockers', 'history', 'attachments'] as const;

export type SpooledPart = (typeof OF_PROJECT)[number] | (typeof OF_TASK)[number];

/** Characters that wait to be written: of one project, and of all. */
const MOST_OF_ONE = 64 * 1024;
const MOST_OF_ALL = 8 * 1024 * 1024;

/** The rows of a part that belong to a project: where they are in the file, and those that wait. */
interface Track {
  readonly chunks: { readonly at: number; readonly bytes: number }[];
  waiting: string[];
  length: number;
}

/**
 * The rows of an archive by project, in a file that has no name: it goes with the process. So the archive is read once,
 * however many projects it has, and only as much of it is in memory as one project needs (moving 1.5).
 */
export class ArchiveSpool {
  private readonly tracks = new Map<string, Track>();
  private end = 0;
  private length = 0;

  private constructor(private readonly file: FileHandle) {}

  /** `path` is that of a file to be made, which is closed by `close`. @throws ImportError for what is no row */
  static async of(archive: ArchiveZip, path: string, projectIds: ReadonlySet<string>): Promise<ArchiveSpool> {
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    const spool = new ArchiveSpool(file);
    try {
      await spool.fill(archive, projectIds);
      return spool;
    } catch (error) {
      await spool.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** Of a project, in their order, each with its line in the archive. */
  async *rows(part: SpooledPart, projectId: string): AsyncGenerator<{ line: number; row: Row }> {
    for (const { at, bytes } of this.tracks.get(keyOf(part, projectId))?.chunks ?? []) {
      const { buffer } = await this.file.read(Buffer.allocUnsafe(bytes), 0, bytes, at);
      for (const text of buffer.toString('utf8').trimEnd().split('\n')) {
        const [line, row] = JSON.parse(text) as [number, Row];
        yield { line, row };
      }
    }
  }

  private async fill(archive: ArchiveZip, projectIds: ReadonlySet<string>): Promise<void> {
    const projectOfTask = new Map<string, string>();
    const take = async (part: ArchivePart & SpooledPart, projectOf: (row: Row) => string | undefined) => {
      for await (const { line, row } of archive.rows(part)) {
        const projectId = projectOf(row);
        if (projectId === undefined || !projectIds.has(projectId)) continue;
        if (part === 'tasks') projectOfTask.set(idOf(row['id']), projectId);
        await this.put(keyOf(part, projectId), `${JSON.stringify([line, row])}\n`);
      }
    };
    for (const part of OF_PROJECT) await take(part, (row) => idOf(row['projectId']));
    for (const part of OF_TASK) await take(part, (row) => projectOfTask.get(idOf(row['taskId'])));
    await this.flushAll();
  }

  private async put(key: string, text: string): Promise<void> {
    const track = this.tracks.get(key) ?? { chunks: [], waiting: [], length: 0 };
    this.tracks.set(key, track);
    track.waiting.push(text);
    track.length += text.length;
    this.length += text.length;
    if (track.length >= MOST_OF_ONE) await this.flush(track);
    if (this.length >= MOST_OF_ALL) await this.flushAll();
  }

  private async flushAll(): Promise<void> {
    for (const track of this.tracks.values()) await this.flush(track);
  }

  private async flush(track: Track): Promise<void> {
    if (track.length === 0) return;
    const bytes = Buffer.from(track.waiting.join(''));
    await this.file.write(bytes, 0, bytes.length, this.end);
    track.chunks.push({ at: this.end, bytes: bytes.length });
    this.end += bytes.length;
    this.length -= track.length;
    track.waiting = [];
    track.length = 0;
  }
}

const keyOf = (part: SpooledPart, projectId: string): string => `${part} ${projectId}`;
