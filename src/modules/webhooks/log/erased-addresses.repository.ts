import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AfterErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import { Database } from '#core/database/database.js';

/** People who are erased, in what is kept of deliveries. */
@Injectable()
export class ErasedAddressesRepository {
  constructor(private readonly database: Database) {}

  /** Bodies that name the person become null, and what receivers answered is gone. */
  @AfterErasure()
  async forget(context: RequestContext, { email, name }: Pick<ErasedUser, 'email' | 'name'>): Promise<void> {
    const named = (column: string) => `(strpos(lower(${column}::text), $2) > 0 OR strpos(${column}::text, $3) > 0)`;
    const values = [context.companyId, email.toLowerCase(), JSON.stringify(name).slice(1, -1)];
    const bodies = `UPDATE webhook_deliveries SET body = NULL WHERE company_id = $1 AND ${named('body')}`;
    await this.database.execute(context, { text: bodies }, values);
    const answers = `UPDATE webhook_deliveries SET answers = '{}' WHERE company_id = $1 AND ${named('answers')}`;
    await this.database.execute(context, { text: answers }, values);
  }
}
