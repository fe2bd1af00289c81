import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { Configuration } from '#config/configuration.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { OWN_WORK_CONTEXT, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { told } from '#core/events/told.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { archivedProjects } from '#schema/projects.js';
import { dueDateSince, isOpen } from '#schema/tasks.js';

/** Milliseconds between two looks. A due moment has to be told within 30,000. */
const INTERVAL = 10_000;
/** How long before it is due a task is told of. */
const AHEAD = `interval '24 hours'`;
/** Milliseconds that a look goes back before the last one, in which tasks may have been committed. */
const OVERLAP = 300_000;

/** The conditions on tasks one of whose two due moments lies after `since` and not after `now`; each is one of them. */
function dueMoments(since: string, now: string): string[] {
  return [
    `t.due_date > ${since} AND t.due_date <= ${now}`,
    `t.due_date > ${since} + ${AHEAD} AND t.due_date <= ${now} + ${AHEAD}`,
  ];
}

/** `$1` and `$2` are the moments after and until which. An index has the due dates of all companies. */
const FIND_COMPANIES: Statement = {
  name: 'inbox-due-companies',
  text: `SELECT DISTINCT t.company_id AS id FROM tasks t LEFT JOIN due_positions d ON d.company_id = t.company_id
    WHERE ${isOpen('t')} AND (${dueMoments('$1::timestamptz', '$2::timestamptz')
      .map((due) => `(${due})`)
      .join(' OR ')})
      AND (d.told_until IS NULL OR t.due_date > d.told_until + ${AHEAD}
        OR (t.due_date > d.told_until AND t.due_date <= $2::timestamptz))`,
};

const LAST_TOLD: Statement = { text: 'SELECT max(told_until) AS "lastTold" FROM due_positions' };

const BEGIN: Statement = {
  text: `INSERT INTO due_positions (company_id, told_until) SELECT c.id, c.created_at FROM companies c WHERE c.id = $1
    ON CONFLICT DO NOTHING`,
};

const LOCK: Statement = {
  text: 'SELECT told_until AS "toldUntil" FROM due_positions WHERE company_id = $1 FOR UPDATE SKIP LOCKED',
};

/** `$2` and `$3` are the moments after and until which. */
const FIND_TASKS: Statement = {
  text: `SELECT t.id, t.title, t.project_id AS "projectId", coalesce(t.assignee_id, t.created_by_id) AS "userId",
      t.due_date AS "dueDate", ${dueDateSince('t')} AS "setAt"
    FROM tasks t WHERE t.company_id = $1 AND ${isOpen('t')} AND t.project_id NOT IN (${archivedProjects()})
      AND (${dueMoments('$2::timestamptz', '$3::timestamptz').join(' OR ')})`,
};

const MOVE: Statement = { text: 'UPDATE due_positions SET told_until = $2 WHERE company_id = $1' };

interface DueTask {
  readonly id: string;
  readonly title: string;
  readonly projectId: string;
  readonly userId: string;
  readonly dueDate: string;
  readonly setAt: string;
}

/** Tells of tasks that are due within a day or over, once over all instances. */
@Injectable()
export class DueMomentsTask extends RepeatedTask {
  /** Everything until then has been told. */
  private lastLook?: number;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    configuration: Configuration,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    super(configuration, { role: 'scheduler', complaint: 'Due tasks cannot be told of at the moment' });
  }

  @Interval(INTERVAL)
  async run(): Promise<void> {
    await this.alone(async () => {
      const now = Date.now();
      this.lastLook ??= await this.findLastTold(now);
      // A clock may go back.
      const since = new Date(Math.min(this.lastLook, now) - OVERLAP).toISOString();
      const until = new Date(now).toISOString();
      const found = await this.database.rows<{ id: string }>(OWN_WORK_CONTEXT, FIND_COMPANIES, [since, until]);
      for (const { id } of found) await this.tell(id, since, until);
      this.lastLook = now;
    });
  }

  /** What came due while no process ran came after that. */
  private async findLastTold(now: number): Promise<number> {
    const row = await this.database.row<{ lastTold: string | null }>(OWN_WORK_CONTEXT, LAST_TOLD);
    return row?.lastTold ? Date.parse(row.lastTold) : now;
  }

  private tell(companyId: string, after: string, now: string): Promise<void> {
    return this.outbox.commit<undefined>(onOwnWork(companyId, this.adapterHost), async (tx) => {
      const told = await this.lock(tx);
      // Another instance tells of them, or has done so.
      if (told === undefined || told >= now) return unannounced(undefined);
      const since = told > after ? told : after;
      const found = await this.database.rows<DueTask>(tx, FIND_TASKS, [companyId, since, now]);
      await this.database.execute(tx, MOVE, [companyId, now]);
      return changed(undefined, ...found.flatMap((task) => dueEvents(task, since, now)));
    });
  }

  private async lock(tx: TransactionContext): Promise<string | undefined> {
    await this.database.execute(tx, BEGIN, [tx.companyId]);
    return (await this.database.row<{ toldUntil: string }>(tx, LOCK, [tx.companyId]))?.toldUntil;
  }
}

/** The later of its moments that have come: one that was past when the date was set never does. */
function dueEvents(
  { id, title, projectId, userId, dueDate, setAt }: DueTask,
  since: string,
  now: string,
): DomainEvent[] {
  const due = Date.parse(dueDate);
  const hasCome = (moment: number) =>
    moment > Date.parse(since) && moment <= Date.parse(now) && moment > Date.parse(setAt);
  const text = hasCome(due) ? 'It is overdue' : hasCome(due - 86_400_000) ? 'It is due within 24 hours' : undefined;
  if (text === undefined) return [];
  return [told({ reason: 'due', userIds: [userId], thing: { type: 'task', id, name: title }, projectId, text })];
}
