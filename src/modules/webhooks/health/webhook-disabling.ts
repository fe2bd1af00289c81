import { Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { Database, type Statement } from '#core/database/database.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { told } from '#core/events/told.js';
import { type CompanyAdministrator, CompanyAdministrators } from '#modules/users/company-administrators.js';
import { WebhookDeliveries } from '../log/webhook-deliveries.js';

const LOCK: Statement = {
  text: 'SELECT FROM webhooks WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
};

/** Unless it has been switched off, or got another address, since it was attempted. */
const DISABLE_GONE: Statement = {
  text: `UPDATE webhooks SET active = false, disabled_at = $4, updated_at = $4, disabled_reason = '410 Gone'
    WHERE company_id = $1 AND id = $2 AND url = $3 AND active RETURNING id, url`,
};

interface DisabledWebhook {
  readonly id: string;
  readonly url: string;
}

/** Switches a webhook off by itself, and tells those who can mend it. */
@Injectable()
export class WebhookDisabling {
  private readonly logger = new Logger(WebhookDisabling.name);

  constructor(
    private readonly database: Database,
    private readonly deliveries: WebhookDeliveries,
    private readonly administrators: CompanyAdministrators,
    private readonly outbox: Outbox,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /**
   * Has `statement` switch the webhook off under its lock; where it returns no row, nothing happens. `reasonOf` is what
   * people read. They are told in the inbox, and by its mail.
   */
  disable<Disabled extends DisabledWebhook>(
    { companyId, webhookId }: { companyId: string; webhookId: string },
    { statement, values }: { statement: Statement; values: unknown[] },
    reasonOf: (host: string, webhook: Disabled) => string,
  ): Promise<void> {
    return this.outbox.commit<undefined>(onOwnWork(companyId, this.adapterHost), async (tx) => {
      await this.database.execute(tx, LOCK, [companyId, webhookId]);
      const webhook = await this.database.row<Disabled>(tx, statement, values);
      if (!webhook) return unannounced(undefined);
      await this.deliveries.giveUp(tx, webhookId);
      const administrators = await this.administrators.findAll(tx, companyId);
      // Of the address only the host: its path may be a secret.
      const { host } = new URL(webhook.url);
      return changed(undefined, noticeOf(webhook.id, host, reasonOf(host, webhook), administrators));
    });
  }

  /** After an answer 410 from its address. What fails now is made up for by the next 410. */
  async disableGone(webhook: { companyId: string; webhookId: string }, url: string): Promise<void> {
    const values = [webhook.companyId, webhook.webhookId, url, new Date().toISOString()];
    try {
      await this.disable(webhook, { statement: DISABLE_GONE, values }, (host) => `${host} has answered 410 Gone`);
    } catch (error) {
      this.logger.warn(`Webhook ${webhook.webhookId}, whose receiver is gone, stays on: ${(error as Error).message}`);
    }
  }
}

function noticeOf(
  id: string,
  host: string,
  reason: string,
  administrators: readonly CompanyAdministrator[],
): DomainEvent {
  return told({
    reason: 'webhook',
    userIds: administrators.map((user) => user.id),
    thing: { type: 'webhook', id, name: host },
    projectId: null,
    text: `A webhook has been switched off: ${reason}`,
  });
}
