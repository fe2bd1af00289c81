import { Injectable } from '@nestjs/common';
import { LARGE_ANSWER_BYTES, longestWithin, MOST_ANSWER_BYTES } from '#common/http/bounded-answer.js';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';
import { AnswerPlaces } from '#core/database/lists/answer-places.js';
import { Lists } from '#core/database/lists/lists.js';
import { isShortened, shortened } from '#core/database/lists/shortened-text.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { MUST_STOP, WORK_JOINS } from './calls/works.repository.js';
import { DELEGATED, IS_AMONG_READY, IS_READY, READY_ORDER, REASONS } from './claims/ready-tasks.repository.js';
import { ReadyTaskResponse } from './ready-task.dto.js';
import { WorkActivity } from './work-activity.entity.js';
import { toActivityResponse, toWorkResponse, type WorkDetailResponse, type WorkResponse } from './work.dto.js';
import { Work } from './work.entity.js';
import type { ReadyQuery, WorksQuery } from './work-input.dto.js';
import { isOverdue } from '#schema/work.js';
import { LEASE_RAN_OUT, NOBODY_ANSWERED } from './work-states.js';

const MOST_ACTIVITIES = 1_000;

/** What has ended by itself is shown so before anything records it; what must stop is, too. */
const SELECT_WORKS = `SELECT ${columnsOf(Work, 'w', { without: ['state', 'endedAt', 'endedReason', 'stopCause'] })},
    CASE WHEN coalesce(${isOverdue('w')}, false) THEN CASE WHEN w.stop_at = w.ends_at THEN 'stopped'
      WHEN w.state = 'asking' THEN 'released' ELSE 'expired' END ELSE w.state END AS state,
    CASE WHEN coalesce(${isOverdue('w')}, false) THEN w.ends_at ELSE w.ended_at END AS "endedAt",
    CASE WHEN coalesce(${isOverdue('w')}, false) THEN CASE WHEN w.stop_at = w.ends_at THEN w.stop_reason
      WHEN w.state = 'asking' THEN '${NOBODY_ANSWERED}' ELSE '${LEASE_RAN_OUT}' END ELSE w.ended_reason END AS "endedReason",
    CASE WHEN w.stop_cause IS NULL AND w.ended_at IS NULL AND ${MUST_STOP} THEN 'task' ELSE w.stop_cause END AS "stopCause"
  FROM ${WORK_JOINS}`;

const NEWEST_ACTIVITIES = `FROM work_activities a WHERE a.company_id = $1 AND a.work_id = $2 ORDER BY a.id DESC LIMIT $3`;
const SELECT_ACTIVITIES: Statement = {
  text: `SELECT ${columnsOf(WorkActivity, 'a', { without: ['text'] })}, ${shortened('a.text', '$4')} AS text,
      CASE WHEN ${isShortened('a.text', '$4')} THEN true END AS truncated ${NEWEST_ACTIVITIES}`,
};
const SELECT_SIZES: Statement = { text: `SELECT octet_length(a.text) AS bytes ${NEWEST_ACTIVITIES}` };

const NEWEST_FIRST = 'w.created_at DESC, w.id DESC';

/** Reads works of tasks that the caller reaches. */
@Injectable()
export class WorkQueriesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    private readonly tasks: TaskQueries,
    private readonly places: AnswerPlaces,
  ) {}

  /** The newest first. */
  findWorks(context: RequestContext, query: WorksQuery): Promise<List<WorkResponse>> {
    const { state, colleagueId, projectId } = query;
    const conditions = this.reachable(context)
      .in('w.colleague_id', 'uuid', colleagueId)
      .in('t.project_id', 'uuid', projectId);
    const states = new Conditions(conditions.values).in('s.state', 'text', state);
    return this.lists.find<Work, WorkResponse>(context, query, {
      select: `SELECT s.* FROM (${SELECT_WORKS} WHERE ${conditions.where}) s WHERE ${states.where}`,
      values: states.values,
      orderBy: 's."createdAt" DESC, s.id DESC',
      toItem: toWorkResponse,
    });
  }

  /** All of a task, the newest first. @throws NotFoundError of the task */
  async findOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<WorkResponse>> {
    await this.tasks.ensureReachable(context, taskId);
    const conditions = this.reachable(context).equals('w.task_id', 'uuid', taskId);
    return this.lists.find<Work, WorkResponse>(context, query, {
      select: `${SELECT_WORKS} WHERE ${conditions.where}`,
      values: conditions.values,
      orderBy: NEWEST_FIRST,
      toItem: toWorkResponse,
    });
  }

  async getOne(context: RequestContext, id: string): Promise<WorkDetailResponse> {
    const conditions = this.reachable(context).equals('w.id', 'uuid', id);
    const work = await this.database.row<Work>(
      context,
      { text: `${SELECT_WORKS} WHERE ${conditions.where}` },
      conditions.values,
    );
    if (!work) throw new NotFoundError('Work');
    const activities = await this.activities(context, id);
    return { ...toWorkResponse(work), activities: activities.reverse().map(toActivityResponse) };
  }

  /** The newest first. What would be large is read shortened, in a place. */
  private async activities(context: RequestContext, id: string): Promise<WorkActivity[]> {
    const values = [context.companyId, id, MOST_ACTIVITIES];
    const read = (longest: number, room: number) =>
      this.database.rowsWithin<WorkActivity>(context, SELECT_ACTIVITIES, [...values, longest], room);
    const small = await read(MOST_ANSWER_BYTES, LARGE_ANSWER_BYTES);
    if (small) return small;
    await this.places.take(context);
    const sizes = await this.database.rows<{ bytes: number }>(context, SELECT_SIZES, values);
    const longest = longestWithin(
      sizes.map(({ bytes }) => bytes),
      MOST_ANSWER_BYTES,
    );
    return (await read(Math.min(longest, MOST_ANSWER_BYTES), Infinity)) as WorkActivity[];
  }

  /** Tasks in the order in which they are taken. */
  findReady(context: RequestContext, query: ReadyQuery): Promise<List<ReadyTaskResponse>> {
    const conditions = new Conditions(this.access.parametersOf(context))
      .add("t.company_id = $1 AND t.delegate_id IS NOT NULL AND t.status <> 'Done'")
      .add(this.access.conditionOnProject(context))
      .in('t.delegate_id', 'uuid', query.colleagueId);
    if (!query.explain) conditions.add(IS_AMONG_READY);
    return this.lists.find<ReadyTaskResponse>(context, query, {
      select: `SELECT json_build_object('id', t.id, 'tid', t.tid, 'title', t.title, 'status', t.status, 'priority', t.priority) AS task,
          json_build_object('id', c.id, 'name', c.name) AS colleague, ${IS_READY} AS ready, ${REASONS} AS why
        FROM ${DELEGATED} WHERE ${conditions.where}`,
      values: conditions.values,
      orderBy: READY_ORDER,
    });
  }

  private reachable(context: RequestContext): Conditions {
    return new Conditions(this.access.parametersOf(context))
      .add('w.company_id = $1')
      .add(this.access.conditionOnProject(context));
  }
}
