import { Injectable } from '@nestjs/common';
import { type DatabaseContext, OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { type ReceiverSign, ReceiverSignLog } from './receiver-signs.js';
import type { WebhookHealthResponse } from '../webhook.dto.js';

/** Writes the signs of one company. When several processes write, the latest moments stay. */
const WRITE: Statement = {
  name: 'write-receiver-signs',
  text: `UPDATE webhook_health h SET
      last_success_at = greatest(h.last_success_at, s.last_success_at),
      last_failure_at = greatest(h.last_failure_at, s.last_failure_at),
      failing_since = CASE WHEN s.last_success_at IS NULL THEN coalesce(h.failing_since, s.failing_since)
        ELSE s.failing_since END,
      failed_attempts = s.failed_attempts + CASE WHEN s.last_success_at IS NULL THEN h.failed_attempts ELSE 0 END
    FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::integer[])
      s (id, last_success_at, last_failure_at, failing_since, failed_attempts)
    WHERE h.company_id = $1 AND h.id = s.id`,
};

const CLEAR: Statement = {
  text: `INSERT INTO webhook_health (company_id, id) VALUES ($1, $2) ON CONFLICT (company_id, id) DO UPDATE SET
    last_success_at = NULL, last_failure_at = NULL, failing_since = NULL, failed_attempts = 0`,
};

/** How receivers have answered of late: workers note it, and GET /webhooks shows it. */
@Injectable()
export class ReceiverHealth {
  private readonly log = new ReceiverSignLog();

  constructor(private readonly database: Database) {}

  /** Whether a later `write` has something to write. */
  get isWaiting(): boolean {
    return this.log.isWaiting;
  }

  /** How an attempt went; the next `write` writes it down. */
  note(sign: ReceiverSign): void {
    this.log.note(sign);
  }

  /** Writes what is due, or all there is; what the database refuses is written later. */
  async write(options?: { isAll: boolean }): Promise<void> {
    const signs = this.log.take(options);
    if (signs.length === 0) return;
    try {
      await this.database.transaction(OWN_WORK_CONTEXT, (tx) => {
        for (const [companyId, ofCompany] of Map.groupBy(signs, (sign) => sign.companyId)) {
          this.database.executeAtEnd(tx, WRITE, [
            companyId,
            ofCompany.map(({ webhookId }) => webhookId),
            ofCompany.map(({ lastSuccessAt }) => lastSuccessAt),
            ofCompany.map(({ lastFailureAt }) => lastFailureAt),
            ofCompany.map(({ failingSince }) => failingSince),
            ofCompany.map(({ failedAttempts }) => failedAttempts),
          ]);
        }
        return Promise.resolve();
      });
    } catch {
      this.log.giveBack(signs);
    }
  }

  forgetIdle(): void {
    this.log.forgetIdle();
  }

  /** Begins anew, for a webhook that is created or switched on. */
  async clear(context: RequestContext, id: string): Promise<void> {
    await this.database.execute(context, CLEAR, [context.companyId, id]);
  }

  async find(context: DatabaseContext & { companyId: string }, id: string): Promise<WebhookHealthResponse | undefined> {
    const text = `SELECT last_success_at AS "lastSuccessAt", last_failure_at AS "lastFailureAt",
      failing_since AS "failingSince" FROM webhook_health WHERE company_id = $1 AND id = $2`;
    return this.database.row<WebhookHealthResponse>(context, { text }, [context.companyId, id]);
  }
}
