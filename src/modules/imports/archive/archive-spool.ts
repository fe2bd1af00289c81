import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ArchivePart } from '#common/archive/archive-format.js';
import { idOf } from './archived-values.js';
import type { ArchiveZip, Row } from './archive-zip.js';

/** What belongs to a project, and what belongs to a task of one. */
const OF_PROJECT = ['sprints', 'epics'] as const;
const OF_TASK = ['comments', 'time_entries', 'promises', 'blockers', 'links', 'history', 'attachments'] as const;

export type BundledPart = 'tasks' | (typeof OF_TASK)[number];
export type SpooledPart = (typeof OF_PROJECT)[number] | BundledPart;

/** Tasks of a project that are read at once, with all that hangs on them. */
const TASKS_OF_BUNDLE = 500;

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
 * The rows of an archive, sorted by project, in a file without a name, which goes with the process. So the archive is
 * read once, however many projects it has, and memory holds the rows of one project.
 */
export class ArchiveSpool {
  private readonly tracks = new Map<string, Track>();
  /** Tasks of each project. */
  private readonly taskCounts = new Map<string, number>();
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

  /** Of a project, each with its line in the archive: in their order, what is of tasks by the bundles of these. */
  async *rows(part: SpooledPart, projectId: string): AsyncGenerator<{ line: number; row: Row }> {
    if (isInBundles(part)) {
      for (const bundle of this.bundlesOf(projectId)) yield* this.bundled(part, projectId, bundle);
    } else yield* this.track(keyOf(part, projectId));
  }

  /** The tasks of a project come in bundles, and so does what hangs on them: only one is in memory. */
  *bundlesOf(projectId: string): Generator<number> {
    const tasks = this.taskCounts.get(projectId) ?? 0;
    for (let bundle = 0; bundle * TASKS_OF_BUNDLE < tasks; bundle += 1) yield bundle;
  }

  bundled(part: BundledPart, projectId: string, bundle: number): AsyncGenerator<{ line: number; row: Row }> {
    return this.track(keyOf(part, bundleOf(projectId, bundle)));
  }

  private async *track(key: string): AsyncGenerator<{ line: number; row: Row }> {
    for (const { at, bytes } of this.tracks.get(key)?.chunks ?? []) {
      const { buffer } = await this.file.read(Buffer.allocUnsafe(bytes), 0, bytes, at);
      for (const text of buffer.toString('utf8').trimEnd().split('\n')) {
        const [line, row] = JSON.parse(text) as [number, Row];
        yield { line, row };
      }
    }
  }

  private async fill(archive: ArchiveZip, projectIds: ReadonlySet<string>): Promise<void> {
    const bundles = new Map<string, string>();
    const take = async (part: ArchivePart & SpooledPart, placeOf: (row: Row) => string | undefined) => {
      for await (const { line, row } of archive.rows(part)) {
        const place = placeOf(row);
        if (place !== undefined) await this.put(keyOf(part, place), `${JSON.stringify([line, row])}\n`);
      }
    };
    const projectOf = (row: Row) => (projectIds.has(idOf(row['projectId'])) ? idOf(row['projectId']) : undefined);
    const bundleOfTask = (row: Row) => {
      const projectId = projectOf(row);
      if (projectId === undefined) return undefined;
      const count = this.taskCounts.get(projectId) ?? 0;
      this.taskCounts.set(projectId, count + 1);
      const bundle = bundleOf(projectId, Math.floor(count / TASKS_OF_BUNDLE));
      bundles.set(idOf(row['id']), bundle);
      return bundle;
    };
    for (const part of OF_PROJECT) await take(part, projectOf);
    await take('tasks', bundleOfTask);
    for (const part of OF_TASK) await take(part, (row) => bundles.get(idOf(row['taskId'])));
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

const keyOf = (part: SpooledPart, place: string): string => `${part} ${place}`;
const bundleOf = (projectId: string, bundle: number): string => `${bundle} of ${projectId}`;
const isInBundles = (part: SpooledPart): part is BundledPart => part === 'tasks' || OF_TASK.some((of) => of === part);
