import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { CHANGED_AT } from '#common/http/entity-tag.js';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { DatabaseContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Secrets } from '#core/secrets/secrets.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { IssuerClients } from './issuer-clients.js';
import { connectionRecord, removalRecord } from './sso-audit.js';
import { SsoConnection } from './sso-connection.entity.js';
import { SsoDomains } from './sso-domains.js';
import type { PutSsoConnection, SsoConnectionResponse, SsoTestResponse } from './sso.dto.js';
import { SsoConnectionsRepository } from './sso-connections.repository.js';

/** A connection whose secret is open. */
export type OpenConnection = SsoConnection;

const KEPT_SECRET = '***';

const NEW = {
  autoProvision: false,
  defaultRole: 'MEMBER',
  roleClaim: null,
  roleMap: {},
  trustEmail: 'verified',
  required: false,
  enabled: false,
  testedAt: null,
} as const;

type Settings = Omit<SsoConnection, 'companyId' | 'createdAt' | 'updatedAt'>;

/** The connection of a company with its directory. */
@Injectable()
export class SsoConnections {
  constructor(
    @InjectCompanyScoped(SsoConnection) private readonly connections: CompanyScopedRepository<SsoConnection>,
    private readonly statements: SsoConnectionsRepository,
    private readonly domains: SsoDomains,
    private readonly companies: CompaniesService,
    private readonly callerCheck: CallerCheck,
    private readonly secrets: Secrets,
    private readonly issuers: IssuerClients,
  ) {}

  async getConnection(context: RequestContext): Promise<SsoConnectionResponse> {
    return this.toResponse(context, await this.connections.require(context, {}, 'Single sign-on'));
  }

  /** Makes the connection, or changes it. */
  putConnection(context: RequestContext, input: PutSsoConnection): Promise<SsoConnectionResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      // Of two who make one at once, the second changes the first's. If-Match is about the connection, not the company.
      const { precondition: _precondition, ...unseen } = tx;
      await this.companies.lockCompany(unseen);
      const before = await this.connections.findOneForUpdate(tx, {});
      seen(tx, before);
      const after = this.changed(tx, before, input);
      const domains = await this.domains.findNames(tx);
      const record = connectionRecord(before ? { connection: before, domains } : undefined, {
        connection: after,
        domains: input.domains?.toSorted() ?? domains,
      });
      const stored = before
        ? await this.connections.update(tx, before, after)
        : await this.connections.insert(tx, after);
      if (input.domains) await this.domains.replaceDomains(tx, input.domains);
      return audited(unannounced(await this.toResponse(tx, stored)), ...(record ? [record] : []));
    });
  }

  async removeConnection(context: RequestContext): Promise<void> {
    await this.callerCheck.commit(context, async (tx) => {
      const connection = await this.connections.requireForUpdate(tx, {}, 'Single sign-on');
      seen(tx, connection);
      await this.domains.replaceDomains(tx, []);
      await this.statements.deleteIdentities(tx);
      await this.connections.delete(tx, connection.id);
      return audited(unannounced(undefined), removalRecord(connection));
    });
  }

  /** Reads the issuer's metadata; that it was ok is all that changes. */
  async testConnection(context: RequestContext): Promise<SsoTestResponse> {
    const { issuer } = await this.connections.require(context, {}, 'Single sign-on');
    const { metadata, problems } = await this.issuers.testIssuer(issuer);
    if (problems.length === 0) {
      await this.statements.setTested({ ...context, signal: undefined }, issuer);
    }
    const named = metadata?.issuer;
    return { ok: problems.length === 0, issuer: typeof named === 'string' ? named : issuer, problems };
  }

  /** The connection of a company that can be used; undefined when there is none. */
  async findEnabled(context: DatabaseContext, companyId: string): Promise<OpenConnection | undefined> {
    const stored = await this.statements.findEnabled(context, companyId);
    if (!stored) return undefined;
    const clientSecret = this.secrets.tryDecrypt(stored.clientSecret, placeOf(stored));
    return clientSecret === undefined ? undefined : { ...stored, clientSecret };
  }

  private changed(tx: TransactionContext, before: SsoConnection | null, input: PutSsoConnection): Settings {
    const { domains: _, clientSecret: given, ...changes } = input;
    const issuer = changes.issuer ?? before?.issuer;
    const clientId = changes.clientId ?? before?.clientId;
    const isNewIssuer = issuer !== before?.issuer;
    if (issuer !== undefined && !this.issuers.isUsable(issuer)) {
      throw new ValidationError({ issuer: 'Must be https, or http at an allowed loopback address' });
    }
    if (issuer !== undefined && /[?#]/.test(issuer)) {
      throw new ValidationError({ issuer: 'Must have no query and no fragment' });
    }
    const id = before?.id ?? uuidv7();
    const secret = given === KEPT_SECRET ? undefined : given;
    const keptSecret = isNewIssuer ? undefined : before?.clientSecret;
    const clientSecret =
      secret === undefined ? keptSecret : this.secrets.encrypt(secret, placeOf({ companyId: tx.companyId, id }));
    if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
      throw required({ issuer, clientId, clientSecret });
    }
    const kept = before ?? NEW;
    const after: Settings = {
      ...kept,
      ...(isNewIssuer && { testedAt: null, enabled: false }),
      ...changes,
      id,
      issuer,
      clientId,
      clientSecret,
    };
    if (after.enabled && after.testedAt === null) throw new ConflictError('Test the connection first: it has to be ok');
    if (input.required && !after.enabled) throw new ConflictError('Enable the connection before you require it');
    return after;
  }

  private async toResponse(context: RequestContext, connection: SsoConnection): Promise<SsoConnectionResponse> {
    const { issuer, clientId, autoProvision, defaultRole, roleClaim, roleMap, trustEmail, required, enabled } =
      connection;
    const shown = {
      issuer,
      clientId,
      clientSecret: KEPT_SECRET,
      domains: await this.domains.findAll(context),
      autoProvision,
      defaultRole,
      roleClaim,
      roleMap,
      trustEmail,
      required,
      enabled,
    } satisfies SsoConnectionResponse;
    return Object.assign(shown, { [CHANGED_AT]: connection.updatedAt });
  }
}

/** The connection has no id in its path: it is the company's. */
function seen({ precondition, companyId: id }: TransactionContext, connection: SsoConnection | null): void {
  if (connection) precondition?.see({ id, updatedAt: connection.updatedAt });
}

function placeOf({ companyId, id }: Pick<SsoConnection, 'companyId' | 'id'>) {
  return { table: 'sso_connections', column: 'client_secret', companyId, id };
}

/** Names every field that is missing. */
function required(fields: Record<string, string | undefined>): ValidationError {
  const missing = Object.keys(fields).filter((name) => fields[name] === undefined);
  return new ValidationError(Object.fromEntries(missing.map((name) => [name, 'Required'])));
}
