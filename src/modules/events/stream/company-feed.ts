import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { utf8Bytes } from '#common/http/utf8-bytes.js';
import { narrowedReach, type ProjectAccess, type ReachedProjects } from '#modules/projects/project-access.service.js';
import type { EventLogRepository, EventRow } from '../event-log.repository.js';
import { type EventReader, isPersonal, isVisible, projectsOf, viewKey } from '../event-view.js';
import { type EventStream, frameOf } from './event-stream.js';

/** Who reads a stream, and which events. */
export interface FeedReader {
  readonly stream: EventStream;
  readonly userId: string;
  readonly events?: ReadonlySet<string>;
  readonly projectIds?: ReadonlySet<string>;
  /** What a program may see alone. */
  readonly chosen?: readonly string[];
}

/** Events that are read at once. */
const LIMIT = 200;
/** Milliseconds between two reads; the events in between are read together. */
const PAUSE = 50;
/** Milliseconds in which streams are written to in one go; then other requests have their turn. */
const LONGEST_GO = 10;

/** Bytes of texts that are kept for other readers while a batch is sent. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Someone who sees everything. */
const EVERYONE: EventReader = { userId: '', reach: { reachesAll: true, projectIds: new Set() } };

/** The new events of one company: read once for all streams of this process, and decided for each reader. */
export class CompanyFeed {
  private readonly logger = new Logger(CompanyFeed.name);
  private readonly readers = new Set<FeedReader>();
  private isDue = false;
  private isRunning = false;
  private reading: Promise<boolean> | undefined;

  /** Has read everything up to `position`. */
  constructor(
    private readonly companyId: string,
    private position: number,
    private readonly log: EventLogRepository,
    private readonly access: ProjectAccess,
  ) {}

  get isEmpty(): boolean {
    return this.readers.size === 0;
  }

  /** Resolves when nothing is being read: then a stream may join. */
  async settled(): Promise<void> {
    await this.reading?.catch(() => undefined);
  }

  /** From now on the stream gets what comes, if it has read as far as this feed. Returns whether it has. */
  join(reader: FeedReader): boolean {
    if (this.reading || reader.stream.position < this.position) return false;
    this.readers.add(reader);
    this.look();
    return true;
  }

  leave(reader: FeedReader): void {
    this.readers.delete(reader);
  }

  /** There may be events up to `end`. */
  expect(end: number): void {
    if (end > this.position) this.look();
  }

  /** There may be events. */
  look(): void {
    this.isDue = true;
    if (!this.isRunning) void this.run();
  }

  /** What cannot be read now is found by the next poll. */
  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (this.isDue && !this.isEmpty) {
        this.isDue = false;
        this.reading = this.read().finally(() => {
          this.reading = undefined;
        });
        if (await this.reading) this.isDue = true;
        else await delay(PAUSE);
      }
    } catch (error) {
      this.logger.warn(`The events of a company cannot be streamed at the moment: ${(error as Error).message}`);
    } finally {
      this.isRunning = false;
    }
  }

  /** Returns whether there may be more. */
  private async read(): Promise<boolean> {
    const context = { share: this.companyId, companyId: this.companyId };
    const readers = [...this.readers];
    const userIds = [...new Set(readers.map(({ userId }) => userId))];
    const { rows, hasMore } = await this.log.findAll(context, this.position, userIds, LIMIT);
    const last = rows.at(-1);
    if (!last) return false;
    const projectIds = [...new Set(rows.flatMap(projectsOf))];
    const reach = await this.access.findReach(context, userIds, projectIds);
    await this.fanOut(rows, readers, reach);
    this.position = last.position;
    return hasMore;
  }

  private async fanOut(
    rows: readonly EventRow[],
    readers: readonly FeedReader[],
    reaches: ReadonlyMap<string, ReachedProjects>,
  ): Promise<void> {
    const batch = new Batch(rows);
    let begin = performance.now();
    for (const reader of readers) {
      const reach = reaches.get(reader.userId);
      if (reach) reader.stream.send(await batch.framesFor(reader, narrowedReach(reach, reader.chosen)), batch.end);
      if (performance.now() - begin < LONGEST_GO) continue;
      await setImmediate();
      begin = performance.now();
    }
  }
}

/** Events that were read together. What several readers see alike is made into text once. */
class Batch {
  readonly end: number;
  private readonly frames = new Map<string, string>();
  private readonly joined = new Map<string, Buffer>();
  private kept = 0;

  constructor(private readonly rows: readonly EventRow[]) {
    this.end = rows.at(-1)?.position ?? 0;
  }

  async framesFor(
    { stream, userId, events, projectIds, chosen }: FeedReader,
    reach: ReachedProjects,
  ): Promise<Buffer | undefined> {
    const reader = { userId, reach };
    const rows = this.rows.filter(
      (row) =>
        row.position > stream.position &&
        (!events || events.has(row.name)) &&
        (!projectIds || (row.projectId !== null && projectIds.has(row.projectId))) &&
        (!chosen || row.projectId === null || chosen.includes(row.projectId)) &&
        isVisible(row, reader),
    );
    if (rows.length === 0) return undefined;
    const views = rows.map((row) => ({ row, key: `${row.position} ${isPersonal(row) ? viewKey(row, reader) : '*'}` }));
    const key = views.map((view) => view.key).join();
    const joined =
      this.joined.get(key) ?? (await utf8Bytes(views.map((view) => this.frame(view.row, view.key, reader))));
    if (!this.joined.has(key) && this.kept < MOST_KEPT) {
      this.joined.set(key, joined);
      this.kept += joined.length;
    }
    return joined;
  }

  private frame(row: EventRow, key: string, reader: EventReader): string {
    const frame = this.frames.get(key) ?? frameOf(row, isPersonal(row) ? reader : EVERYONE);
    if (this.kept < MOST_KEPT) this.frames.set(key, frame);
    return frame;
  }
}
