import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';
import type { CommentDetailResponse } from '../../comments/comments.sql.js';
import { CommentsService } from '../../comments/comments.service.js';
import { ProjectAccess } from '../../projects/project-access.service.js';
import { projects } from '../../projects/projects.sql.js';
import { TaskQueries } from '../../tasks/list/task-queries.service.js';
import { isBlockerOf, selectFields, type TaskResponse, tasks } from '../../tasks/tasks.sql.js';
import { BRIEF_NOTICE, type EarlierWorkResponse, type WorkBriefResponse } from './work-brief.dto.js';

const MOST_RELATED = 200;
const MOST_COMMENTS = 50;

/** What an agent needs to know of its task (agents 3.1). */
@Injectable()
export class WorkBriefs {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly tasks: TaskQueries,
    private readonly comments: CommentsService,
  ) {}

  async make(context: RequestContext, taskId: string): Promise<WorkBriefResponse> {
    const { labels, attachments, ...task } = await this.tasks.findOne(context, taskId);
    const related = (condition: string, values: unknown[]) => this.related(context, condition, values);
    const [parent] = task.parentId === null ? [] : await related('t.id = $3', [task.parentId]);
    return {
      notice: BRIEF_NOTICE,
      task,
      labels,
      parent: parent ?? null,
      subtasks: await related('t.parent_id = $3', [taskId]),
      blockers: await related(isBlockerOf('t', '$3'), [taskId]),
      comments: await this.newestComments(context, taskId),
      attachments,
      earlier: await this.earlier(context, taskId),
      project: await this.projectOf(context, task.projectId),
    };
  }

  private newestComments(context: RequestContext, taskId: string): Promise<CommentDetailResponse[]> {
    return this.comments.findNewest(context, taskId, MOST_COMMENTS);
  }

  private related(context: RequestContext, condition: string, values: unknown[]): Promise<TaskResponse[]> {
    const text = `SELECT ${selectFields()} FROM ${tasks('t')} WHERE t.company_id = $1 AND ${condition}
      AND ${this.access.conditionOn(context, 't.project_id')} ORDER BY t.rank, t.id LIMIT ${MOST_RELATED}`;
    return this.database.rows<TaskResponse>(context, { text }, [...this.access.parameters(context), ...values]);
  }

  /** The oldest first. */
  private earlier(context: RequestContext, taskId: string): Promise<EarlierWorkResponse[]> {
    const text = `SELECT w.attempt, w.state, w.summary, w.ended_reason AS "endedReason", w.review FROM works w
      WHERE w.company_id = $1 AND w.task_id = $2 AND w.ended_at IS NOT NULL ORDER BY w.lease_number LIMIT ${MOST_RELATED}`;
    return this.database.rows<EarlierWorkResponse>(context, { text }, [context.companyId, taskId]);
  }

  private async projectOf(context: RequestContext, id: string): Promise<WorkBriefResponse['project']> {
    const text = `SELECT p.id, p.key, p.name, p.description FROM ${projects('p')} WHERE p.company_id = $1 AND p.id = $2`;
    const row = await this.database.row<WorkBriefResponse['project']>(context, { text }, [context.companyId, id]);
    return row as WorkBriefResponse['project'];
  }
}
