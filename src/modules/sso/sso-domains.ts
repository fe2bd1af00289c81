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
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { domainRecord } from './sso-audit.js';
import { DOMAIN, type SsoDomainResponse } from './sso.dto.js';
import { SsoDomainsRepository } from './sso-domains.repository.js';

const RECORD_PREFIX = '_project-management';
const VALUE_PREFIX = 'project-management-verification=';
const DNS_TIMEOUT = 2_000;
const DNS_TRIES = 2;

/** The domains whose addresses companies say are their own. */
@Injectable()
export class SsoDomains {
  private readonly resolver = new Resolver({ timeout: DNS_TIMEOUT, tries: DNS_TRIES });

  constructor(
    private readonly domains: SsoDomainsRepository,
    private readonly callerCheck: CallerCheck,
    private readonly outbox: Outbox,
    { dnsServers }: Configuration,
  ) {
    if (dnsServers) this.resolver.setServers(dnsServers);
  }

  async findAll(context: RequestContext): Promise<SsoDomainResponse[]> {
    const domains = await this.domains.findDomains(context);
    return domains.map(({ name, token, verified }) => ({ name, verified, record: recordOf(name, token) }));
  }

  /** Their names, in order. */
  async findNames(context: RequestContext): Promise<string[]> {
    return (await this.findAll(context)).map(({ name }) => name).toSorted();
  }

  /** Whether the company has proved that the domain is its own. */
  async isVerified(context: DatabaseContext, companyId: string, name: string): Promise<boolean> {
    return (await this.domains.findCompany(context, name)) === companyId;
  }

  /** The company whose domain it is; undefined when nobody has proved it. */
  findCompany(context: DatabaseContext, name: string): Promise<string | undefined> {
    return this.domains.findCompany(context, name);
  }

  /** Makes `names` the domains of the company, which is locked. Those that stay keep their proof. */
  replaceDomains(tx: TransactionContext, names: readonly string[]): Promise<void> {
    return this.domains.replaceDomains(tx, names, names.map(newToken));
  }

  /**
   * Gives what `show` reads afterwards.
   *
   * @throws NotFoundError, ConflictError when the record is not there, or another company has the domain
   */
  async verifyDomain<Shown>(
    context: RequestContext,
    given: string,
    show: (tx: TransactionContext) => Promise<Shown>,
  ): Promise<Shown> {
    const name = given.toLowerCase();
    if (!DOMAIN.test(name)) throw new NotFoundError('Domain');
    const token = await this.domains.findToken(context, name);
    if (token === undefined) throw new NotFoundError('Domain');
    const record = recordOf(name, token);
    if (!(await this.hasRecord(record))) {
      throw new ConflictError(`There is no TXT record ${record.name} with the value yet; add it and try again`);
    }
    return this.callerCheck.commit(context, async (tx) => {
      const isNew = await this.prove(tx, tx.companyId, name);
      return audited(unannounced(await show(tx)), ...(isNew ? [domainRecord(name)] : []));
    });
  }

  /** The operator's word in place of the record, for a domain that the company need not have named yet. */
  async trustDomain(context: RequestContext, given: string): Promise<void> {
    const name = given.toLowerCase();
    await this.outbox.commit(context, async (tx) => {
      await this.domains.addDomain(tx, name, newToken());
      const isNew = await this.prove(tx, tx.companyId, name);
      return audited(unannounced(undefined), ...(isNew ? [domainRecord(name)] : []));
    });
  }

  /** Whether the domain was not proved before. @throws ConflictError when it is another company's */
  private async prove(tx: InTransaction<DatabaseContext>, companyId: string, name: string): Promise<boolean> {
    if (!(await this.domains.setVerified(tx, companyId, name))) throw new NotFoundError('Domain');
    const isNew = await this.domains.claimDomain(tx, companyId, name);
    if ((await this.domains.findCompany(tx, name)) !== companyId) {
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
