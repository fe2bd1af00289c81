import { Injectable, OnModuleInit } from '@nestjs/common';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { type ErasedUser, UserErasure } from '../users/user-erasure.service.js';
import { users } from '../users/users.sql.js';

/** What imports have reported of people who are erased (moving 3.1). */
@Injectable()
export class ErasedReports implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly erasure: UserErasure,
  ) {}

  onModuleInit(): void {
    this.erasure.afterErase((context, user) => this.forget(context, user));
  }

  /** Reports keep their rows; who is found by the e-mail has neither that nor the name there. */
  private async forget({ companyId, ...context }: RequestContext, { id, email }: ErasedUser): Promise<void> {
    const renamed = `o.person || jsonb_build_object('name', u.name, 'email', NULL)`;
    const text = `UPDATE imports i SET report = jsonb_set(i.report::jsonb, '{people}', (
        SELECT jsonb_agg(CASE WHEN lower(o.person->>'email') = $3 THEN ${renamed} ELSE o.person END ORDER BY o.place)
        FROM jsonb_array_elements(i.report::jsonb->'people') WITH ORDINALITY o (person, place)))
      FROM ${users('u')} WHERE u.company_id = $1 AND u.id = $2 AND i.company_id = $1
        AND EXISTS (SELECT FROM jsonb_array_elements(i.report::jsonb->'people') p (person)
          WHERE lower(p.person->>'email') = $3)`;
    await this.database.execute(context, { text }, [companyId, id, email.toLowerCase()]);
  }
}
