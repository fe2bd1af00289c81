import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { ColleagueReferencesRepository } from './colleague-references.repository.js';
import { RoleSettings } from './role-settings.js';

/** What a colleague refers to. */
interface References {
  readonly projectIds?: readonly string[];
  readonly ownerId?: string;
  /** Whom it mails. */
  readonly userIds?: readonly string[];
}

/** Ensures that what a colleague refers to exists. */
@Injectable()
export class ColleagueReferences {
  constructor(
    private readonly access: ProjectAccess,
    private readonly users: UsersService,
    private readonly stored: ColleagueReferencesRepository,
    readonly roleSettings: RoleSettings,
  ) {}

  /** The present owner may be deactivated; a new one may not. @throws NotFoundError of a project or a user */
  async ensureReferences(
    tx: TransactionContext,
    { projectIds = [], ownerId, userIds = [] }: References,
    presentOwnerId?: string,
  ): Promise<void> {
    if (projectIds.length > 0) await this.access.ensureReachable(tx, projectIds);
    if (ownerId !== undefined && ownerId !== presentOwnerId) await this.users.getActive(tx, ownerId);
    if (userIds.length > 0) await this.ensureActive(tx, userIds);
  }

  /** As `ensureReferences`, for a colleague that is not stored. */
  async ensureFor(context: RequestContext, { projectIds = [], ownerId }: References): Promise<void> {
    for (const id of new Set(projectIds)) await this.access.getProject(context, id);
    if (ownerId !== undefined) await this.users.getActive(context, ownerId);
  }

  private async ensureActive(tx: TransactionContext, userIds: readonly string[]): Promise<void> {
    const count = await this.stored.countActiveUsers(tx, userIds);
    if (count < userIds.length) throw new NotFoundError('User');
  }

  /** Those of the projects that the caller reaches. */
  reachedOf(context: RequestContext, projectIds: readonly string[]): Promise<string[]> {
    return this.access.findReachedOf(context, projectIds);
  }
}
