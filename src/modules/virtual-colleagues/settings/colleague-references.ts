import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '../../../core/company-scope/request-context.js';
import { ProjectAccess } from '../../projects/project-access.service.js';
import { UsersService } from '../../users/users.service.js';
import { RoleSettings } from './role-settings.js';

/** What a colleague refers to. */
interface References {
  readonly projectIds?: readonly string[];
  readonly ownerId?: string;
}

/** Whether what a colleague is to refer to is there. */
@Injectable()
export class ColleagueReferences {
  constructor(
    private readonly access: ProjectAccess,
    private readonly users: UsersService,
    readonly roleSettings: RoleSettings,
  ) {}

  /** The present owner may be deactivated; a new one may not. @throws NotFoundError of a project or the owner */
  async ensure(
    tx: TransactionContext,
    { projectIds = [], ownerId }: References,
    presentOwnerId?: string,
  ): Promise<void> {
    if (projectIds.length > 0) await this.access.ensureReachable(tx, projectIds);
    if (ownerId !== undefined && ownerId !== presentOwnerId) await this.users.getActive(tx, ownerId);
  }

  /** As `ensure`, for what is only looked at. */
  async ensureFor(context: RequestContext, { projectIds = [], ownerId }: References): Promise<void> {
    for (const id of new Set(projectIds)) await this.access.get(context, id);
    if (ownerId !== undefined) await this.users.getActive(context, ownerId);
  }

  /** Those of the projects that the caller reaches. */
  reachedOf(context: RequestContext, projectIds: readonly string[]): Promise<string[]> {
    return this.access.findReachedOf(context, projectIds);
  }
}
