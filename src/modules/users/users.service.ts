import { Inject, Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ConflictError, InsufficientRoleError } from '#common/errors/app-error.js';
import { type AuditRecord, userTarget } from '#core/audit/audit-entry.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { Passwords } from '#core/access/passwords.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { Role } from '#core/company-scope/role.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning, changesOf } from '#core/events/changes.js';
import { audited, type Change, changed, unannounced } from '#core/events/domain-event.js';
import { Hooks } from '#core/hooks/hooks.js';
import { MailTokensService } from '#modules/mail-tokens/mail-tokens.service.js';
import { UserCredentialsService } from './user-credentials.service.js';
import { UserEmailsRepository } from './user-emails.repository.js';
import { absenceOf, type AwayInput } from './away.dto.js';
import { CreateUser, type SignInFacts, toUserResponse, UpdateUser, UserResponse } from './user.dto.js';
import { UserLimits } from './user-limits.js';
import { isErased, isInvited, User } from './user.entity.js';
import { AfterDeactivation } from './user.hooks.js';

/** A user to be made; without an `id`, one is made too. */
type NewUser = Pick<User, 'email' | 'name' | 'role' | 'passwordHash'> & { id?: string };

/** How somebody signs in who never did. */
const NEVER_IN: SignInFacts = { secondFactor: null, lastSignInAt: null };

/** A user as they see themselves. */
export type OwnUser = UserResponse & Pick<User, 'email' | 'timezone'>;

/** What users change of themselves. */
export type OwnChanges = Pick<UserChanges, 'name' | 'timezone'> & { away?: AwayInput | null };

/** What a change of a user may set. */
type UserChanges = UpdateUser & Partial<Pick<User, 'email' | 'timezone' | 'awayFrom' | 'awayUntil' | 'awayNote'>>;

/** The users of a company. */
@Injectable()
export class UsersService {
  @Inject() private readonly hooks: Hooks;

  constructor(
    @InjectCompanyScoped(User) private readonly users: CompanyScopedRepository<User>,
    private readonly directory: UserEmailsRepository,
    private readonly limits: UserLimits,
    private readonly mailTokens: MailTokensService,
    private readonly passwords: Passwords,
    private readonly callerCheck: CallerCheck,
    private readonly credentials: UserCredentialsService,
  ) {}

  async findOne(context: RequestContext, id: string): Promise<UserResponse> {
    return toUserResponse(await this.users.require(context, { id }, 'User'));
  }

  /** @throws NotFoundError unless there is such a user who is active. */
  async getActive(context: RequestContext, id: string): Promise<UserResponse> {
    return toUserResponse(await this.users.require(context, { id, active: true }, 'User'));
  }

  /** The caller. */
  async findOwn(context: RequestContext): Promise<OwnUser> {
    return toOwnUser(await this.users.require(context, { id: context.userId }, 'User'));
  }

  /** The IANA time zone of a user; UTC for one who is gone. */
  async findTimeZone(context: RequestContext, userId: string): Promise<string> {
    return (await this.users.findOne(context, { id: userId }))?.timezone ?? 'UTC';
  }

  async create(context: RequestContext, { email, name, role, password }: CreateUser): Promise<UserResponse> {
    if (role === 'OWNER') ensureOwner(context);
    const passwordHash = password === undefined ? null : await this.passwords.hash(context, password);
    const user = await this.callerCheck.commit(context, async (tx) => {
      if (role === 'OWNER') ensureOwner(tx);
      await this.limits.ensureRoom(tx);
      const added = await this.addUser(tx, { email, name, role, passwordHash }, passwordHash === null);
      if (passwordHash === null) await this.limits.ensureInvitation(tx);
      const change = { ...unannounced(added), answer: { body: toUserResponse(added, NEVER_IN) } };
      const action = passwordHash === null ? 'user.invited' : 'user.created';
      return audited(change, { action, target: userTarget(added), changes: beginning({ email, role }) });
    });
    if (passwordHash === null) this.mailTokens.sendInvitation(context, user);
    return toUserResponse(user, NEVER_IN);
  }

  /**
   * Mails an invitation again; the token of the one before dies. @throws ConflictError unless an invitation is open;
   * RateLimitExceededError when too many were invited today
   */
  async inviteAgain(context: RequestContext, id: string): Promise<void> {
    const work = async (tx: TransactionContext) => {
      const user = await this.users.requireForUpdate(tx, { id }, 'User');
      if (!user.active) throw new ConflictError('The user is not active');
      if (!isInvited(user)) throw new ConflictError('The invitation was taken up');
      await this.limits.inviteAgain(tx, id);
      await this.mailTokens.revokeInvitations(tx, id);
      return audited(unannounced(user), { action: 'user.invited', target: userTarget(user) });
    };
    this.mailTokens.sendInvitation(context, await this.callerCheck.commit(context, work, [id]));
  }

  /**
   * Adds a MEMBER without a password; `sendInvitation` comes after the commit. @throws ConflictError when the address is
   * taken or there is no room; RateLimitExceededError when too many were invited today
   */
  async inviteUser(tx: TransactionContext, { email, name }: Pick<User, 'email' | 'name'>): Promise<User> {
    await this.limits.ensureRoom(tx);
    const added = await this.addUser(tx, { email, name, role: 'MEMBER', passwordHash: null }, true);
    await this.limits.ensureInvitation(tx);
    return added;
  }

  /** Mails the invitation to somebody who was invited. */
  sendInvitation(context: RequestContext, user: User): void {
    this.mailTokens.sendInvitation(context, user);
  }

  /** Deletes a user who was invited and has never logged in: null, or else why not. */
  async withdrawInvitation(tx: TransactionContext, id: string): Promise<string | null> {
    const user = await this.users.findOneForUpdate(tx, { id });
    if (!user) return null;
    if (isErased(user)) return 'The person was erased';
    if (user.passwordHash !== null) return 'The invitation was taken up';
    await this.directory.removeEmail(tx, user.email);
    await this.users.delete(tx, id);
    return null;
  }

  /**
   * Adds a user whom the company's directory knows; the audit log is to have the record. @throws ConflictError when there
   * are as many as there may be
   */
  async provisionUser(tx: TransactionContext, user: Omit<NewUser, 'passwordHash'>): Promise<AuditRecord> {
    await this.limits.ensureRoom(tx);
    const added = await this.addUser(tx, { ...user, passwordHash: null });
    const { email, role } = added;
    return { action: 'user.created', target: userTarget(added), changes: beginning({ email, role }) };
  }

  /** Gives a user the role that the company's directory says. */
  async setRole(context: RequestContext, id: string, role: Role): Promise<void> {
    await this.commit(context, id, { role });
  }

  /** Adds a user in the caller's transaction, and notes the invitation that is to be mailed. It checks no permission. */
  async addUser(tx: TransactionContext, { id = uuidv7(), ...values }: NewUser, isMailed = false): Promise<User> {
    await this.directory.addEmail(tx, values.email, { companyId: tx.companyId, userId: id });
    const invitedAt = isMailed ? new Date().toISOString() : null;
    return this.users.insert(tx, {
      id,
      ...values,
      timezone: 'UTC',
      awayFrom: null,
      awayUntil: null,
      awayNote: null,
      lastSignInAt: null,
      invitedAt,
      earlierInvitations: [],
      active: true,
      credentialVersion: 1,
    });
  }

  /** Another e-mail comes from the company's directory alone. @throws ConflictError when the address is taken */
  async update(context: RequestContext, id: string, changes: UpdateUser & { email?: string }): Promise<void> {
    await this.commit(context, id, changes);
  }

  /** Changes the caller. @throws ValidationError of an absence */
  async updateOwn(context: RequestContext, { away, ...changes }: OwnChanges): Promise<OwnUser> {
    return toOwnUser(await this.commit(context, context.userId, { ...changes, ...absenceOf(away) }));
  }

  private commit(context: RequestContext, id: string, changes: UserChanges): Promise<User> {
    return this.callerCheck.commit(context, (tx) => this.change(tx, id, changes), [id]);
  }

  private async change(tx: TransactionContext, id: string, changes: UserChanges): Promise<Change<User>> {
    const before = await this.users.requireForUpdate(tx, { id }, 'User');
    if (before.role === 'OWNER' || changes.role === 'OWNER') ensureOwner(tx);
    if (isErased(before)) throw new ConflictError('The user was erased');
    const { email, name, role, active, timezone, awayFrom, awayUntil, awayNote }: Changeable = {
      ...before,
      ...given(changes),
    };
    const after = { email, name, role, active, timezone, awayFrom, awayUntil, awayNote };
    if (Object.entries(after).every(([field, value]) => before[field as keyof User] === value))
      return unannounced(before);
    if (isActiveOwner(before) && !isActiveOwner({ role, active })) await this.limits.ensureAnotherOwner(tx, id);
    await this.moveAddress(tx, before, email);
    await this.credentials.announceChange(tx, id);
    const record = recordOf(before, after);
    if (active || !before.active) {
      return audited(unannounced(await this.users.update(tx, before, after)), record);
    }
    // What was issued before stays worthless when the user is activated again; keys do not.
    await this.mailTokens.revokeAll(tx, id);
    await this.credentials.endSessions(tx, id);
    const credentialVersion = before.credentialVersion + 1;
    const updated = await this.users.update(tx, before, { ...after, credentialVersion });
    const events = await this.hooks.call(AfterDeactivation, tx, id);
    return audited(changed(updated, ...events.flat()), record);
  }

  /** What was mailed to the address before is good no more. */
  private async moveAddress(tx: TransactionContext, { id, email: before }: User, email: string): Promise<void> {
    if (email.toLowerCase() === before.toLowerCase()) return;
    await this.directory.removeEmail(tx, before);
    await this.directory.addEmail(tx, email, { companyId: tx.companyId, userId: id });
    await this.mailTokens.revokeAll(tx, id);
  }
}

function toOwnUser(user: User): OwnUser {
  return { ...toUserResponse(user), email: user.email, timezone: user.timezone };
}

type Changeable = Pick<User, 'email' | 'name' | 'role' | 'active' | 'timezone' | 'awayFrom' | 'awayUntil' | 'awayNote'>;

/** What a change sets, without what it leaves out. */
function given(changes: UserChanges): Partial<Changeable> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function recordOf(before: User, after: Changeable): AuditRecord {
  const isTurned = before.active !== after.active;
  const action = isTurned ? (after.active ? 'user.activated' : 'user.deactivated') : 'user.changed';
  return { action, target: userTarget(before), changes: changesOf(before, after) };
}

function isActiveOwner({ role, active }: Pick<User, 'role' | 'active'>): boolean {
  return role === 'OWNER' && active;
}

/** Only an OWNER grants or takes OWNER, or changes anything of one. */
function ensureOwner({ role }: RequestContext): void {
  if (role !== 'OWNER') throw new InsufficientRoleError();
}
