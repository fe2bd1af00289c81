import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { ConflictError, RateLimitExceededError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { CompanyLimits } from '#modules/companies/company-limits.service.js';
import { User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';

/** Rules about all users of a company together. Each holds until the transaction ends: other callers wait. */
@Injectable()
export class UserLimits {
  constructor(
    @InjectCompanyScoped(User) private readonly users: CompanyScopedRepository<User>,
    private readonly companies: CompaniesService,
    private readonly limits: CompanyLimits,
    private readonly rows: UsersRepository,
    private readonly configuration: Configuration,
  ) {}

  /** For one more user. @throws ConflictError when there are as many as there may be. */
  ensureRoom(tx: TransactionContext): Promise<void> {
    return this.limits.ensureRoom(tx, 'users', () => this.users.count(tx));
  }

  /**
   * Ensures that a user whose invitation has just been noted may be invited: a company sends so many invitations in 24 hours.
   *
   * @throws RateLimitExceededError until there may be another.
   */
  async ensureInvitation(tx: TransactionContext): Promise<void> {
    const wait = await this.rows.findWaitToInvite(tx, this.configuration.limits.invitations);
    if (wait) throw new RateLimitExceededError(wait.seconds);
  }

  /** Notes that a locked user is invited once more. @throws RateLimitExceededError as `ensureInvitation` does */
  async inviteAgain(tx: TransactionContext, userId: string): Promise<void> {
    await this.rows.noteInvitation(tx, userId);
    await this.ensureInvitation(tx);
  }

  /**
   * For an active OWNER who is about to lose the role, or be deactivated or erased. @throws ConflictError when there is no other.
   */
  async ensureAnotherOwner(
    tx: TransactionContext,
    id: string,
    refusal = 'The last active OWNER cannot be demoted or deactivated',
  ): Promise<void> {
    await this.companies.lockCompany(tx);
    const another = await this.users.findOne(tx, { id: Not(id), role: 'OWNER', active: true });
    if (!another) throw new ConflictError(refusal);
  }
}
