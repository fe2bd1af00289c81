import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { DeclaresPathName, FindsHidden, type PathName } from '#core/http/path-name.hooks.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { TaskNotFoundError } from './task-queries.service.js';

/** `WEB-12`, in any case. */
const TID = /^[a-z][a-z0-9]{1,9}-[1-9][0-9]{0,9}$/i;

const SELECT_ID: Statement = {
  name: 'task-id-by-tid',
  text: 'SELECT id FROM tasks WHERE company_id = $1 AND tid = upper($2)',
};

/** How requests name tasks. */
@Injectable()
export class TaskNames {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  @DeclaresPathName()
  pathName(): PathName {
    return { resource: 'tasks', pattern: TID, findId: (context, tid) => this.findId(context, tid) };
  }

  /** The 404 when one of the ids is of a task out of the caller's reach. */
  @FindsHidden()
  async findHidden(context: RequestContext, ids: readonly string[]): Promise<TaskNotFoundError | undefined> {
    const select = 'SELECT t.project_id FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($3::uuid[])';
    return (await this.access.isAnyHidden(context, select, ids)) ? new TaskNotFoundError() : undefined;
  }

  /** The id of the task of that tid, whether the caller reaches it or not. */
  private async findId(context: RequestContext, tid: string): Promise<string | undefined> {
    return (await this.database.rowByKey<{ id: string }>(context, SELECT_ID, [context.companyId, tid]))?.id;
  }
}
