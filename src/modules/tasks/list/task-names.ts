import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { DeclaresPathName, FindsHidden, type PathName } from '#core/http/path-name.hooks.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { projectsOfRows } from '#schema/projects.js';
import { TID } from '#schema/tasks.js';
import { TaskNotFoundError } from './task-queries.service.js';
import { TaskNamesRepository } from './task-names.repository.js';

/** How requests name tasks. */
@Injectable()
export class TaskNames {
  constructor(
    private readonly names: TaskNamesRepository,
    private readonly access: ProjectAccess,
  ) {}

  @DeclaresPathName()
  pathName(): PathName {
    return { resource: 'tasks', pattern: TID, findId: (context, tid) => this.names.findId(context, tid) };
  }

  /** The 404 when one of the ids is of a task out of the caller's reach. */
  @FindsHidden()
  async findHidden(context: RequestContext, ids: readonly string[]): Promise<TaskNotFoundError | undefined> {
    return (await this.access.isAnyHidden(context, projectsOfRows('tasks'), ids)) ? new TaskNotFoundError() : undefined;
  }
}
