import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { archivedProjects } from '#schema/projects.js';
import { dueDateSince, isOpen } from '#schema/tasks.js';

/** How long before it is due a task is told of. */
const AHEAD = `interval '24 hours'`;

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

export interface DueTask {
  readonly id: string;
  readonly title: string;
  readonly projectId: string;
  readonly userId: string;
  readonly dueDate: string;
  readonly setAt: string;
}

/** Which tasks come due, and until when people have been told. */
@Injectable()
export class DueMomentsRepository {
  constructor(private readonly database: Database) {}

  findCompanies(since: string, until: string): Promise<{ id: string }[]> {
    return this.database.rows<{ id: string }>(OWN_WORK_CONTEXT, FIND_COMPANIES, [since, until]);
  }

  async findLastTold(): Promise<string | null> {
    return (await this.database.row<{ lastTold: string | null }>(OWN_WORK_CONTEXT, LAST_TOLD))?.lastTold ?? null;
  }

  findTasks(tx: TransactionContext, since: string, until: string): Promise<DueTask[]> {
    return this.database.rows<DueTask>(tx, FIND_TASKS, [tx.companyId, since, until]);
  }

  async setToldUntil(tx: TransactionContext, until: string): Promise<void> {
    await this.database.execute(tx, MOVE, [tx.companyId, until]);
  }

  async lockToldUntil(tx: TransactionContext): Promise<string | undefined> {
    await this.database.execute(tx, BEGIN, [tx.companyId]);
    return (await this.database.row<{ toldUntil: string }>(tx, LOCK, [tx.companyId]))?.toldUntil;
  }
}

/** The conditions on tasks one of whose two due moments lies after `since` and not after `now`; each is one of them. */
function dueMoments(since: string, now: string): string[] {
  return [
    `t.due_date > ${since} AND t.due_date <= ${now}`,
    `t.due_date > ${since} + ${AHEAD} AND t.due_date <= ${now} + ${AHEAD}`,
  ];
}
