import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '../../../core/company-scope/request-context.js';
import { ProjectAccess } from '../../projects/project-access.service.js';
import { UsersService } from '../../users/users.service.js';

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
}
