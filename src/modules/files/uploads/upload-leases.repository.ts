import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

const LEASE = `interval '30 seconds'`;

/** Which attachments somebody sends the bytes of. */
@Injectable()
export class UploadLeasesRepository {
  constructor(private readonly database: Database) {}

  /** False when somebody else has it, or the attachment waits no more. The values are company, attachment and lease. */
  async takeLease(context: RequestContext, values: unknown[]): Promise<boolean> {
    const text = `UPDATE attachments SET lease_id = $3, leased_until = now() + ${LEASE}
      WHERE company_id = $1 AND id = $2 AND state = 'waiting' AND ends_at > now()
        AND (leased_until IS NULL OR leased_until < now())`;
    return (await this.database.execute(context, { text }, values)) > 0;
  }

  async renewLease(values: unknown[]): Promise<void> {
    const text = `UPDATE attachments SET leased_until = now() + ${LEASE} WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, values);
  }

  async endLease(values: unknown[]): Promise<void> {
    const text = `UPDATE attachments SET lease_id = NULL, leased_until = NULL
        WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, values);
  }
}
