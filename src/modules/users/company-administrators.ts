import { Injectable } from '@nestjs/common';
import type { DatabaseContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';

/** Whom mail is addressed to. */
export interface MailRecipient {
  readonly email: string;
  readonly name: string;
}

/** Those whom the service tells what has become of their company. */
@Injectable()
export class CompanyAdministrators {
  constructor(private readonly database: Database) {}

  /** The active ADMINs and OWNERs of a company. */
  findAll(context: DatabaseContext, companyId: string): Promise<MailRecipient[]> {
    const text = `SELECT email, name FROM users WHERE company_id = $1 AND active AND role IN ('ADMIN', 'OWNER') ORDER BY id`;
    return this.database.rows<MailRecipient>(context, { text }, [companyId]);
  }
}
