import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction, RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { ReceiverSignLog } from './receiver-signs.js';
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

type WrittenSign = ReturnType<ReceiverSignLog['take']>[number];

/** How receivers have answered of late. */
@Injectable()
export class ReceiverHealthRepository {
  constructor(private readonly database: Database) {}

  writeAtEnd(tx: InTransaction<DatabaseContext>, companyId: string, signs: readonly WrittenSign[]): void {
    this.database.executeAtEnd(tx, WRITE, [
      companyId,
      signs.map(({ webhookId }) => webhookId),
      signs.map(({ lastSuccessAt }) => lastSuccessAt),
      signs.map(({ lastFailureAt }) => lastFailureAt),
      signs.map(({ failingSince }) => failingSince),
      signs.map(({ failedAttempts }) => failedAttempts),
    ]);
  }

  async clearHealth(context: RequestContext, id: string): Promise<void> {
    await this.database.execute(context, CLEAR, [context.companyId, id]);
  }

  async findHealth(
    context: DatabaseContext & { companyId: string },
    id: string,
  ): Promise<WebhookHealthResponse | undefined> {
    const text = `SELECT last_success_at AS "lastSuccessAt", last_failure_at AS "lastFailureAt",
      failing_since AS "failingSince" FROM webhook_health WHERE company_id = $1 AND id = $2`;
    return this.database.row<WebhookHealthResponse>(context, { text }, [context.companyId, id]);
  }
}
