import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { type OwnUser, UsersService } from '#modules/users/users.service.js';
import { toAccountResponse } from './auth.dto.js';
import { MeResponse, UpdateMe } from './me.dto.js';

/** The caller's own user. */
@Injectable()
export class MeService {
  constructor(
    private readonly users: UsersService,
    private readonly companies: CompaniesService,
  ) {}

  async findOne(context: RequestContext): Promise<MeResponse> {
    return this.withCompany(context, await this.users.findOwn(context));
  }

  async update(context: RequestContext, changes: UpdateMe): Promise<MeResponse> {
    return this.withCompany(context, await this.users.updateOwn(context, changes));
  }

  private async withCompany(context: RequestContext, user: OwnUser): Promise<MeResponse> {
    const { id, name } = await this.companies.findOne(context);
    const { timezone, away } = user;
    const agent = context.agent ? { id: context.agent.id, name: context.agent.name } : null;
    return { ...toAccountResponse(user), timezone, away, company: { id, name }, agent };
  }
}
