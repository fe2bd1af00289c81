import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { ConflictError, RateLimitExceededError } from '../../common/errors/app-error.js';
import { Configuration } from '../../config/configuration.js';
import { InjectCompanyScoped } from '../../core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '../../core/company-scope/company-scoped.repository.js';
import type { TransactionContext } from '../../core/company-scope/request-context.js';
import { Database, type Statement } from '../../core/database/database.js';
import { CompaniesService } from '../companies/companies.service.js';
import { CompanyLimits } from '../companies/company-limits.service.js';
import { User } from './user.entity.js';

/** Until the first of those that are too many, this one among them, is a day old. */
const SELECT_WAIT_TO_INVITE: Statement = {
  text: `SELECT ceil(extract(epoch FROM invited_at + interval '1 day' - clock_timestamp()))::integer AS seconds FROM users
    WHERE company_id = $1 AND invited_at > now() - interval '1 day' ORDER BY invited_at DESC OFFSET $2 LIMIT 1`,
};

/** Rules about all users of a company together. Each holds until the transaction ends: other callers wait. */
@Injectable()
export class UserLimits {
  constructor(
    @InjectCompanyScoped(User) private readonly users: CompanyScopedRepository<User>,
    private readonly companies: CompaniesService,
    private readonly limits: CompanyLimits,
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  /** For one more user. @throws ConflictError when there are as many as there may be (extensions 1.7). */
  ensureRoom(context: TransactionContext): Promise<void> {
    return this.limits.ensureRoom(context, 'users', () => this.users.count(context));
  }

  /**
   * Ensures that a user who has just been added may be invited: a company sends so many invitations in 24 hours.
   *
   * @throws RateLimitExceededError until there may be another (extensions 1.9).
   */
  async ensureInvitation(context: TransactionContext): Promise<void> {
    const values = [context.companyId, this.configuration.limits.invitations];
    const wait = await this.database.row<{ seconds: number }>(context, SELECT_WAIT_TO_INVITE, values);
    if (wait) throw new RateLimitExceededError(wait.seconds);
  }

  /**
   * For an active OWNER who is about to lose the role or be deactivated. @throws ConflictError when there is no other
   * (decisions 4).
   */
  async ensureAnotherOwner(context: TransactionContext, id: string): Promise<void> {
    await this.companies.lock(context);
    const another = await this.users.findOne(context, { id: Not(id), role: 'OWNER', active: true });
    if (!another) throw new ConflictError('The last active OWNER cannot be demoted or deactivated');
  }
}
