import { Injectable } from '@nestjs/common';
import { InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import { SecondFactors } from '#core/access/factors/second-factors.js';
import { Passkeys } from '#core/access/passkeys/passkeys.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { MailTokensService } from '#modules/mail-tokens/mail-tokens.service.js';
import { namelessOf } from './erased-name.js';
import { UserCredentialsService } from './user-credentials.service.js';
import { UserDirectory } from './user-directory.js';
import { UserLimits } from './user-limits.js';
import { isErased, User } from './user.entity.js';

/** Who somebody was, before they were erased. */
export interface ErasedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** With when it was: what was made before may name them. */
export interface ForgottenUser extends ErasedUser {
  readonly erasedAt: string;
}

type Forget = (tx: TransactionContext, user: ErasedUser) => Promise<void>;
type ForgetLater = (context: RequestContext, user: ForgottenUser) => Promise<void>;

/** Takes away who somebody is; what they wrote stays. */
@Injectable()
export class UserErasure {
  private readonly forgetting: Forget[] = [];
  private readonly forgettingLater: ForgetLater[] = [];

  constructor(
    @InjectCompanyScoped(User) private readonly users: CompanyScopedRepository<User>,
    private readonly credentials: UserCredentialsService,
    private readonly directory: UserDirectory,
    private readonly limits: UserLimits,
    private readonly mailTokens: MailTokensService,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
  ) {}

  /** Calls `forget` in the transaction that erases a user: for ways in, and few rows. */
  beforeErase(forget: Forget): void {
    this.forgetting.push(forget);
  }

  /** Calls `forget` soon after, for any number of rows; again when it failed. */
  afterErase(forget: ForgetLater): void {
    this.forgettingLater.push(forget);
  }

  /**
   * Signs a locked user out for ever and takes the name. Returns who it was; `forgetRest` is to follow.
   *
   * @throws NotFoundError unless there is such a user who is not erased; InsufficientRoleError unless the caller is
   * an OWNER, or it is a MEMBER or VIEWER; ConflictError for the last OWNER
   */
  async erase(tx: TransactionContext, id: string): Promise<ErasedUser> {
    const user = await this.users.requireForUpdate(tx, { id }, 'User');
    if (isErased(user)) throw new NotFoundError('User');
    const isForOwners = user.role === 'OWNER' || user.role === 'ADMIN';
    if (isForOwners && tx.role !== 'OWNER') throw new InsufficientRoleError();
    if (user.role === 'OWNER' && user.active) {
      await this.limits.ensureAnotherOwner(tx, id, 'The last active OWNER cannot be erased');
    }
    const { email, name } = user;
    await this.directory.remove(tx, email);
    const nameless = { name: namelessOf(id), email: '', timezone: 'UTC', active: false };
    const present = { awayFrom: null, awayUntil: null, awayNote: null };
    const wayless = { passwordHash: null, invitedAt: null, lastSignInAt: null };
    const credentialVersion = user.credentialVersion + 1;
    await this.users.update(tx, user, { ...nameless, ...present, ...wayless, credentialVersion });
    await this.credentials.announce(tx, id);
    // From here on the audit log finds no name.
    await this.credentials.endSessions(tx, id);
    await this.factors.remove(tx, id);
    await this.passkeys.removeAll(tx, id);
    await this.mailTokens.forget(tx, id);
    for (const forget of this.forgetting) await forget(tx, { id, email, name });
    return { id, email, name };
  }

  /** Does what may take long; it does no harm to do it again. */
  async forgetRest(context: RequestContext, user: ForgottenUser): Promise<void> {
    for (const forget of this.forgettingLater) await forget(context, user);
  }
}
