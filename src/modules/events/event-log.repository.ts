import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { AutomationActor, ColleagueActor } from '#core/access/agent.js';
import type { Via } from '#core/access/grants/grant.js';
import type { DatabaseContext, RequestContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';
import { isPublicEvent } from '#core/events/inbox-notice.js';
import type { TaskProjects } from '#core/events/visible-changes.js';
import { isOneOf } from '#schema/projects.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';

/** An event as it is stored. */
export interface EventRow {
  readonly position: number;
  readonly id: string;
  readonly name: string;
  readonly projectId: string | null;
  /** JSON, as it was written with the change: the largest are too long to be parsed at once. */
  readonly data: string;
  readonly timestamp: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly apiKeyId: string | null;
  /** The colleague that made the change with its key, or the automation. */
  readonly actorColleague: ColleagueActor | AutomationActor | null;
  /** The program that the change was made with. */
  readonly via: Via | null;
  /** Of the users that were asked about, those who reached the project before its deletion. */
  readonly audience: readonly string[];
  /** The project of each task of another project in `data`; null when that is not known. */
  readonly taskProjects: TaskProjects | null;
  /** The project that the task has gone to: who reaches it does not see the event. */
  readonly movedTo: string | null;
}

/** Which events are wanted. Without `after` all that are kept. */
export interface EventRange {
  readonly after?: number;
  readonly limit: number;
  readonly event?: readonly string[];
  readonly projectId?: readonly string[];
}

export interface EventPage {
  /** After which it begins. */
  readonly begin: number;
  readonly rows: EventRow[];
  /** After which the next page begins. */
  readonly next: number;
  readonly hasMore: boolean;
}

/** How far the events of a company have come. */
interface Extent {
  readonly end: number;
  readonly dropped: number;
}

/** Positions that one request looks through, so that a rare event costs no more than a common one. */
const WINDOW = 10_000;
/** Bytes of rows that are read at once; one more may go beyond. */
const MOST_BYTES = 512 * 1024;

/** SQL of an `EventRow` from the rows `e` of events and `u` of users; `readers` are the users to look for in audiences. */
const selectEvent = (
  readers: string,
) => `SELECT e.position, e.id, e.name, e.project_id AS "projectId", e.data::text AS data,
    e.occurred_at AS timestamp, e.actor_id AS "actorId", u.name AS "actorName", e.api_key_id AS "apiKeyId",
    e.actor_colleague AS "actorColleague", e.via,
    ARRAY(SELECT a FROM unnest(e.audience) a WHERE a = ANY (${readers}::uuid[])) AS audience,
    e.task_projects AS "taskProjects", e.moved_to AS "movedTo"
  FROM events e LEFT JOIN users u ON u.company_id = e.company_id AND u.id = e.actor_id`;

const SELECT_END: Statement = {
  name: 'events-end',
  text: `SELECT c.position AS "end" FROM event_positions c WHERE c.company_id = $1`,
};

const SELECT_ENDS: Statement = {
  name: 'events-ends',
  text: `SELECT c.company_id AS "companyId", c.position AS "end" FROM event_positions c
    WHERE c.company_id = ANY ($1::uuid[])`,
};

/** All events of the company, without checking who can reach them. */
const SELECT_ALL: Statement = {
  name: 'events-all',
  text: `${selectEvent('$3')} WHERE e.company_id = $1 AND e.position > $2 ORDER BY e.position LIMIT $4`,
};

/** Reads the events of companies by their positions. */
@Injectable()
export class EventLogRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** The position of the newest event. */
  async findEnd(context: RequestContext): Promise<number> {
    return (await this.database.row<Extent>(context, SELECT_END, [context.companyId]))?.end ?? 0;
  }

  /** The same of several companies; those without events are left out. */
  async findEnds(context: DatabaseContext, companyIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.rows<{ companyId: string; end: number }>(context, SELECT_ENDS, [companyIds]);
    return new Map(rows.map(({ companyId, end }) => [companyId, end]));
  }

  /**
   * The events of the range in projects that the caller reaches now. All of it is read at one moment, so a reader
   * that continues after `next` misses nothing.
   *
   * @throws ConflictError when events of the range have been dropped, or it begins past the newest event.
   */
  async findReachable(context: RequestContext, range: EventRange): Promise<EventPage> {
    const { statement, values } = this.statementOf(context, range);
    const { rows, isComplete } = await this.database.firstRows<EventRow & Extent>(
      context,
      statement,
      values,
      MOST_BYTES,
    );
    const { end, dropped } = rows[0] ?? { end: 0, dropped: 0 };
    const { after = dropped, limit } = range;
    ensureKept(after, { end, dropped });
    const found = rows.filter(({ id }) => id !== null);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const common = { begin: after, rows: page };
    if (last && (found.length > limit || !isComplete)) return { ...common, next: last.position, hasMore: true };
    const hasMore = end > after + WINDOW;
    return { ...common, next: hasMore ? after + WINDOW : end, hasMore };
  }

  /** All events after a position, without checking who can reach them. `readerIds` are the users to look for in audiences. */
  async findAll(
    context: DatabaseContext & Pick<RequestContext, 'companyId'>,
    after: number,
    readerIds: readonly string[],
    limit: number,
  ): Promise<{ rows: EventRow[]; hasMore: boolean }> {
    const values = [context.companyId, after, readerIds, limit];
    const { rows, isComplete } = await this.database.firstRows<EventRow>(context, SELECT_ALL, values, MOST_BYTES);
    return { rows, hasMore: !isComplete || rows.length === limit };
  }

  /** Who sees what is `isVisible` of event-view.ts in SQL. */
  private statementOf(
    context: RequestContext,
    { after, limit, event, projectId }: EventRange,
  ): { statement: Statement; values: unknown[] } {
    const conditions = new Conditions(this.access.parametersOf(context));
    const begin = `coalesce(${conditions.parameter(after ?? null)}::bigint, c.dropped)`;
    conditions
      .add('e.company_id = $1')
      .add(isPublicEvent('e'))
      .add(`e.position > ${begin} AND e.position <= ${begin} + ${WINDOW}`)
      .add(`(e.project_id IS NULL OR e.name = 'project.deleted' OR ${this.reachable(context)})`)
      .add(`(e.moved_to IS NULL OR NOT ${this.access.conditionOnMany(context, 'e.moved_to')})`)
      .add(this.isChosen(context))
      .in('e.name', 'text', event)
      .in('e.project_id', 'uuid', projectId);
    const text = `SELECT c.position AS "end", c.dropped, e.* FROM event_positions c LEFT JOIN LATERAL (
        ${selectEvent('ARRAY[$2]')} WHERE ${conditions.where} ORDER BY e.position
        LIMIT ${conditions.parameter(limit + 1)}
      ) e ON true WHERE c.company_id = $1 ORDER BY e.position`;
    // To plan it over the partitions of a month takes longer than to read a page: what most readers ask is planned once.
    const statement = event || projectId ? { text } : { name: this.access.nameOf(context, 'events-after'), text };
    return { statement, values: conditions.values };
  }

  /** A program that may see chosen projects alone is told of no other, not even that one is deleted. */
  private isChosen({ grant }: RequestContext): string {
    return grant?.projectIds ? `(e.project_id IS NULL OR ${isOneOf('e.project_id', grant.projectIds)})` : 'true';
  }

  /** Of a deleted project, ADMIN and OWNER alone still reach the events. */
  private reachable(context: RequestContext): string {
    return this.access.conditionOnMany(context, 'e.project_id');
  }
}

function ensureKept(after: number, { end, dropped }: Extent): void {
  if (after < dropped) {
    throw new ConflictError(
      'Events after this position have been dropped; read everything anew, then go on from latest',
    );
  }
  if (after > end) throw new ConflictError('The position is past the newest event');
}
