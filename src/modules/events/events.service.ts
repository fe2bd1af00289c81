import { Inject, Injectable } from '@nestjs/common';
import { JsonText } from '#common/http/json-bytes.js';
import { UserCache } from '#core/access/user-cache.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { OnPersonalStream } from '#core/events/event.hooks.js';
import { Hooks } from '#core/hooks/hooks.js';
import { narrowedReach, ProjectAccess, type ReachedProjects } from '#modules/projects/project-access.service.js';
import { EventLogRepository, type EventPage, type EventRow } from './event-log.repository.js';
import type { EventsQuery, EventsResponse } from './event.dto.js';
import { type EventReader, eventText, projectsOf } from './event-view.js';
import { LATEST, positionOf } from './position.js';

const DEFAULT_LIMIT = 50;

/** What has changed, as the caller may see it. */
@Injectable()
export class EventsService {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly log: EventLogRepository,
    private readonly access: ProjectAccess,
    private readonly users: UserCache,
  ) {}

  /** What a stream carries for the caller alone; returns how to end that. */
  followNews(context: RequestContext, write: (frame: string) => void): () => void {
    const ends = this.hooks.listeners(OnPersonalStream).map((follow) => follow(context, write));
    return () => ends.forEach((end) => end());
  }

  /** An `EventsResponse`. @throws ConflictError when the range cannot be read from its beginning. */
  async findAll(context: RequestContext, query: EventsQuery): Promise<JsonText> {
    const { rows, next, hasMore } = await this.readPage(context, query);
    const meta: EventsResponse['meta'] = { next: String(next), hasMore, timestamp: new Date().toISOString() };
    const reader = await this.readerOf(context, rows);
    const events = rows.map((row, index) => (index === 0 ? '' : ',') + eventText(row, reader));
    return JsonText.of(['{"success":true,"data":[', ...events, `],"meta":${JSON.stringify(meta)}}`]);
  }

  /** What is stored of the range, within reach of the caller; throws as `findAll`. */
  async readPage(context: RequestContext, { after, limit, ...filters }: EventsQuery): Promise<EventPage> {
    if (after === LATEST) {
      const end = await this.log.findEnd(context);
      return { begin: end, rows: [], next: end, hasMore: false };
    }
    const begin = after === undefined ? undefined : positionOf(after);
    return this.log.findReachable(context, { ...filters, after: begin, limit: limit ?? DEFAULT_LIMIT });
  }

  /** As `readPage`, and who reads it, with the role that the caller has by now. */
  async pageAsOfNow(context: RequestContext, query: EventsQuery): Promise<{ page: EventPage; reader: EventReader }> {
    const user = await this.users.find(context, context.signal);
    const current = { ...context, role: user?.role ?? context.role };
    const page = await this.readPage(current, query);
    return { page, reader: await this.readerOf(current, page.rows) };
  }

  /** The caller as a reader of these events, which are within reach. */
  async readerOf(context: RequestContext, rows: readonly EventRow[]): Promise<EventReader> {
    return { userId: context.userId, reach: await this.reachOf(context, rows) };
  }

  /** Asked for only where events name tasks of other projects: the events themselves are within reach. */
  private async reachOf(context: RequestContext, rows: readonly EventRow[]): Promise<ReachedProjects> {
    const { role, userId, grant } = context;
    const isAdministrator = role === 'OWNER' || role === 'ADMIN';
    const reachesAll = isAdministrator && !grant?.projectIds;
    const none: ReachedProjects = { reachesAll, projectIds: new Set() };
    const named = rows.filter(({ taskProjects }) => taskProjects !== null);
    if (none.reachesAll || named.length === 0) return none;
    const reach = await this.access.findReach(context, [userId], [...new Set(named.flatMap(projectsOf))]);
    return narrowedReach(reach.get(userId) ?? none, grant?.projectIds);
  }
}
