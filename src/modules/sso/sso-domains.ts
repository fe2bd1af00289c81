import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import { CallerCheck } from '#core/access/caller-check.js';
import {
  type DatabaseContext,
  type InTransaction,
  type RequestContext,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { domainRecord } from './sso-audit.js';
import { DOMAIN, type SsoDomainResponse } from './sso.dto.js';

interface Domain {
  readonly name: string;
  readonly token: string;
  readonly verified: boolean;
}

const RECORD_PREFIX = '_project-management';
const VALUE_PREFIX = 'project-management-verification=';
const DNS_TIMEOUT = 2_000;
const DNS_TRIES = 2;

/** The domains whose addresses companies say are their own. */
@Injectable()
export class SsoDomains {
  private readonly resolver = new Resolver({ timeout: DNS_TIMEOUT, tries: DNS_TRIES });

  constructor(
    private readonly database: Database,
    private readonly callerCheck: CallerCheck,
    private readonly outbox: Outbox,
    { dnsServers }: Configuration,
  ) {
    if (dnsServers) this.resolver.setServers(dnsServers);
  }

  async findAll(context: RequestContext): Promise<SsoDomainResponse[]> {
    const text = `SELECT name, token, verified_at IS NOT NULL AS verified FROM sso_domains
      WHERE company_id = $1 ORDER BY name`;
    const domains = await this.database.rows<Domain>(context, { text }, [context.companyId]);
    return domains.map(({ name, token, verified }) => ({ name, verified, record: recordOf(name, token) }));
  }

  /** Their names, in order. */
  async findNames(context: RequestContext): Promise<string[]> {
    return (await this.findAll(context)).map(({ name }) => name).toSorted();
  }

  /** Whether the company has proved that the domain is its own. */
  async isVerified(context: DatabaseContext, companyId: string, name: string): Promise<boolean> {
    return (await this.findCompany(context, name)) === companyId;
  }

  /** The company whose domain it is; undefined when nobody has proved it. */
  async findCompany(context: DatabaseContext, name: string): Promise<string | undefined> {
    const text = 'SELECT company_id AS "companyId" FROM verified_domains WHERE name = $1';
    return (await this.database.row<{ companyId: string }>(context, { text }, [name]))?.companyId;
  }

  /** Makes `names` the domains of the company, which is locked. Those that stay keep their proof. */
  async replace(tx: TransactionContext, names: readonly string[]): Promise<void> {
    const values = [tx.companyId, names];
    const drop = 'DELETE FROM sso_domains WHERE company_id = $1 AND name <> ALL ($2::text[])';
    await this.database.execute(tx, { text: drop }, values);
    const forget = 'DELETE FROM verified_domains WHERE company_id = $1 AND name <> ALL ($2::text[])';
    await this.database.execute(tx, { text: forget }, values);
    const add = `INSERT INTO sso_domains (company_id, name, token) SELECT $1, * FROM unnest($2::text[], $3::text[])
      ON CONFLICT (company_id, name) DO NOTHING`;
    const tokens = names.map(newToken);
    await this.database.execute(tx, { text: add }, [...values, tokens]);
  }

  /**
   * Gives what `show` reads afterwards.
   *
   * @throws NotFoundError, ConflictError when the record is not there, or another company has the domain
   */
  async verify<Shown>(
    context: RequestContext,
    given: string,
    show: (tx: TransactionContext) => Promise<Shown>,
  ): Promise<Shown> {
    const name = given.toLowerCase();
    if (!DOMAIN.test(name)) throw new NotFoundError('Domain');
    const text = 'SELECT token FROM sso_domains WHERE company_id = $1 AND name = $2';
    const domain = await this.database.row<{ token: string }>(context, { text }, [context.companyId, name]);
    if (!domain) throw new NotFoundError('Domain');
    const record = recordOf(name, domain.token);
    if (!(await this.hasRecord(record))) {
      throw new ConflictError(`There is no TXT record ${record.name} with the value yet; add it and try again`);
    }
    return this.callerCheck.commit(context, async (tx) => {
      const isNew = await this.prove(tx, tx.companyId, name);
      return audited(unannounced(await show(tx)), ...(isNew ? [domainRecord(name)] : []));
    });
  }

  /** The operator's word in place of the record, for a domain that the company need not have named yet. */
  async trust(context: RequestContext, given: string): Promise<void> {
    const name = given.toLowerCase();
    await this.outbox.commit(context, async (tx) => {
      const text = `INSERT INTO sso_domains (company_id, name, token) VALUES ($1, $2, $3)
        ON CONFLICT (company_id, name) DO NOTHING`;
      await this.database.execute(tx, { text }, [tx.companyId, name, newToken()]);
      const isNew = await this.prove(tx, tx.companyId, name);
      return audited(unannounced(undefined), ...(isNew ? [domainRecord(name)] : []));
    });
  }

  /** Whether the domain was not proved before. @throws ConflictError when it is another company's */
  private async prove(tx: InTransaction<DatabaseContext>, companyId: string, name: string): Promise<boolean> {
    const values = [companyId, name];
    const text = `WITH clock AS (SELECT now() AS at)
      UPDATE sso_domains SET verified_at = coalesce(verified_at, clock.at) FROM clock
      WHERE company_id = $1 AND name = $2`;
    if ((await this.database.execute(tx, { text }, values)) === 0) throw new NotFoundError('Domain');
    const enter = 'INSERT INTO verified_domains (company_id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
    const isNew = (await this.database.execute(tx, { text: enter }, values)) > 0;
    if ((await this.findCompany(tx, name)) !== companyId) {
      throw new ConflictError('Another company has proved that the domain is its own');
    }
    return isNew;
  }

  private async hasRecord({ name, value }: { name: string; value: string }): Promise<boolean> {
    try {
      const records = await this.resolver.resolveTxt(name);
      return records.some((parts) => parts.join('') === value);
    } catch {
      return false;
    }
  }
}

function recordOf(name: string, token: string): SsoDomainResponse['record'] {
  return { type: 'TXT', name: `${RECORD_PREFIX}.${name}`, value: VALUE_PREFIX + token };
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}
