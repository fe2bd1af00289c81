import { Injectable } from '@nestjs/common';
import { type TransactionContext, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { isoMoment } from '#core/database/schema/columns.js';

const LOCK: Statement = {
  text: 'SELECT FROM webhooks WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
};

/** Unless it has been switched off, or got another address, since it was attempted. */
const DISABLE_GONE: Statement = {
  text: `UPDATE webhooks SET active = false, disabled_at = $4, updated_at = $4, disabled_reason = '410 Gone'
    WHERE company_id = $1 AND id = $2 AND url = $3 AND active RETURNING id, url`,
};

export interface DisabledWebhook {
  readonly id: string;
  readonly url: string;
}

/** Fewer may be bad luck. */
const LEAST_ATTEMPTS = 20;

/** For `$1` days every attempt has failed. */
const IS_DEAD = `w.active AND h.failed_attempts >= ${LEAST_ATTEMPTS}
  AND h.failing_since <= now() - make_interval(days => $1) AND h.company_id = w.company_id AND h.id = w.id`;

const FIND_DEAD: Statement = {
  text: `SELECT w.company_id AS "companyId", w.id FROM webhooks w, webhook_health h WHERE ${IS_DEAD}`,
};

/** Asks once more, under the lock: it may have been mended, or switched off by another process, meanwhile. */
const DISABLE: Statement = {
  text: `WITH dead AS MATERIALIZED (
      SELECT h.failing_since,
        'Every attempt since ' || ${isoMoment('h.failing_since')} || ' has failed' AS reason
      FROM webhooks w, webhook_health h WHERE ${IS_DEAD} AND w.company_id = $2 AND w.id = $3
    )
    UPDATE webhooks w SET active = false, disabled_at = now(), updated_at = now(), disabled_reason = dead.reason
    FROM dead WHERE w.company_id = $2 AND w.id = $3
    RETURNING w.id, w.url, dead.failing_since AS "failingSince"`,
};

export interface DeadWebhook {
  readonly id: string;
  readonly url: string;
  readonly failingSince: string;
}

/** Webhooks that the service switches off. */
@Injectable()
export class DisabledWebhooksRepository {
  constructor(private readonly database: Database) {}

  async lockWebhook(tx: TransactionContext, id: string): Promise<void> {
    await this.database.execute(tx, LOCK, [tx.companyId, id]);
  }

  disableGone(tx: TransactionContext, id: string, url: string): Promise<DisabledWebhook | undefined> {
    return this.database.row<DisabledWebhook>(tx, DISABLE_GONE, [tx.companyId, id, url, new Date().toISOString()]);
  }

  findDead(days: number): Promise<{ companyId: string; id: string }[]> {
    return this.database.rows<{ companyId: string; id: string }>(OWN_WORK_CONTEXT, FIND_DEAD, [days]);
  }

  disableDead(tx: TransactionContext, id: string, days: number): Promise<DeadWebhook | undefined> {
    return this.database.row<DeadWebhook>(tx, DISABLE, [days, tx.companyId, id]);
  }
}
