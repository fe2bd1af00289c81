import { Injectable } from '@nestjs/common';
import { LARGE_ANSWER_BYTES, longestWithin, MOST_ANSWER_BYTES } from '#common/http/bounded-answer.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { AnswerPlaces } from '#core/database/lists/answer-places.js';
import { CommentsService } from '#modules/comments/comments.service.js';
import type { CommentDetailResponse } from '#modules/comments/comment.dto.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { isBlockerOf, selectFields, selectShortened } from '#schema/tasks.js';
import { type TaskResponse } from '#modules/tasks/task.dto.js';
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

interface BriefLists {
  readonly subtasks: TaskResponse[];
  readonly blockers: TaskResponse[];
  readonly comments: CommentDetailResponse[];
  readonly earlier: EarlierWorkResponse[];
}

/** How long texts in its lists may be, and all of a list. */
interface Bounds {
  readonly longest: number;
  readonly room: number;
}

/** What an agent needs to know of its task. */
@Injectable()
export class WorkBriefs {
  constructor(
    private readonly database: Database,
    private readonly tasks: TaskQueries,
    private readonly comments: CommentsService,
    private readonly places: AnswerPlaces,
  ) {}

  /** Of a task that the agent reaches. What would be large is read shortened, in a place. */
  async make(context: RequestContext, taskId: string): Promise<WorkBriefResponse> {
    const { labels, attachments, ...task } = await this.tasks.findOne(unfenced(context), taskId);
    const { parentId, projectId } = task;
    const blockerIds = (await this.rows<{ id: string }>(context, SELECT_BLOCKER_IDS, taskId)).map(({ id }) => id);
    const small = { longest: MOST_ANSWER_BYTES, room: LARGE_ANSWER_BYTES };
    const lists =
      (await this.lists(context, taskId, blockerIds, small)) ?? (await this.largeLists(context, taskId, blockerIds));
    const { subtasks, blockers, comments, earlier } = lists;
    return {
      notice: BRIEF_NOTICE,
      task,
      labels,
      parent: parentId === null ? null : await this.find<TaskResponse>(context, SELECT_PARENT, parentId),
      subtasks: subtasks.map(marked),
      blockers: blockers.map(marked),
      comments: comments.map(marked),
      attachments,
      earlier,
      project: (await this.find<BriefProjectResponse>(context, SELECT_PROJECT, projectId)) as BriefProjectResponse,
    };
  }

  /** Undefined when one of them takes more than its room. */
  private async lists(
    context: RequestContext,
    taskId: string,
    blockerIds: readonly string[],
    { longest, room }: Bounds,
  ): Promise<BriefLists | undefined> {
    const values = [context.companyId, taskId];
    const subtasks = await this.database.rowsWithin<TaskResponse>(context, SELECT_SUBTASKS, [...values, longest], room);
    if (!subtasks) return undefined;
    const blockers = await this.tasks.findShortened(context, blockerIds, longest, room);
    if (!blockers) return undefined;
    const comments = await this.comments.findNewest(context, taskId, { most: MOST_COMMENTS, longest, room });
    if (!comments) return undefined;
    const earlier = await this.database.rowsWithin<EarlierWorkResponse>(context, SELECT_EARLIER, values, room);
    return earlier && { subtasks, blockers: blockers.slice(0, MOST_RELATED), comments, earlier };
  }

  private async largeLists(
    context: RequestContext,
    taskId: string,
    blockerIds: readonly string[],
  ): Promise<BriefLists> {
    await this.places.take(context);
    const values = [context.companyId, taskId, blockerIds];
    const ofTasks = await this.database.rows<{ bytes: number | null }>(context, SELECT_SIZES, values);
    const ofComments = await this.comments.findSizes(context, taskId, MOST_COMMENTS);
    const sizes = [...ofTasks.map(({ bytes }) => bytes ?? 0), ...ofComments];
    const longest = Math.min(longestWithin(sizes, MOST_ANSWER_BYTES), MOST_ANSWER_BYTES);
    return (await this.lists(context, taskId, blockerIds, { longest, room: Infinity })) as BriefLists;
  }

  private rows<Row>(context: RequestContext, statement: Statement, id: string): Promise<Row[]> {
    return this.database.rows<Row>(context, statement, [context.companyId, id]);
  }

  private async find<Row>(context: RequestContext, statement: Statement, id: string): Promise<Row | null> {
    return (await this.database.rowByKey<Row>(context, statement, [context.companyId, id])) ?? null;
  }
}

/** Only what was cut says so. */
function marked<Item extends object>({ truncated, ...item }: Item & { truncated?: boolean | null }): Item {
  return (truncated ? { ...item, truncated } : item) as Item;
}
