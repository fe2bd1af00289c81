import { storedName } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import validator from 'validator';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, UnauthorizedError } from '#common/errors/app-error.js';
import { cut, storable } from '#common/validation/storable.js';
import { LIMITS, textProblem } from '#common/validation/text.js';
import { type Role, ROLES } from '#core/company-scope/role.js';
import type { AnonymousContext, RequestContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { type UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { identityRecord } from './sso-audit.js';
import type { OpenConnection } from './sso-connections.js';
import { SsoDomains } from './sso-domains.js';
import type { Claims } from './sso-flows.js';
import { IdentitiesRepository } from './identities.repository.js';

/** Whom a sign-in was found to be, and whether their account has just been connected. */
export interface FoundPerson {
  readonly user: UserCredentials;
  readonly isLinked: boolean;
}

/** Characters of a name that a provider gives. */
const LONGEST_NAME = 255;

const UNINVITED = 'Ask an administrator for an invitation';

/** Who it is that a provider speaks of. */
@Injectable()
export class SsoPeople {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly outbox: Outbox,
    private readonly domains: SsoDomains,
    private readonly credentials: UserCredentialsService,
    private readonly users: UsersService,
  ) {}

  /** The user, who may have been connected or made just now. @throws UnauthorizedError */
  async findPerson(anonymous: AnonymousContext, connection: OpenConnection, claims: Claims): Promise<FoundPerson> {
    const attempt = () => this.findOnce(anonymous, connection, claims);
    // Of two sign-ins at once the second finds what the first has made.
    const found = await attempt()
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'identities_company_id_issuer_sub') || error instanceof ConflictError) {
          return attempt();
        }
        throw error;
      })
      .catch((error: unknown) => {
        // There are as many users as there may be, or another company has taken the address meanwhile.
        throw error instanceof ConflictError ? uninvited() : error;
      });
    const user = await this.withRole(anonymous, connection, claims, found);
    return { user, isLinked: found.isLinked };
  }

  /** Connects the account of a caller. @throws ConflictError when the identity is somebody else's */
  async linkIdentity(
    context: RequestContext,
    connection: OpenConnection,
    claims: Claims,
    { user, endOthers }: { user: UserCredentials; endOthers: boolean },
  ): Promise<void> {
    const owner = await this.identities.findUserId(context, connection, claims);
    if (owner !== undefined && owner !== context.userId) throw alreadyConnected();
    if (owner !== undefined) return;
    try {
      await this.outbox.commit(context, async (tx) => {
        await this.identities.insertIdentity(tx, context.userId, connection.issuer, claims.sub, false);
        await this.credentials.announceFactors(tx, endOthers);
        return audited(unannounced(undefined), identityRecord('linked', user, connection.issuer));
      });
    } catch (error) {
      if (isUniqueViolation(error, 'identities_company_id_issuer_sub')) throw alreadyConnected();
      throw error;
    }
  }

  private async findOnce(
    anonymous: AnonymousContext,
    connection: OpenConnection,
    claims: Claims,
  ): Promise<FoundPerson & { isNew: boolean }> {
    const { companyId, issuer } = connection;
    const known = await this.identities.findUserId(anonymous, connection, claims);
    if (known !== undefined) {
      const user = await this.credentials.findCredentials(anonymous, { companyId, userId: known });
      if (!user?.active) throw uninvited();
      await this.identities.noteUse(anonymous, connection, claims);
      return { user, isLinked: false, isNew: false };
    }
    const email = await this.trustedEmail(anonymous, connection, claims);
    if (email === undefined) throw uninvited();
    const user = await this.credentials.findByEmail(anonymous, email);
    if (!user) return this.provision(anonymous, connection, claims, email);
    if (user.companyId !== companyId || !user.active) throw uninvited();
    if (user.role === 'OWNER') throw new UnauthorizedError('Sign in with your password and connect under Security');
    await this.outbox.commit(contextOf(anonymous, user), async (tx) => {
      await this.identities.insertIdentity(tx, user.id, issuer, claims.sub, true);
      return audited(unannounced(undefined), identityRecord('linked', user, issuer));
    });
    return { user, isLinked: true, isNew: false };
  }

  private async provision(
    anonymous: AnonymousContext,
    connection: OpenConnection,
    claims: Claims,
    email: string,
  ): Promise<FoundPerson & { isNew: boolean }> {
    const { companyId, issuer, autoProvision, defaultRole } = connection;
    const domain = domainOf(email);
    if (!autoProvision || !(await this.domains.isVerified(anonymous, companyId, domain))) throw uninvited();
    const userId = uuidv7();
    const context: RequestContext = { ...anonymous, companyId, userId, role: defaultRole, signal: undefined };
    await this.outbox.commit(context, async (tx) => {
      const name = nameOf(claims, email);
      const role = roleOf(connection, claims) ?? defaultRole;
      const created = await this.users.provisionUser(tx, { id: userId, email, name, role });
      await this.identities.insertIdentity(tx, userId, issuer, claims.sub, true);
      return audited(unannounced(undefined), created, identityRecord('linked', { id: userId, name }, issuer));
    });
    const user = await this.credentials.findCredentials(anonymous, { companyId, userId });
    if (!user) throw uninvited();
    return { user, isLinked: false, isNew: true };
  }

  /** The role that the provider gives, of everyone but OWNERs. */
  private async withRole(
    anonymous: AnonymousContext,
    connection: OpenConnection,
    claims: Claims,
    { user, isNew }: FoundPerson & { isNew: boolean },
  ): Promise<UserCredentials> {
    const role = roleOf(connection, claims);
    if (isNew || role === undefined || user.role === 'OWNER' || role === user.role) return user;
    const context = contextOf(anonymous, user);
    await this.users.setRole(context, user.id, role);
    return { ...user, role };
  }

  /** The e-mail, when the provider's word for it counts. */
  private async trustedEmail(
    anonymous: AnonymousContext,
    { companyId, trustEmail }: OpenConnection,
    { email, email_verified: verified }: Claims,
  ): Promise<string | undefined> {
    if (typeof email !== 'string' || textProblem(email, LIMITS.email) !== undefined) return undefined;
    if (!validator.isEmail(email)) return undefined;
    if (verified === true || verified === 'true') return email;
    if (verified !== undefined || trustEmail !== 'always') return undefined;
    return (await this.domains.isVerified(anonymous, companyId, domainOf(email))) ? email : undefined;
  }
}

function contextOf(anonymous: AnonymousContext, { companyId, id, role }: UserCredentials): RequestContext {
  return { ...anonymous, companyId, userId: id, role, signal: undefined };
}

/** The highest role that the claim's values stand for, or else the default; undefined when no claim says the role. */
function roleOf({ roleClaim, roleMap, defaultRole }: OpenConnection, claims: Claims): Role | undefined {
  if (roleClaim === null) return undefined;
  const value = valueAt(claims, roleClaim);
  const values = (Array.isArray(value) ? value : [value]) as unknown[];
  const roles = values.flatMap((item) =>
    typeof item === 'string' && Object.hasOwn(roleMap, item) ? [roleMap[item] as Role] : [],
  );
  return ROLES.findLast((role) => role !== 'OWNER' && roles.includes(role)) ?? defaultRole;
}

/** The claim of that very name, or else the one that its dots lead down to. */
function valueAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, part)
      ? (value as Record<string, unknown>)[part]
      : undefined;
  }, claims);
}

function nameOf({ name }: Claims, email: string): string {
  const [local = email] = email.split('@');
  const given = typeof name === 'string' ? cut(storedName(storable(name)), LONGEST_NAME).trim() : '';
  return given === '' ? local : given;
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

function uninvited(): UnauthorizedError {
  return new UnauthorizedError(UNINVITED);
}

function alreadyConnected(): ConflictError {
  return new ConflictError('The identity is connected with another account');
}
