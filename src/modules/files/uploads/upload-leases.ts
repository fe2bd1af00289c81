import { Injectable, Logger } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** Milliseconds between two renewals. */
const RENEWAL = 10_000;
const LEASE = `interval '30 seconds'`;

export interface UploadLease {
  readonly id: string;
  /** Lets another upload begin. */
  end(): Promise<void>;
}

/** One upload of an attachment at a time, over all processes. */
@Injectable()
export class UploadLeases {
  private readonly logger = new Logger(UploadLeases.name);

  constructor(private readonly database: Database) {}

  /** Undefined when another upload is under way, or the attachment waits no more. */
  async take(context: RequestContext, attachmentId: string): Promise<UploadLease | undefined> {
    const id = uuidv7();
    const values = [context.companyId, attachmentId, id];
    const text = `UPDATE attachments SET lease_id = $3, leased_until = now() + ${LEASE}
      WHERE company_id = $1 AND id = $2 AND state = 'waiting' AND ends_at > now()
        AND (leased_until IS NULL OR leased_until < now())`;
    if ((await this.database.execute(context, { text }, values)) === 0) return undefined;
    const timer = setInterval(() => void this.renew(values), RENEWAL);
    const end = async () => {
      clearInterval(timer);
      await this.attempt(
        `UPDATE attachments SET lease_id = NULL, leased_until = NULL
        WHERE company_id = $1 AND id = $2 AND lease_id = $3`,
        values,
      );
    };
    return { id, end };
  }

  private renew(values: unknown[]): Promise<void> {
    return this.attempt(
      `UPDATE attachments SET leased_until = now() + ${LEASE} WHERE company_id = $1 AND id = $2 AND lease_id = $3`,
      values,
    );
  }

  /** A lease that cannot be renewed runs out, and the upload is refused at its end. */
  private async attempt(text: string, values: unknown[]): Promise<void> {
    try {
      await this.database.execute(OWN_WORK_CONTEXT, { text }, values);
    } catch (error) {
      this.logger.warn(`The lease of an upload cannot be changed: ${(error as Error).message}`);
    }
  }
}
