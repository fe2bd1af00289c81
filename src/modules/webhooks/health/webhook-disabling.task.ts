import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { isoMoment } from '#core/database/schema/columns.js';
import { Database, type Statement } from '#core/database/database.js';
import { WebhookDisabling } from './webhook-disabling.js';

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

interface DeadWebhook {
  readonly id: string;
  readonly url: string;
  readonly failingSince: string;
}

/** Switches off webhooks whose receivers are down for good. */
@Injectable()
export class WebhookDisablingTask {
  private readonly logger = new Logger(WebhookDisablingTask.name);

  constructor(
    private readonly database: Database,
    private readonly disabling: WebhookDisabling,
    private readonly configuration: Configuration,
  ) {}

  @Cron(CronExpression.EVERY_MINUTE)
  async run(): Promise<void> {
    const { processRoles, webhookDisableDays: days } = this.configuration;
    if (!processRoles.has('scheduler') || days === 0) return;
    try {
      const dead = await this.database.rows<{ companyId: string; id: string }>(OWN_WORK_CONTEXT, FIND_DEAD, [days]);
      for (const { companyId, id } of dead) await this.disable(companyId, id, days);
    } catch (error) {
      this.logger.warn(`Dead webhooks cannot be switched off at the moment: ${(error as Error).message}`);
    }
  }

  private disable(companyId: string, webhookId: string, days: number): Promise<void> {
    return this.disabling.disable<DeadWebhook>(
      { companyId, webhookId },
      { statement: DISABLE, values: [days, companyId, webhookId] },
      (host, { failingSince }) => `every attempt to reach ${host} since ${failingSince} has failed`,
    );
  }
}
