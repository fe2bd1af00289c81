import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { SecondFactors } from '#core/access/factors/second-factors.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Freshness } from '#modules/auth/freshness.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import type { DeleteCompany } from './company-deletion.dto.js';

/** Companies that go. `CompanyDeletionTask` deletes what they have. */
@Injectable()
export class CompanyDeletions {
  constructor(
    private readonly companies: CompaniesService,
    private readonly freshness: Freshness,
    private readonly factors: SecondFactors,
    private readonly callerCheck: CallerCheck,
  ) {}

  /** Locks the company at once. @throws ValidationError when the name, password or code is wrong */
  async beginDeletion(context: RequestContext, { name, password, code }: DeleteCompany): Promise<void> {
    const company = await this.companies.findOne(context);
    if (company.name !== name) throw new ValidationError({ name: 'Must be the exact name of the company' });
    const user = await this.freshness.requireCaller(context, password);
    if (await this.factors.hasTotp(context, user)) {
      if (code === undefined) throw new ValidationError({ code: 'Required' });
      if (!(await this.factors.isRightCode(context, user, code))) throw new ValidationError({ code: 'Wrong code' });
    }
    await this.callerCheck.commit(context, async (tx) => {
      await this.companies.beginDeletion(tx);
      const target = { type: 'company', id: company.id, name };
      const changes = { active: { from: true, to: false } };
      return audited(unannounced(undefined), { action: 'company.changed', target, changes });
    });
  }
}
