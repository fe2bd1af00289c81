import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import {
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
  type RequestContext,
} from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import type { WatchMark } from '#core/events/domain-event.js';
import { type Leased, LostLeaseError } from '#core/processes/leased-worker.js';
import { isActiveCompany } from '#schema/companies.js';
import { watchMark } from '#schema/tasks.js';
import type { LogRow, LogTask, ProjectUser, SilentRow, Surroundings } from './log-row.js';
import { IN_REVIEW } from '#schema/lanes.js';
import { isGivenUp, taskIdsOf, TELLING } from './happenings.js';

export type CompanyContext = DatabaseContext & Pick<RequestContext, 'companyId'>;

export type CompanyTransaction = InTransaction<CompanyContext>;

interface TaskMarks {
  readonly taskId: string;
  readonly marks: readonly WatchMark[];
}

/** A task as it last was. */
type DeletedTask = LogTask & Pick<TaskMarks, 'marks'>;

/** The log of a company, which this process alone reads. */
export type LogLease = Leased;

interface Attempts {
  /** As `Leased.attempts`. */
  readonly attempts: number;
  /** So many rows are read one by one. */
  readonly singleReads: number;
}

/** How far the log of a company is read. */
export interface LogPlace extends Attempts {
  readonly position: number;
}

/** Rows that are read in one transaction. */
export const BATCH = 100;
/** Bytes of a row as the database keeps it. */
const LARGE = 2_000;

const FIND_BEHIND: Statement = {
  name: 'inbox-behind',
  text: `SELECT c.company_id AS "companyId" FROM event_positions c
    LEFT JOIN inbox_positions i ON i.company_id = c.company_id WHERE c.position > coalesce(i.position, 0)
      AND ${isActiveCompany('c.company_id')}`,
};

/** Companies that one look reads on. */
const LOOK = 50;

/** The next companies after `$1`, and whether each is behind. */
const FIND_NEXT: Statement = {
  name: 'inbox-behind-after',
  text: `SELECT c.company_id AS "companyId", c.position > coalesce(i.position, 0) AND ${isActiveCompany('c.company_id')} AS "isBehind"
    FROM event_positions c LEFT JOIN inbox_positions i ON i.company_id = c.company_id
    WHERE c.company_id > $1 ORDER BY c.company_id LIMIT ${LOOK}`,
};
/** Sorts before every other id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

const BEGIN: Statement = {
  text: `INSERT INTO inbox_positions (company_id, position) SELECT c.id, 0 FROM companies c
    WHERE c.id = $1 AND ${isActiveCompany('c.id')} ON CONFLICT DO NOTHING`,
};

/** Seconds from a claim to its transaction, which keeps others away by its lock. */
export const LEASE_SECONDS = 10;

/**
 * The ends of these transactions do not wait for the disk: what a crash of the database loses of one is lost as a whole,
 * the position too, and made again.
 */
const QUICKLY = `set_config('synchronous_commit', 'off', true)`;

/** The company's log, if nobody reads it. */
const FIND_FREE: Statement = {
  name: 'inbox-find-free',
  text: `SELECT attempts, single_reads AS "singleReads", ${QUICKLY} FROM inbox_positions
    WHERE company_id = $1 AND (lease_id IS NULL OR lease_until <= now()) FOR UPDATE SKIP LOCKED`,
};

const TAKE: Statement = {
  name: 'inbox-take',
  text: `UPDATE inbox_positions SET lease_id = $2, lease_until = now() + interval '${LEASE_SECONDS} s', attempts = $3,
      single_reads = $4 WHERE company_id = $1`,
};

/** Nobody else reads the log of the company until the transaction ends. */
const LOCK: Statement = {
  name: 'inbox-lock',
  text: `SELECT position, attempts, single_reads AS "singleReads", ${QUICKLY} FROM inbox_positions
    WHERE company_id = $1 AND lease_id = $2 FOR UPDATE`,
};

/** A lease that goes on is counted as begun again, in the same transaction. */
const MOVE: Statement = {
  name: 'inbox-move',
  text: `UPDATE inbox_positions SET position = $2, lease_id = $3, lease_until = now() + interval '${LEASE_SECONDS} s',
      attempts = $4, single_reads = $5
    WHERE company_id = $1`,
};

const RELEASE: Statement = {
  text: 'UPDATE inbox_positions SET lease_id = NULL, lease_until = NULL, attempts = 0 WHERE company_id = $1 AND lease_id = $2',
};

/**
 * Rows that tell nobody are most of many a log: nothing of them is read but that they are there. A new task concerns
 * nobody unless it has an assignee, names somebody or is in review.
 */
const MAY_TELL = `e.name = ANY ('{${TELLING.join()}}') AND e.inbox ->> 'tells' IS DISTINCT FROM 'nobody'
  AND (e.name <> 'task.created' OR e.inbox ->> 'mentioned' IS NOT NULL OR e.data ->> 'assigneeId' IS NOT NULL
    OR e.data ->> 'status' = '${IN_REVIEW}')`;

/** Of a large row the long text is left out; to look into each one would take longer than to read it. */
const readOf = (most: number): Statement => ({
  name: `inbox-read-log-${most}`,
  text: `SELECT e.position, e.id, e.name, e.project_id AS "projectId", e.occurred_at AS at, e.actor_id AS "actorId",
      coalesce(e.actor_colleague ->> 'name', u.name) AS "actorName", e.actor_colleague ->> 'id' AS "colleagueId",
      CASE WHEN e.actor_colleague ->> 'type' IS NOT NULL THEN json_build_object('type', e.actor_colleague ->> 'type',
        'userId', e.actor_colleague ->> 'userId', 'userName', (SELECT iu.name FROM users iu WHERE iu.company_id = $1 AND iu.id = (e.actor_colleague ->> 'userId')::uuid)) END AS automation,
      e.inbox AS facts, e.task_projects AS "taskProjects", CASE WHEN NOT (${MAY_TELL}) THEN NULL WHEN pg_column_size(e.data) > ${LARGE}
        THEN (e.data::jsonb - 'description')::json ELSE e.data END AS data
    FROM events e LEFT JOIN users u ON u.company_id = e.company_id AND u.id = e.actor_id
    WHERE e.company_id = $1 AND e.position > $2 ORDER BY e.position LIMIT ${most}`,
});

const MARKS: Statement = {
  name: 'inbox-marks',
  text: `SELECT w.task_id AS "taskId", json_agg(${watchMark('w')}) AS marks FROM task_watchers w
    WHERE w.company_id = $1 AND w.task_id = ANY ($2::uuid[]) GROUP BY w.task_id`,
};

const DELETED: Statement = {
  name: 'inbox-deleted-tasks',
  text: `SELECT e.data ->> 'id' AS id, e.data ->> 'title' AS title, e.project_id AS "projectId",
      e.data ->> 'assigneeId' AS "assigneeId", e.data ->> 'createdById' AS "createdById",
      coalesce(e.inbox -> 'marks', '[]') AS marks
    FROM events e WHERE e.company_id = $1 AND e.position >= $2 AND e.name = 'task.deleted' AND e.moved_to IS NULL
      AND e.data ->> 'id' = ANY ($3::text[])`,
};

/** Who watches all of a project, and who leads it. */
const WATCHERS = usersOf('inbox-watchers', 'w.since', `project_watches w WHERE w.level = 'all'`);
const LEADS = usersOf('inbox-leads', 'NULL', `project_members w WHERE w.role = 'lead'`);

const OLDEST: Statement = {
  text: `SELECT coalesce(max(extract(epoch FROM now() - e.occurred_at)), 0)::float AS lag FROM event_positions c
    LEFT JOIN inbox_positions i ON i.company_id = c.company_id
    JOIN LATERAL (SELECT o.occurred_at FROM events o WHERE o.company_id = c.company_id
      AND o.position > coalesce(i.position, 0) ORDER BY o.position LIMIT 1) e ON true
    WHERE c.position > coalesce(i.position, 0) AND ${isActiveCompany('c.company_id')}`,
};

interface ActivePerson {
  readonly id: string;
  readonly levels: Record<string, string> | null;
}

/** The log as the inbox reads it, and how far it has come. */
@Injectable()
export class InboxLogRepository {
  constructor(private readonly database: Database) {}

  /** The companies with rows that the inbox has not read; nothing is made for one that is locked, or about to be deleted. */
  async findBehind(): Promise<string[]> {
    const rows = await this.database.rows<{ companyId: string }>(OWN_WORK_CONTEXT, FIND_BEHIND);
    return rows.map(({ companyId }) => companyId);
  }

  /** Those of the next few companies, and the last of these; undefined at the end, where the next look begins anew. */
  async findBehindAfter(after = FIRST): Promise<{ behind: string[]; last: string | undefined }> {
    const rows = await this.database.rows<{ companyId: string; isBehind: boolean }>(OWN_WORK_CONTEXT, FIND_NEXT, [
      after,
    ]);
    const behind = rows.filter(({ isBehind }) => isBehind).map(({ companyId }) => companyId);
    return { behind, last: rows.length < LOOK ? undefined : rows.at(-1)?.companyId };
  }

  /** Seconds since the oldest row that has not been read. */
  async findLag(): Promise<number> {
    return (await this.database.row<{ lag: number }>(OWN_WORK_CONTEXT, OLDEST))?.lag ?? 0;
  }

  /** Has this process alone read the company's log; 'held' while another does, undefined when the company goes. */
  async claimLog(companyId: string): Promise<LogLease | 'held' | undefined> {
    const leaseId = uuidv7();
    return this.database.transaction(ofCompany(companyId), async (tx) => {
      const found = (await this.findFree(tx)) ?? (await this.begin(tx));
      if (typeof found !== 'object') return found;
      const attempts = found.attempts + 1;
      const isSuspect = found.attempts > 0 && found.singleReads === 0;
      const singleReads = isSuspect ? BATCH : found.singleReads;
      this.database.executeAtEnd(tx, TAKE, [companyId, leaseId, attempts, singleReads]);
      return { companyId, id: companyId, leaseId, attempts };
    });
  }

  /** How far the company's log has been read, locked. @throws LostLeaseError */
  async lockPlace(tx: CompanyTransaction, { leaseId }: LogLease): Promise<LogPlace> {
    const place = await this.database.row<LogPlace>(tx, LOCK, [tx.companyId, leaseId]);
    if (!place) throw new LostLeaseError();
    return place;
  }

  /** Notes that the rows up to `position` are read; with a lease, the next ones are begun. */
  async movePlace(
    tx: CompanyTransaction,
    place: LogPlace,
    position: number,
    lease: LogLease | undefined,
  ): Promise<void> {
    const singleReads = Math.max(place.singleReads - 1, 0);
    // One of these rows has killed a process already.
    const attempts = singleReads > 0 ? Math.min(place.attempts, 2) : 1;
    const values = lease ? [lease.leaseId, attempts, singleReads] : [null, 0, singleReads];
    await this.database.execute(tx, MOVE, [tx.companyId, position, ...values]);
  }

  /** Gives the lease back; no attempt is counted. */
  async releaseLease({ companyId, leaseId }: LogLease): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, RELEASE, [companyId, leaseId]);
  }

  /** The next rows; null stands for the data of one that tells nobody. */
  readRows(tx: CompanyTransaction, after: number, most: number): Promise<(LogRow | SilentRow)[]> {
    return this.database.rows(tx, readOf(most), [tx.companyId, after]);
  }

  /** What the rows have to do with, as it is now. */
  async findSurroundings(tx: CompanyTransaction, rows: readonly LogRow[]): Promise<Surroundings> {
    const taskIds = [...new Set(rows.flatMap(taskIdsOf))];
    const found = await this.database.rows<LogTask>(
      tx,
      {
        name: 'inbox-tasks',
        text: `SELECT t.id, t.title, t.project_id AS "projectId", t.assignee_id AS "assigneeId",
          t.created_by_id AS "createdById" FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[])`,
      },
      [tx.companyId, taskIds],
    );
    const forLeads = rows.filter((row) => row.data.status === IN_REVIEW || isGivenUp(row));
    const known = new Set(found.map(({ id }) => id));
    const gone = await this.findDeleted(
      tx,
      taskIds.filter((id) => !known.has(id)),
      rows,
    );
    const marks = await this.database.rows<TaskMarks>(tx, MARKS, [tx.companyId, taskIds]);
    return {
      tasks: new Map([...found, ...gone].map((task) => [task.id, task])),
      marks: new Map([
        ...marks.map((one) => [one.taskId, one.marks] as const),
        ...gone.map((task) => [task.id, task.marks] as const),
      ]),
      allWatchers: await this.usersByProject(tx, rows, WATCHERS),
      leads: await this.usersByProject(tx, forLeads, LEADS),
    };
  }

  /** What is deleted meanwhile stands in the rows of its deletion, which have not been read before these rows. */
  private async findDeleted(
    tx: CompanyTransaction,
    taskIds: readonly string[],
    [first]: readonly LogRow[],
  ): Promise<DeletedTask[]> {
    if (taskIds.length === 0) return [];
    return this.database.rows<DeletedTask>(tx, DELETED, [tx.companyId, first?.position, taskIds]);
  }

  private findFree(tx: CompanyTransaction): Promise<Attempts | undefined> {
    return this.database.row<Attempts>(tx, FIND_FREE, [tx.companyId]);
  }

  private async begin(tx: CompanyTransaction): Promise<Attempts | 'held' | undefined> {
    if ((await this.database.execute(tx, BEGIN, [tx.companyId])) > 0) return this.findFree(tx);
    const text = 'SELECT FROM inbox_positions WHERE company_id = $1';
    return (await this.database.row(tx, { text }, [tx.companyId])) === undefined ? undefined : 'held';
  }

  private async usersByProject(
    tx: CompanyTransaction,
    rows: readonly LogRow[],
    statement: Statement,
  ): Promise<Map<string, ProjectUser[]>> {
    const projectIds = [...new Set(rows.flatMap(({ projectId }) => projectId ?? []))];
    if (projectIds.length === 0) return new Map();
    const values = [tx.companyId, projectIds];
    const found = await this.database.rows<ProjectUser & { projectId: string }>(tx, statement, values);
    return Map.groupBy(found, ({ projectId }) => projectId);
  }

  /** The active ones of the users, and how much of the projects they want to be told. */
  findActive(
    context: CompanyContext,
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<ActivePerson[]> {
    const text = `SELECT u.id, (SELECT json_object_agg(w.project_id, w.level) FROM project_watches w
            WHERE w.company_id = $1 AND w.user_id = u.id AND w.project_id = ANY ($3::uuid[])) AS levels
          FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[]) AND u.active`;
    return this.database.rows<ActivePerson>(context, { name: 'inbox-people', text }, [
      context.companyId,
      userIds,
      projectIds,
    ]);
  }
}

function ofCompany(companyId: string): CompanyContext {
  return { ...OWN_WORK_CONTEXT, companyId };
}

function usersOf(name: string, since: string, from: string): Statement {
  const text = `SELECT w.project_id AS "projectId", w.user_id AS "userId", ${since} AS since FROM ${from}
    AND w.company_id = $1 AND w.project_id = ANY ($2::uuid[])`;
  return { name, text };
}
