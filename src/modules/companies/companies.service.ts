import { Inject, Injectable } from '@nestjs/common';
import { momentAfter } from '#common/database/timestamp.column.js';
import { ConflictError } from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { hasPermission } from '#core/access/permissions.js';
import { UserCache } from '#core/access/user-cache.js';
import type { DatabaseContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { changesOf } from '#core/events/changes.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Hooks } from '#core/hooks/hooks.js';
import { CompanyResponse, toCompanyResponse, UpdateCompany } from './company.dto.js';
import { Company } from './company.entity.js';
import { BeforeCompanyDeletion, MeasuresCompanyFiles, OnCompanyCreation } from './company.hooks.js';
import { CompaniesRepository } from './companies.repository.js';

/** The company of the context; a request knows no other. */
@Injectable()
export class CompaniesService {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly companies: CompaniesRepository,
    private readonly database: Database,
    private readonly callerCheck: CallerCheck,
    private readonly users: UserCache,
  ) {}

  /** A company with what the modules give it from its start. */
  async create(tx: TransactionContext, name: string): Promise<void> {
    const now = new Date().toISOString();
    await this.database.manager(tx).insert(Company, { id: tx.companyId, name, createdAt: now, updatedAt: now });
    await this.hooks.call(OnCompanyCreation, tx);
  }

  async findOne(context: RequestContext): Promise<CompanyResponse> {
    const company = await this.database.manager(context).findOneByOrFail(Company, { id: context.companyId });
    return this.shown(context, company);
  }

  private async shown(context: RequestContext, company: Company): Promise<CompanyResponse> {
    const mayKnow = hasPermission(context.role, 'company:write') && !context.grant;
    const [files = null] = mayKnow ? await this.hooks.call(MeasuresCompanyFiles, context) : [];
    return toCompanyResponse(company, files);
  }

  update(context: RequestContext, input: UpdateCompany): Promise<CompanyResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const company = await this.lockCompany(tx);
      const { name = company.name, requireSecondFactor = company.requireSecondFactor, oauth = company.oauth } = input;
      const settings = { name, requireSecondFactor, oauth };
      const changes = changesOf({ ...company }, settings);
      if (Object.keys(changes).length === 0) return unannounced(await this.shown(tx, company));
      if (requireSecondFactor && !company.requireSecondFactor) await this.ensureSecondFactor(tx);
      const stored = { ...settings, updatedAt: momentAfter(company.updatedAt) };
      await this.database.manager(tx).update(Company, { id: company.id }, stored);
      await this.users.announceCompany(tx, company.id);
      const record = {
        action: 'company.changed',
        target: { type: 'company', id: company.id, name: company.name },
        changes,
      } as const;
      return audited(unannounced(await this.shown(tx, { ...company, ...stored })), record);
    });
  }

  /** Nobody requires of others what they do not have. */
  private async ensureSecondFactor(tx: TransactionContext): Promise<void> {
    if (tx.signIn?.method === 'sso' || (await this.users.hasSecondFactor(tx))) return;
    throw new ConflictError('Set up a second factor of your own first');
  }

  /** Whether there is any at all. */
  existAny(context: DatabaseContext): Promise<boolean> {
    return this.companies.existAny(context);
  }

  /** Deactivates a company, or activates it again. Every process of the service hears of it. */
  async setActive(context: DatabaseContext, id: string, active: boolean): Promise<void> {
    await this.database.transaction(context, async (tx) => {
      if (await this.companies.setActive(tx, id, active)) await this.users.announceCompany(tx, id);
    });
  }

  /** Locks the company of the context, which is deleted later. Every process of the service hears of it. */
  async beginDeletion(tx: TransactionContext): Promise<void> {
    await this.companies.setDeleted(tx);
    await this.users.announceCompany(tx, tx.companyId);
  }

  /** Brings back a company that is to be deleted. False when it is not to be, or its time is over. */
  restoreCompany(context: DatabaseContext, id: string): Promise<boolean> {
    return this.database.transaction(context, async (tx) => {
      const isRestored = await this.companies.undoDeletion(tx, id);
      if (isRestored) await this.users.announceCompany(tx, id);
      return isRestored;
    });
  }

  /** The companies that nobody can bring back any more. */
  findDue(context: DatabaseContext): Promise<string[]> {
    return this.companies.findDue(context);
  }

  /** Deletes what the company has outside of the database. */
  async deleteOutside(context: RequestContext): Promise<void> {
    await this.hooks.call(BeforeCompanyDeletion, context);
  }

  /** Deletes the row of a company that has nothing any more. */
  remove(context: RequestContext): Promise<void> {
    return this.companies.deleteInactive(context);
  }

  /** Other transactions that lock the company wait until this one ends; new rows that refer to it do not wait. */
  async lockCompany(tx: TransactionContext): Promise<Company> {
    const company = await this.database.manager(tx).findOneOrFail(Company, {
      where: { id: tx.companyId },
      lock: { mode: 'for_no_key_update' },
    });
    tx.precondition?.see(company);
    return company;
  }
}
