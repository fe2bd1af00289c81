import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '#common/database/database-error.js';
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  UnauthorizedError,
  ValidationError,
} from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { type AuditRecord, userTarget } from '#core/audit/audit-entry.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { Passkeys } from '#core/access/passkeys/passkeys.js';
import type { AnonymousContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, type Change, unannounced } from '#core/events/domain-event.js';
import { type UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { type LoginUserResponse, toLoginUserResponse } from '#core/access/login-user.dto.js';
import { AuthService } from './auth.service.js';
import { Freshness } from './freshness.js';
import type {
  AddPasskey,
  BeginPasskey,
  PasskeyOptionsResponse,
  PasskeyResponse,
  RemovePasskey,
  UpdatePasskey,
} from './passkey.dto.js';
import { SecurityMails } from './security-mails.js';

/** Passkeys of one user. */
const MOST = 20;
const NOT_OFFERED = 'There are no passkeys where people open the service at an IP address';

/** The passkeys of the caller, and signing in by one. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly freshness: Freshness,
    private readonly credentials: UserCredentialsService,
    private readonly auth: AuthService,
    private readonly mails: SecurityMails,
    private readonly callerCheck: CallerCheck,
  ) {}

  async beginPasskey(context: RequestContext, { password }: BeginPasskey): Promise<PasskeyOptionsResponse> {
    if (!this.passkeys.areOffered) throw new InvalidInputError(NOT_OFFERED);
    const user = await this.freshness.requireCaller(context, password);
    if ((await this.passkeys.count(context, user)) >= MOST) throw tooMany();
    return { ...(await this.passkeys.creationOptions({ ...context, signal: undefined }, user)) };
  }

  findOwn(context: RequestContext, query: PageQuery): Promise<List<PasskeyResponse>> {
    return this.passkeys.findAll(context, query);
  }

  async addPasskey(context: RequestContext, { name, response, endOthers }: AddPasskey): Promise<PasskeyResponse> {
    const made = await this.passkeys.checkNew({ ...context, signal: undefined }, context.userId, response);
    if (!made) throw new ValidationError({ response: 'The passkey is not valid; begin again' });
    try {
      const { user, passkey } = await this.commit(context, async (tx) => {
        const caller = (await this.credentials.findCredentials(tx, tx)) as UserCredentials;
        if ((await this.passkeys.count(tx, caller)) >= MOST) throw tooMany();
        const id = await this.passkeys.add(tx, caller.id, name, made);
        await this.credentials.announceFactors(tx, endOthers);
        const added = { user: caller, passkey: await this.get(tx, id) };
        return audited(unannounced(added), passkeyRecord('added', caller, id));
      });
      this.mails.mailChange(context, user, 'passkey-added');
      return passkey;
    } catch (error) {
      if (!isUniqueViolation(error, 'passkeys_credential_id')) throw error;
      throw new ValidationError({ response: 'The passkey is there already' });
    }
  }

  update(context: RequestContext, id: string, { name }: UpdatePasskey): Promise<PasskeyResponse> {
    return this.commit(context, async (tx) => {
      if (!(await this.passkeys.rename(tx, tx.userId, id, name))) throw new NotFoundError('Passkey');
      return unannounced(await this.get(tx, id));
    });
  }

  /** @throws ConflictError when nothing would be left to sign in with */
  async remove(context: RequestContext, id: string, { password, endOthers }: RemovePasskey): Promise<void> {
    await this.get(context, id);
    const user = await this.freshness.requireCaller(context, password);
    await this.commit(context, async (tx) => {
      if (!(await this.passkeys.remove(tx, tx.userId, id))) throw new NotFoundError('Passkey');
      if (!(await this.credentials.hasWayIn(tx))) {
        throw new ConflictError('It is the last way for you to sign in; add another one first');
      }
      await this.credentials.announceFactors(tx, endOthers);
      return audited(unannounced(undefined), passkeyRecord('removed', user, id));
    });
    this.mails.mailChange(context, user, 'passkey-removed');
  }

  async signInOptions(anonymous: AnonymousContext): Promise<PasskeyOptionsResponse> {
    if (!this.passkeys.areOffered) throw new UnauthorizedError(NOT_OFFERED);
    return { ...(await this.passkeys.requestOptions({ ...anonymous, signal: undefined })) };
  }

  /** Who has signed in, and the value of the cookie. @throws UnauthorizedError */
  async signIn(anonymous: AnonymousContext, response: object): Promise<{ user: LoginUserResponse; token: string }> {
    const context = { ...anonymous, signal: undefined };
    const owner = await this.passkeys.checkSignIn(context, response);
    const user = owner && (await this.credentials.findCredentials(context, owner));
    if (!user?.active) throw new UnauthorizedError('The passkey is not valid here');
    return { user: toLoginUserResponse(user), token: await this.auth.startFor(context, user, 'passkey') };
  }

  private async get(context: RequestContext, id: string): Promise<PasskeyResponse> {
    const passkey = await this.passkeys.findOne(context, id);
    if (!passkey) throw new NotFoundError('Passkey');
    return passkey;
  }

  private commit<T>(context: RequestContext, work: (tx: TransactionContext) => Promise<Change<T>>): Promise<T> {
    return this.callerCheck.commit(context, work, [context.userId]);
  }
}

/** What the audit log says of a passkey: whose it is, and its id, as its name is their own. */
export function passkeyRecord(
  what: 'added' | 'removed',
  user: Pick<UserCredentials, 'id' | 'name'>,
  ...ids: readonly string[]
): AuditRecord {
  const passkeys = { added: [], removed: [], [what]: ids };
  return { action: `passkey.${what}`, target: userTarget(user), changes: { passkeys } };
}

function tooMany(): ConflictError {
  return new ConflictError(`A user has at most ${MOST} passkeys; remove one first`);
}
