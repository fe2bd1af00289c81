import { Inject, Injectable } from '@nestjs/common';
import { InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import { SecondFactors } from '#core/access/factors/second-factors.js';
import { Passkeys } from '#core/access/passkeys/passkeys.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Hooks } from '#core/hooks/hooks.js';
import { MailTokensService } from '#modules/mail-tokens/mail-tokens.service.js';
import { namelessOf } from './erased-name.js';
import { UserCredentialsService } from './user-credentials.service.js';
import { UserEmailsRepository } from './user-emails.repository.js';
import { UserLimits } from './user-limits.js';
import { isErased, User } from './user.entity.js';
import { AfterErasure, BeforeErasure, type ErasedUser, type ForgottenUser } from './user.hooks.js';

/** Takes away who somebody is; what they wrote stays. */
@Injectable()
export class UserErasure {
  @Inject() private readonly hooks: Hooks;

  constructor(
    @InjectCompanyScoped(User) private readonly users: CompanyScopedRepository<User>,
    private readonly credentials: UserCredentialsService,
    private readonly directory: UserEmailsRepository,
    private readonly limits: UserLimits,
    private readonly mailTokens: MailTokensService,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
  ) {}

  /**
   * Signs a locked user out for ever and takes the name. Returns who it was; `forgetRest` is to follow.
   *
   * @throws NotFoundError unless there is such a user who is not erased; InsufficientRoleError unless the caller is
   * an OWNER, or it is a MEMBER or VIEWER; ConflictError for the last OWNER
   */
  async eraseUser(tx: TransactionContext, id: string): Promise<ErasedUser> {
    const user = await this.users.requireForUpdate(tx, { id }, 'User');
    if (isErased(user)) throw new NotFoundError('User');
    const isForOwners = user.role === 'OWNER' || user.role === 'ADMIN';
    if (isForOwners && tx.role !== 'OWNER') throw new InsufficientRoleError();
    if (user.role === 'OWNER' && user.active) {
      await this.limits.ensureAnotherOwner(tx, id, 'The last active OWNER cannot be erased');
    }
    const { email, name } = user;
    await this.directory.removeEmail(tx, email);
    const nameless = { name: namelessOf(id), email: '', timezone: 'UTC', active: false };
    const present = { awayFrom: null, awayUntil: null, awayNote: null };
    // When they were invited stays: it counts to the limit of a day.
    const wayless = { passwordHash: null, lastSignInAt: null };
    const credentialVersion = user.credentialVersion + 1;
    await this.users.update(tx, user, { ...nameless, ...present, ...wayless, credentialVersion });
    await this.credentials.announceChange(tx, id);
    // From here on the audit log finds no name.
    await this.credentials.endSessions(tx, id);
    await this.factors.remove(tx, id);
    await this.passkeys.removeAll(tx, id);
    await this.mailTokens.forgetUser(tx, id);
    await this.hooks.call(BeforeErasure, tx, { id, email, name });
    return { id, email, name };
  }

  /** Does what may take long; it does no harm to do it again. One that fails does not keep the others. @throws its error */
  async forgetRest(context: RequestContext, user: ForgottenUser): Promise<void> {
    const failures: unknown[] = [];
    for (const forget of this.hooks.listeners(AfterErasure)) {
      await forget(context, user).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
