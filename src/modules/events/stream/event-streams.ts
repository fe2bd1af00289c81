import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InsufficientPermissionsError, ServiceUnavailableError } from '#common/errors/app-error.js';
import { LongLivedCredentials } from '#core/access/long-lived-credentials.js';
import { OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { Notifications } from '#core/database/pool/notifications.js';
import { StreamSlots } from '#core/http/stream-slots.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { EVENTS_CHANNEL } from '#core/events/event-hints.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { EventLogRepository } from '../event-log.repository.js';
import type { EventFilters, EventStreamFilters } from '../event.dto.js';
import { EventsService } from '../events.service.js';
import { CatchUp, FrameRoom } from './catch-up.js';
import { CompanyFeed, type FeedReader } from './company-feed.js';
import { EventStream } from './event-stream.js';

/** Milliseconds between two looks at the companies with streams: hints can be missed, looks cannot. */
const POLL_INTERVAL = 1_000;
/** Streams that catch up at once. */
const TURNS = 16;
/** Bytes of large events that are kept while streams write them. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Answers 200 and gives what the events are written to. */
export type BeginResponse = () => ServerResponse;

/** The streams of this process. One that is idle asks nothing of the database. */
@Injectable()
export class EventStreams implements OnModuleInit, OnModuleDestroy {
  private readonly frames = new FrameRoom(KEPT_BYTES);
  private readonly streams = new Set<EventStream>();
  private readonly feeds = new Map<string, CompanyFeed>();
  private timer?: NodeJS.Timeout;
  private isPolling = false;
  private isStopping = false;
  private readonly turns: ConcurrencyLimit;

  constructor(
    private readonly log: EventLogRepository,
    private readonly events: EventsService,
    private readonly access: ProjectAccess,
    private readonly slots: StreamSlots,
    private readonly credentials: LongLivedCredentials,
    private readonly notifications: Notifications,
    concurrency: ConcurrencyLimits,
  ) {
    this.turns = concurrency.create('catch-ups', { slots: TURNS, longestWait: Infinity, mostWaiting: Infinity });
  }

  get openStreams(): number {
    return this.streams.size;
  }

  onModuleInit(): void {
    const look = (companyIds: string) => companyIds.split(',').forEach((id) => this.feeds.get(id)?.look());
    this.notifications.subscribe(EVENTS_CHANNEL, look, () => void this.poll());
    this.timer = setInterval(() => void this.poll(), POLL_INTERVAL).unref();
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.timer);
    for (const stream of this.streams) stream.end();
  }

  /**
   * Begins a stream after `filters.after`, or with the events from now on. Refuses before anything is sent.
   *
   * @throws InsufficientPermissionsError of an agent's key or a program that asks for an inbox, ConflictError as
   *   `EventLogRepository.findReachable`, RateLimitExceededError when there are too many streams
   */
  async openStream(
    context: RequestContext,
    { inbox = false, ...filters }: EventStreamFilters,
    begin: BeginResponse,
  ): Promise<void> {
    if (inbox && (context.agent || context.grant)) throw new InsufficientPermissionsError();
    if (this.isStopping) throw new ServiceUnavailableError('The service is stopping', { retryAfter: 1 });
    const ending = new AbortController();
    const release = this.slots.take(context, () => ending.abort());
    try {
      // One event says whether there are any, and that the position is good.
      const { begin: position, rows, hasMore } = await this.events.readPage(context, { ...filters, limit: 1 });
      context.signal?.throwIfAborted();
      const stream = new EventStream(begin(), position);
      const reader = this.serve(context, filters, stream, release);
      if (ending.signal.aborted) stream.end();
      else ending.signal.addEventListener('abort', () => stream.end());
      // Whatever breaks it off, the client resumes.
      this.follow(context, filters, reader, rows.length > 0 || hasMore).catch(() => stream.end());
      if (inbox) stream.onClose(this.events.followNews(context, (frame) => stream.sendNews(frame)));
    } catch (error) {
      release();
      throw error;
    }
  }

  private serve(
    context: RequestContext,
    { event, projectId }: EventFilters,
    stream: EventStream,
    release: () => void,
  ): FeedReader {
    const reader: FeedReader = {
      stream,
      userId: context.userId,
      ...(event && { events: new Set(event) }),
      ...(projectId && { projectIds: new Set(projectId) }),
      ...(context.grant?.projectIds && { chosen: context.grant.projectIds }),
    };
    const forget = this.credentials.hold(context, () => stream.end());
    this.streams.add(stream);
    stream.onClose(() => {
      release();
      forget();
      this.streams.delete(stream);
      this.leave(context.companyId, reader);
    });
    return reader;
  }

  /** Piece by piece until it has read as far as the others of the company. While the client does not read, it has no turn. */
  private async follow(
    context: RequestContext,
    filters: EventFilters,
    reader: FeedReader,
    mayBeBehind: boolean,
  ): Promise<void> {
    const { stream } = reader;
    const read = (after: number, limit: number) =>
      this.events.pageAsOfNow(context, { ...filters, after: String(after), limit });
    const catchUp = new CatchUp(stream.position, read, this.frames);
    try {
      for (let isBehind = mayBeBehind; stream.isOpen; isBehind = true) {
        while (isBehind && stream.isOpen) {
          const piece = await this.turns.inTurn(context, () => catchUp.next());
          await stream.sendPiece(piece);
          isBehind = piece.hasMore;
        }
        if (await this.join(context.companyId, reader)) return;
      }
    } finally {
      catchUp.close();
    }
  }

  private async join(companyId: string, reader: FeedReader): Promise<boolean> {
    await this.feeds.get(companyId)?.settled();
    if (!reader.stream.isOpen) return true;
    const feed = this.feeds.get(companyId) ?? new CompanyFeed(companyId, reader.stream.position, this.log, this.access);
    this.feeds.set(companyId, feed);
    return feed.join(reader);
  }

  private leave(companyId: string, reader: FeedReader): void {
    const feed = this.feeds.get(companyId);
    feed?.leave(reader);
    if (feed?.isEmpty) this.feeds.delete(companyId);
  }

  private async poll(): Promise<void> {
    for (const stream of this.streams) stream.endIfFull();
    if (this.isPolling || this.feeds.size === 0) return;
    this.isPolling = true;
    try {
      const ends = await this.log.findEnds(OWN_WORK_CONTEXT, [...this.feeds.keys()]);
      for (const [companyId, end] of ends) this.feeds.get(companyId)?.expect(end);
    } catch {
      // The next look comes in a second.
    } finally {
      this.isPolling = false;
    }
  }
}
