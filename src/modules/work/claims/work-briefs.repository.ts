import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { isBlockerOf, selectFields, selectShortened } from '#schema/tasks.js';
import type { TaskResponse } from '#modules/tasks/task.dto.js';
import type { BriefProjectResponse, EarlierWorkResponse } from './work-brief.dto.js';

export const MOST_RELATED = 200;

const TASKS_BY_RANK = `ORDER BY t.rank, t.id LIMIT ${MOST_RELATED}`;

/** Named: each fits all values, and claims are frequent. */
const SELECT_PARENT: Statement = {
  name: 'brief-parent',
  text: `SELECT ${selectFields()} FROM tasks t WHERE t.company_id = $1 AND t.id = $2`,
};

const SELECT_SUBTASKS: Statement = {
  name: 'brief-subtasks',
  text: `SELECT ${selectShortened('$3')} FROM tasks t
    WHERE t.company_id = $1 AND t.parent_id = $2 ${TASKS_BY_RANK}`,
};

/** The bytes of the descriptions of subtasks and blockers. */
const SELECT_SIZES: Statement = {
  text: `(SELECT octet_length(t.description) AS bytes FROM tasks t
      WHERE t.company_id = $1 AND t.parent_id = $2 ${TASKS_BY_RANK})
    UNION ALL SELECT octet_length(t.description) FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($3::uuid[])`,
};

const SELECT_BLOCKER_IDS: Statement = {
  name: 'brief-blockers',
  text: `SELECT t.id FROM tasks t WHERE t.company_id = $1 AND ${isBlockerOf('t', '$2')} ORDER BY t.rank, t.id`,
};

/** The oldest first. */
const SELECT_EARLIER: Statement = {
  name: 'brief-earlier',
  text: `SELECT w.attempt, w.state, w.summary, w.ended_reason AS "endedReason", w.review FROM works w
    WHERE w.company_id = $1 AND w.task_id = $2 AND w.ended_at IS NOT NULL ORDER BY w.lease_number LIMIT ${MOST_RELATED}`,
};

const SELECT_PROJECT: Statement = {
  name: 'brief-project',
  text: `SELECT p.id, p.key, p.name, p.description FROM projects p WHERE p.company_id = $1 AND p.id = $2`,
};

/** How long texts in its lists may be, and all of a list. */
export interface Bounds {
  readonly longest: number;
  readonly room: number;
}

/** What an agent needs to know of its task, in parts. */
@Injectable()
export class WorkBriefsRepository {
  constructor(private readonly database: Database) {}

  async findBlockerIds(context: RequestContext, taskId: string): Promise<string[]> {
    const values = [context.companyId, taskId];
    return (await this.database.rows<{ id: string }>(context, SELECT_BLOCKER_IDS, values)).map(({ id }) => id);
  }

  async findParent(context: RequestContext, id: string): Promise<TaskResponse | null> {
    return (await this.database.rowByKey<TaskResponse>(context, SELECT_PARENT, [context.companyId, id])) ?? null;
  }

  findProject(context: RequestContext, id: string): Promise<BriefProjectResponse | undefined> {
    return this.database.rowByKey<BriefProjectResponse>(context, SELECT_PROJECT, [context.companyId, id]);
  }

  findSubtasks(
    context: RequestContext,
    taskId: string,
    { longest, room }: Bounds,
  ): Promise<TaskResponse[] | undefined> {
    return this.database.rowsWithin<TaskResponse>(context, SELECT_SUBTASKS, [context.companyId, taskId, longest], room);
  }

  findEarlier(context: RequestContext, taskId: string, room: number): Promise<EarlierWorkResponse[] | undefined> {
    return this.database.rowsWithin<EarlierWorkResponse>(context, SELECT_EARLIER, [context.companyId, taskId], room);
  }

  async findSizes(context: RequestContext, taskId: string, blockerIds: readonly string[]): Promise<number[]> {
    const values = [context.companyId, taskId, blockerIds];
    const rows = await this.database.rows<{ bytes: number | null }>(context, SELECT_SIZES, values);
    return rows.map(({ bytes }) => bytes ?? 0);
  }
}
