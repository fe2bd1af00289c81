import { Injectable } from '@nestjs/common';
import { NIL_UUID } from '#common/validation/uuid.js';
import type { SignIn } from '#core/access/sign-in.js';
import { Grants } from '#core/access/grants/grants.js';
import { Sessions } from '#core/access/sessions/sessions.js';
import { userTarget } from '#core/audit/audit-entry.js';
import { AuditLog } from '#core/audit/audit-log.js';
import { UserCache } from '#core/access/user-cache.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type {
  AnonymousContext,
  DatabaseContext,
  RequestContext,
  TransactionContext,
} from '#core/company-scope/request-context.js';
import { UserEmailsRepository, UserKey } from './user-emails.repository.js';
import { User } from './user.entity.js';
import { UserCredentialsRepository, type UserCredentials } from './user-credentials.repository.js';

export type { UserCredentials } from './user-credentials.repository.js';

const NOBODY: UserKey = { companyId: NIL_UUID, userId: NIL_UUID };

/** Users as authentication sees them, also before their company is known. */
@Injectable()
export class UserCredentialsService {
  constructor(
    private readonly audit: AuditLog,
    private readonly statements: UserCredentialsRepository,
    private readonly directory: UserEmailsRepository,
    private readonly cache: UserCache,
    private readonly sessions: Sessions,
    private readonly grants: Grants,
    @InjectCompanyScoped(User) private readonly users: CompanyScopedRepository<User>,
  ) {}

  findCredentials(context: DatabaseContext, key: UserKey): Promise<UserCredentials | undefined> {
    return this.statements.findByKey(context, key);
  }

  /** Takes the same steps whether there is such a user or not, so that time does not tell. */
  async findByEmail(context: DatabaseContext, email: string): Promise<UserCredentials | undefined> {
    return this.statements.findByKey(context, (await this.directory.findKey(context, email)) ?? NOBODY);
  }

  /** The context's own user; nobody else changes it until the transaction ends. */
  lockUser(tx: TransactionContext): Promise<User> {
    return this.users.requireForUpdate(tx, { id: tx.userId }, 'User');
  }

  /** Whether the context's user has a password that may be used, a passkey or an identity. */
  hasWayIn(tx: TransactionContext): Promise<boolean> {
    return this.statements.hasWayIn(tx);
  }

  /** Remembers that the user has just signed in. */
  noteSignIn(context: DatabaseContext, user: Pick<UserCredentials, 'companyId' | 'id'>): Promise<void> {
    return this.statements.noteSignIn(context, user);
  }

  /** To be called in the transaction of each change of a user, so that authentication hears of it. */
  announceChange(tx: TransactionContext, userId: string): Promise<void> {
    return this.cache.announce(tx, userId);
  }

  /** To be called when the caller, who is locked, has changed how they sign in. */
  async announceFactors(tx: TransactionContext, endOthers = false): Promise<void> {
    await this.cache.announce(tx, tx.userId);
    if (endOthers) await this.sessions.endOthers(tx, tx.userId);
  }

  /** Begins a session of someone who has signed in. Returns the value of the cookie. */
  startSession(
    context: AnonymousContext | RequestContext,
    user: Pick<User, 'companyId' | 'id' | 'role' | 'credentialVersion'>,
    signIn: SignIn,
  ): Promise<string> {
    return this.sessions.start(context, user, signIn);
  }

  /** Has the audit log say that someone asked for a mail with a new password. */
  recordResetRequest(anonymous: AnonymousContext, user: UserCredentials): Promise<void> {
    const context = { ...anonymous, companyId: user.companyId, userId: user.id, role: user.role };
    const record = { action: 'password.reset_requested', target: userTarget(user), actor: 'anonymous' } as const;
    return this.audit.recordAlone(context, record);
  }

  /** Ends the sessions of a locked user, and what programs were granted; tokens end with the credential version. */
  async endSessions(tx: TransactionContext, userId: string): Promise<void> {
    await this.sessions.endAll(tx, userId);
    await this.grants.endAll(tx, userId);
  }

  /** Ends all sessions and tokens of a locked user. */
  async setPassword(tx: TransactionContext, user: User, passwordHash: string): Promise<User> {
    await this.cache.announce(tx, user.id);
    await this.endSessions(tx, user.id);
    return this.users.update(tx, user, { passwordHash, credentialVersion: user.credentialVersion + 1 });
  }
}
