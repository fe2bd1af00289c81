import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { Database, type Statement } from '../../../core/database/database.js';
import { CommentsService } from '../../comments/comments.service.js';
import { projects } from '../../projects/projects.sql.js';
import { TaskQueries } from '../../tasks/list/task-queries.service.js';
import { isBlockerOf, selectFields, type TaskResponse, tasks } from '../../tasks/tasks.sql.js';
import { unfenced } from '../calls/work-rows.js';
import {
  BRIEF_NOTICE,
  type BriefProjectResponse,
  type EarlierWorkResponse,
  type WorkBriefResponse,
} from './work-brief.dto.js';

const MOST_RELATED = 200;
const MOST_COMMENTS = 50;

const TASKS_BY_RANK = `ORDER BY t.rank, t.id LIMIT ${MOST_RELATED}`;

/** Named: each fits all values, and claims are frequent. */
const SELECT_PARENT: Statement = {
  name: 'brief-parent',
  text: `SELECT ${selectFields()} FROM ${tasks('t')} WHERE t.company_id = $1 AND t.id = $2`,
};
const SELECT_SUBTASKS: Statement = {
  name: 'brief-subtasks',
  text: `SELECT ${selectFields()} FROM ${tasks('t')} WHERE t.company_id = $1 AND t.parent_id = $2 ${TASKS_BY_RANK}`,
};
const SELECT_BLOCKER_IDS: Statement = {
  name: 'brief-blockers',
  text: `SELECT t.id FROM ${tasks('t')} WHERE t.company_id = $1 AND ${isBlockerOf('t', '$2')} ORDER BY t.rank, t.id`,
};
/** The oldest first. */
const SELECT_EARLIER: Statement = {
  name: 'brief-earlier',
  text: `SELECT w.attempt, w.state, w.summary, w.ended_reason AS "endedReason", w.review FROM works w
    WHERE w.company_id = $1 AND w.task_id = $2 AND w.ended_at IS NOT NULL ORDER BY w.lease_number LIMIT ${MOST_RELATED}`,
};
const SELECT_PROJECT: Statement = {
  name: 'brief-project',
  text: `SELECT p.id, p.key, p.name, p.description FROM ${projects('p')} WHERE p.company_id = $1 AND p.id = $2`,
};

/** What an agent needs to know of its task (agents 3.1). */
@Injectable()
export class WorkBriefs {
  constructor(
    private readonly database: Database,
    private readonly tasks: TaskQueries,
    private readonly comments: CommentsService,
  ) {}

  /** Of a task that the agent reaches. */
  async make(context: RequestContext, taskId: string): Promise<WorkBriefResponse> {
    const { labels, attachments, ...task } = await this.tasks.findOne(unfenced(context), taskId);
    const { parentId, projectId } = task;
    return {
      notice: BRIEF_NOTICE,
      task,
      labels,
      parent: parentId === null ? null : await this.find<TaskResponse>(context, SELECT_PARENT, parentId),
      subtasks: await this.rows<TaskResponse>(context, SELECT_SUBTASKS, taskId),
      blockers: await this.blockers(context, taskId),
      comments: await this.comments.findNewest(context, taskId, MOST_COMMENTS),
      attachments,
      earlier: await this.rows<EarlierWorkResponse>(context, SELECT_EARLIER, taskId),
      project: (await this.find<BriefProjectResponse>(context, SELECT_PROJECT, projectId)) as BriefProjectResponse,
    };
  }

  /** Those within reach: they may be in other projects. */
  private async blockers(context: RequestContext, taskId: string): Promise<TaskResponse[]> {
    const ids = (await this.rows<{ id: string }>(context, SELECT_BLOCKER_IDS, taskId)).map(({ id }) => id);
    return ids.length === 0 ? [] : (await this.tasks.findByIds(context, ids)).slice(0, MOST_RELATED);
  }

  private rows<Row>(context: RequestContext, statement: Statement, id: string): Promise<Row[]> {
    return this.database.rows<Row>(context, statement, [context.companyId, id]);
  }

  private async find<Row>(context: RequestContext, statement: Statement, id: string): Promise<Row | null> {
    return (await this.database.rowByKey<Row>(context, statement, [context.companyId, id])) ?? null;
  }
}
