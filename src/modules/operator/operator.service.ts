import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';
import { isUuid, NIL_UUID } from '#common/validation/uuid.js';
import { userTarget } from '#core/audit/audit-entry.js';
import { Passwords } from '#core/access/passwords.js';
import { OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { newTraceId } from '#core/transport/trace-id.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { MailTokensService } from '#modules/mail-tokens/mail-tokens.service.js';
import { SsoDomains } from '#modules/sso/sso-domains.js';
import { UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { OperatedCompaniesRepository, type OperatedCompany } from './operated-companies.repository.js';

export type { OperatedCompany };

/** 128 bits. */
const PASSWORD_BYTES = 16;

/** What the operator of the service does with companies. On purpose it has no endpoint. */
@Injectable()
export class OperatorService {
  constructor(
    private readonly companyRows: OperatedCompaniesRepository,
    private readonly companies: CompaniesService,
    private readonly credentials: UserCredentialsService,
    private readonly mailTokens: MailTokensService,
    private readonly passwords: Passwords,
    private readonly outbox: Outbox,
    private readonly domains: SsoDomains,
  ) {}

  /** All of them, the oldest first. */
  findCompanies(): Promise<OperatedCompany[]> {
    return this.companyRows.findAll();
  }

  /** Null when there is no such company. */
  async setActive(companyId: string, active: boolean): Promise<OperatedCompany | null> {
    if (!isUuid(companyId)) return null;
    await this.companies.setActive(OWN_WORK_CONTEXT, companyId, active);
    return this.companyRows.findOne(companyId);
  }

  /** Brings back a company that is to be deleted. Null when there is no such company. */
  async restoreCompany(companyId: string): Promise<OperatedCompany | null> {
    if (!isUuid(companyId)) return null;
    const isRestored = await this.companies.restoreCompany(OWN_WORK_CONTEXT, companyId);
    return isRestored ? this.companyRows.findOne(companyId) : null;
  }

  /** Takes a domain for that of a company. Null when there is no such company. @throws ConflictError */
  async trustDomain(companyId: string, domain: string, log: FastifyBaseLogger): Promise<OperatedCompany | null> {
    const company = await this.companyRows.findOne(companyId);
    if (company)
      await this.domains.trustDomain({ ...operating(company.id, log), userId: NIL_UUID, role: 'OWNER' }, domain);
    return company;
  }

  findUser(email: string): Promise<UserCredentials | undefined> {
    return this.credentials.findByEmail(OWN_WORK_CONTEXT, email);
  }

  generatePassword(): string {
    return randomBytes(PASSWORD_BYTES).toString('base64url');
  }

  /** Ends all sessions of the user and makes mailed tokens worthless; API keys stay good. */
  async setPassword({ companyId, id, role }: UserCredentials, password: string, log: FastifyBaseLogger): Promise<void> {
    const context: RequestContext = { ...operating(companyId, log), userId: id, role };
    const passwordHash = await this.passwords.hash(context, password);
    await this.outbox.commit(context, async (tx) => {
      const user = await this.credentials.lockUser(tx);
      await this.mailTokens.revokeAll(tx, id);
      const change = unannounced(await this.credentials.setPassword(tx, user, passwordHash));
      return audited(change, { action: 'password.changed', target: userTarget(user) });
    });
  }
}

function operating(companyId: string, log: FastifyBaseLogger): Omit<RequestContext, 'userId' | 'role'> {
  const traceId = newTraceId();
  return { ...OWN_WORK_CONTEXT, companyId, traceId, log: log.child({ traceId }) };
}
