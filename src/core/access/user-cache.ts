import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction, RequestContext } from '../company-scope/request-context.js';
import type { Role } from '../company-scope/role.js';
import { Database, Statement } from '../database/database.js';
import { NotifiedCache } from '../database/pool/notified-cache.js';
import { Notifications } from '../database/pool/notifications.js';
import { firstFactorAt, secondFactorOf } from '#schema/factors.js';
import type { OAuthSetting } from './grants/grant.js';
import type { FactorState } from './sign-in.js';

/** What a user is called. */
interface PersonalNames {
  readonly name: string | null;
  readonly email: string | null;
}

/** Whom verified credentials name. */
interface UserKey {
  readonly companyId: string;
  readonly userId: string;
}

/** What authentication and the audit log need to know of a user. */
export interface UserState extends PersonalNames, FactorState {
  readonly companyId: string;
  readonly role: Role;
  /** Neither the user nor the company is deactivated. */
  readonly active: boolean;
  readonly credentialVersion: number;
  /** Who of the company may connect programs. */
  readonly oauth: OAuthSetting;
}

/** The channel that names each changed user. */
export const USER_CHANGED = 'user_changed';
/** The channel that names each changed company. */
export const COMPANY_CHANGED = 'company_changed';

const SELECT_USER: Statement = {
  name: 'authentication-user',
  text: `SELECT u.company_id AS "companyId", u.name, u.email, u.role, u.active AND c.active AS active,
      u.credential_version AS "credentialVersion", c.require_second_factor AS "requiresSecondFactor", c.oauth,
      floor(extract(epoch FROM ${firstFactorAt('u')}) * 1000)::float8 AS "firstFactorAt"
    FROM users u JOIN companies c ON c.id = u.company_id WHERE u.company_id = $1 AND u.id = $2`,
};

const SELECT_NAMES: Statement = {
  name: 'user-names',
  text: 'SELECT name, email FROM users WHERE company_id = $1 AND id = $2',
};

/** The users of recent requests; changes count as `NotifiedCache` says. */
@Injectable()
export class UserCache {
  private readonly users: NotifiedCache<UserState>;

  constructor(
    private readonly database: Database,
    notifications: Notifications,
  ) {
    this.users = new NotifiedCache(notifications, USER_CHANGED);
    const forgetAll = () => this.users.forgetAll();
    notifications.subscribe(COMPANY_CHANGED, forgetAll, forgetAll);
  }

  async find({ companyId, userId }: UserKey, signal?: AbortSignal): Promise<UserState | undefined> {
    const context = { share: companyId, signal };
    const user = await this.users.find(userId, () => this.database.rowByKey(context, SELECT_USER, [companyId, userId]));
    return user?.companyId === companyId ? user : undefined;
  }

  /** What the context's user is called; null for one who is gone. Who has just been authenticated costs no statement. */
  async namesOf(context: RequestContext): Promise<PersonalNames> {
    const { companyId, userId } = context;
    const known = this.users.known(userId);
    if (known?.companyId === companyId) return { name: known.name, email: known.email };
    const values = [companyId, userId];
    return (await this.database.row(context, SELECT_NAMES, values)) ?? { name: null, email: null };
  }

  /** Whether the context's user has an authenticator or a passkey. */
  async hasSecondFactor(context: RequestContext): Promise<boolean> {
    const text = `SELECT (${secondFactorOf('u')}) IS NOT NULL AS "hasOne" FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    const row = await this.database.row<{ hasOne: boolean }>(context, { text }, [context.companyId, context.userId]);
    return row?.hasOne === true;
  }

  /** To be called in the transaction of each change of a user: once it is committed, it counts here, and others hear of it. */
  async announce(tx: InTransaction<DatabaseContext>, userId: string): Promise<void> {
    tx.transaction.afterCommit.push(() => this.users.forget(userId));
    await this.database.notify(tx, USER_CHANGED, userId);
  }

  /** As `announce`, for the company and so for all of its users. */
  async announceCompany(tx: InTransaction<DatabaseContext>, companyId: string): Promise<void> {
    tx.transaction.afterCommit.push(() => this.users.forgetAll());
    await this.database.notify(tx, COMPANY_CHANGED, companyId);
  }
}
