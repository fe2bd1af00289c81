import { Injectable } from '@nestjs/common';
import type { DatabaseContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

export interface CompanyAdministrator {
  readonly id: string;
}

/** Those whom the service tells what has become of their company. */
@Injectable()
export class CompanyAdministrators {
  constructor(private readonly database: Database) {}

  /** The active ADMINs and OWNERs of a company. */
  findAll(context: DatabaseContext, companyId: string): Promise<CompanyAdministrator[]> {
    const text = `SELECT id FROM users WHERE company_id = $1 AND active AND role IN ('ADMIN', 'OWNER') ORDER BY id`;
    return this.database.rows<CompanyAdministrator>(context, { text }, [companyId]);
  }
}
