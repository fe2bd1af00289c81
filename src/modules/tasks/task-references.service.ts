import { Injectable } from '@nestjs/common';
import { NotFoundError, ValidationError } from '../../common/errors/app-error.js';
import type { TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import type { UserReference } from './task.dto.js';
import { TaskQueries } from './task-queries.service.js';

/** The ids that a task may name; null ones name nothing. */
export interface TaskReferenceIds {
  assigneeId?: string | null;
  sprintId?: string | null;
  epicId?: string | null;
  parentId?: string | null;
  labelIds?: string[];
}

/** Checks what a task names of others before it is written (decisions 1.6, 7). */
@Injectable()
export class TaskReferences {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly queries: TaskQueries,
  ) {}

  /**
   * Checks ids that tasks of the project, or a new one, are about to get; gives the assignee among them. With a
   * `parentId`, the project's counter must be locked.
   *
   * @throws NotFoundError for what does not exist for the caller; ValidationError for what does not fit.
   */
  async require(
    context: TransactionContext,
    projectId: string,
    ids: TaskReferenceIds,
    taskIds: string[] = [],
  ): Promise<UserReference | undefined> {
    if (ids.sprintId) throw new NotFoundError('Sprint');
    if (ids.epicId) throw new NotFoundError('Epic');
    if (ids.labelIds && ids.labelIds.length > 0) throw new NotFoundError('Label');
    const { assigneeId, parentId } = ids;
    const assignee = assigneeId ? await this.access.findAssignable(context, projectId, assigneeId) : undefined;
    if (parentId) await this.requireParent(context, projectId, parentId, taskIds);
    return assignee;
  }

  /** The hierarchy of the project must be locked: then it stays true, and no two changes can close a cycle together. */
  private async requireParent(
    context: TransactionContext,
    projectId: string,
    parentId: string,
    taskIds: string[],
  ): Promise<void> {
    if ((await this.queries.findProjectId(context, parentId)) !== projectId) {
      throw new ValidationError({ parentId: 'Must be a task of the same project' });
    }
    if (taskIds.length > 0 && (await this.isAmongAncestors(context, taskIds, parentId))) {
      throw new ValidationError({ parentId: 'Must not be the task itself or one below it' });
    }
  }

  /** Whether one of the tasks is the descendant itself, or above it. */
  private async isAmongAncestors(
    context: TransactionContext,
    taskIds: string[],
    descendantId: string,
  ): Promise<boolean> {
    const row = await this.database.row(
      context,
      {
        text: `WITH RECURSIVE ancestors AS (
            SELECT id, parent_id FROM tasks WHERE company_id = $1 AND id = $2
            UNION SELECT t.id, t.parent_id FROM tasks t JOIN ancestors ON t.company_id = $1 AND t.id = ancestors.parent_id
          ) SELECT 1 FROM ancestors WHERE id = ANY ($3::uuid[])`,
      },
      [context.companyId, descendantId, taskIds],
    );
    return row !== undefined;
  }
}
