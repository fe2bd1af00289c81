import { Injectable } from '@nestjs/common';
import type { DatabaseContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Role } from '#core/company-scope/role.js';
import { isoMoment } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import { BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import { isActiveCompany } from '#schema/companies.js';
import { isDay, isDone } from '#schema/tasks.js';
import type { CalendarTask } from './calendar-file.js';

/** Tasks in a calendar. */
const MOST_TASKS = 2_000;

/** A calendar, and who made it. */
export interface FoundFeed {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly viewId: string | null;
  readonly projectId: string | null;
  readonly userId: string;
  readonly role: Role;
  /** Whether its maker may still sign in. */
  readonly isActive: boolean;
}

@Injectable()
export class CalendarFeedsRepository {
  constructor(private readonly database: Database) {}

  async countOwn(tx: TransactionContext): Promise<number> {
    const text = 'SELECT count(*) AS count FROM calendar_feeds WHERE company_id = $1 AND user_id = $2';
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, tx.userId]))?.count ?? 0;
  }

  /** Nobody deletes the view until the transaction ends. */
  async lockView(tx: TransactionContext, viewId: string): Promise<void> {
    const text = 'SELECT 1 FROM views WHERE company_id = $1 AND id = $2 FOR KEY SHARE';
    await this.database.execute(tx, { text }, [tx.companyId, viewId]);
  }

  /** Deletes the calendars of a user who is erased. */
  @BeforeErasure()
  async deleteOfUser(tx: TransactionContext, { id: userId }: ErasedUser): Promise<void> {
    const text = 'DELETE FROM calendar_feeds WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, userId]);
  }

  /** The calendar of a token. */
  findByHash(context: DatabaseContext, companyId: string, tokenHash: Buffer): Promise<FoundFeed | undefined> {
    const text = `SELECT f.id, f.company_id AS "companyId", f.name, f.view_id AS "viewId", f.project_id AS "projectId",
        u.id AS "userId", u.role, u.active AND ${isActiveCompany('u.company_id')} AS "isActive"
      FROM calendar_feeds f JOIN users u ON u.company_id = f.company_id AND u.id = f.user_id
      WHERE f.company_id = $1 AND f.token_hash = $2`;
    return this.database.row<FoundFeed>(context, { text }, [companyId, tokenHash]);
  }

  async noteRead(context: RequestContext, id: string, moment: string): Promise<void> {
    const text = 'UPDATE calendar_feeds SET last_read_at = $3 WHERE company_id = $1 AND id = $2';
    await this.database.execute(context, { text }, [context.companyId, id, moment]);
  }

  /** The tasks `t` that meet the conditions; of many the ones due nearest to a moment. In an order that changes with them alone. */
  findTasks(context: RequestContext, conditions: Conditions, moment: string): Promise<CalendarTask[]> {
    const distance = `abs(extract(epoch FROM t.due_date - ${conditions.parameter(moment)}::timestamptz))`;
    const text = `SELECT t.id, t.tid, t.title, ${isDone('t')} AS "isDone", ${isoMoment('t.due_date')} AS "dueDate",
        ${isoMoment('t.start_date')} AS "startDate", ${isDay('t.due_date')} AND coalesce(${isDay('t.start_date')}, true) AS "isAllDay",
        ${isoMoment('t.updated_at')} AS "updatedAt", t.change_count AS "changeCount"
      FROM (SELECT t.* FROM tasks t WHERE ${conditions.where} ORDER BY ${distance}, t.id LIMIT ${MOST_TASKS}) t
      ORDER BY t.due_date, t.id`;
    return this.database.rows<CalendarTask>(context, { text }, conditions.values);
  }
}
