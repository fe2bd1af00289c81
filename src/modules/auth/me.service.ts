import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { CompaniesService } from '../companies/companies.service.js';
import { UsersService } from '../users/users.service.js';
import { AccountResponse, toAccountResponse } from './auth.dto.js';
import { MeResponse, UpdateMe } from './me.dto.js';

/** The caller's own user. */
@Injectable()
export class MeService {
  constructor(
    private readonly users: UsersService,
    private readonly companies: CompaniesService,
  ) {}

  async findOne(context: RequestContext): Promise<MeResponse> {
    return this.withCompany(context, await this.users.findOne(context, context.userId));
  }

  async update(context: RequestContext, { name }: UpdateMe): Promise<MeResponse> {
    return this.withCompany(context, await this.users.update(context, context.userId, { name }));
  }

  private async withCompany(context: RequestContext, user: AccountResponse): Promise<MeResponse> {
    const { id, name } = await this.companies.findOne(context);
    return { ...toAccountResponse(user), company: { id, name } };
  }
}
