import { Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { FastifyInstance } from 'fastify';
import { Configuration } from '../../../config/configuration.js';
import { OWN_WORK_CONTEXT } from '../../../core/company-scope/request-context.js';
import { isoMoment } from '../../../core/database/columns.js';
import { Database, type Statement } from '../../../core/database/database.js';
import { Mailer } from '../../../core/mail/mailer.js';
import { CompanyAdministrators } from '../../users/company-administrators.js';
import { type DisabledWebhook, disabledWebhookMail } from './disabled-webhook-mail.js';
import { WebhookDeliveries } from '../log/webhook-deliveries.js';

/** Fewer may be bad luck. */
const LEAST_ATTEMPTS = 20;

/** For `$1` days every attempt has failed. */
const IS_DEAD = `w.active AND h.failed_attempts >= ${LEAST_ATTEMPTS}
  AND h.failing_since <= now() - make_interval(days => $1) AND h.company_id = w.company_id AND h.id = w.id`;

const FIND_DEAD: Statement = {
  text: `SELECT w.company_id AS "companyId", w.id FROM webhooks w, webhook_health h WHERE ${IS_DEAD}`,
};

const LOCK: Statement = {
  text: 'SELECT FROM webhooks WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
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
    RETURNING w.company_id AS "companyId", w.id, w.url, dead.failing_since AS "failingSince"`,
};

/** Switches off webhooks whose receivers are down for good, and tells those who can mend it (extensions 7.4). */
@Injectable()
export class WebhookDisablingTask {
  private readonly logger = new Logger(WebhookDisablingTask.name);

  constructor(
    private readonly database: Database,
    private readonly deliveries: WebhookDeliveries,
    private readonly administrators: CompanyAdministrators,
    private readonly mailer: Mailer,
    private readonly configuration: Configuration,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  @Cron(CronExpression.EVERY_MINUTE)
  async run(): Promise<void> {
    const { processRoles, webhookDisableDays: days } = this.configuration;
    if (!processRoles.has('scheduler') || days === 0) return;
    try {
      const dead = await this.database.rows<DisabledWebhook>(OWN_WORK_CONTEXT, FIND_DEAD, [days]);
      for (const { companyId, id } of dead) await this.disable(companyId, id, days);
    } catch (error) {
      this.logger.warn(`Dead webhooks cannot be switched off at the moment: ${(error as Error).message}`);
    }
  }

  private async disable(companyId: string, id: string, days: number): Promise<void> {
    const disabled = await this.database.transaction({ ...OWN_WORK_CONTEXT, companyId }, async (tx) => {
      await this.database.execute(tx, LOCK, [companyId, id]);
      const webhook = await this.database.row<DisabledWebhook>(tx, DISABLE, [days, companyId, id]);
      if (webhook) await this.deliveries.giveUp(tx, id);
      return webhook;
    });
    if (disabled) await this.tell(disabled);
  }

  private async tell(webhook: DisabledWebhook): Promise<void> {
    const { log } = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    for (const recipient of await this.administrators.findAll(OWN_WORK_CONTEXT, webhook.companyId)) {
      const mail = disabledWebhookMail(recipient, webhook, this.configuration.publicUrl);
      this.mailer.sendInBackground(log, () => Promise.resolve(mail));
    }
  }
}
