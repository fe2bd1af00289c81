import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { RoleSettings } from './role-settings.js';

/** What a colleague refers to. */
interface References {
  readonly projectIds?: readonly string[];
  readonly ownerId?: string;
  /** Whom it mails. */
  readonly userIds?: readonly string[];
}

/** Whether what a colleague is to refer to is there. */
@Injectable()
export class ColleagueReferences {
  constructor(
    private readonly access: ProjectAccess,
    private readonly users: UsersService,
    private readonly database: Database,
    readonly roleSettings: RoleSettings,
  ) {}

  /** The present owner may be deactivated; a new one may not. @throws NotFoundError of a project or a user */
  async ensure(
    tx: TransactionContext,
    { projectIds = [], ownerId, userIds = [] }: References,
    presentOwnerId?: string,
  ): Promise<void> {
    if (projectIds.length > 0) await this.access.ensureReachable(tx, projectIds);
    if (ownerId !== undefined && ownerId !== presentOwnerId) await this.users.getActive(tx, ownerId);
    if (userIds.length > 0) await this.ensureActive(tx, userIds);
  }

  /** As `ensure`, for what is only looked at. */
  async ensureFor(context: RequestContext, { projectIds = [], ownerId }: References): Promise<void> {
    for (const id of new Set(projectIds)) await this.access.get(context, id);
    if (ownerId !== undefined) await this.users.getActive(context, ownerId);
  }

  private async ensureActive(tx: TransactionContext, userIds: readonly string[]): Promise<void> {
    const text = `SELECT count(*) AS count FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[]) AND u.active`;
    const found = await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, userIds]);
    if ((found?.count ?? 0) < userIds.length) throw new NotFoundError('User');
  }

  /** Those of the projects that the caller reaches. */
  reachedOf(context: RequestContext, projectIds: readonly string[]): Promise<string[]> {
    return this.access.findReachedOf(context, projectIds);
  }
}
