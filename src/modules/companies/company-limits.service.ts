import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { CompaniesService } from './companies.service.js';

const RULES = {
  webhooks: 'webhooks; delete one first',
  colleagues: 'virtual colleagues; delete one first',
  users: 'users, deactivated ones among them',
};

/** How many things a company may have. */
@Injectable()
export class CompanyLimits {
  constructor(
    private readonly companies: CompaniesService,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Ensures that there is room for one more, until the transaction ends: other callers wait.
   *
   * @throws ConflictError when `count` gives as many as there may be.
   */
  async ensureRoom(tx: TransactionContext, kind: keyof typeof RULES, count: () => Promise<number>): Promise<void> {
    await this.companies.lockCompany(tx);
    const most = this.configuration.limits[kind];
    if ((await count()) >= most) throw new ConflictError(`A company has at most ${most} ${RULES[kind]}`);
  }
}
