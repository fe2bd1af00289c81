import { Injectable } from '@nestjs/common';
import type { DatabaseContext } from '#core/company-scope/request-context.js';
import { UsersRepository, type CompanyAdministrator } from './users.repository.js';

export type { CompanyAdministrator } from './users.repository.js';

/** Those whom the service tells what has become of their company. */
@Injectable()
export class CompanyAdministrators {
  constructor(private readonly users: UsersRepository) {}

  /** The active ADMINs and OWNERs of a company. */
  findAll(context: DatabaseContext, companyId: string): Promise<CompanyAdministrator[]> {
    return this.users.findAdministrators(context, companyId);
  }
}
