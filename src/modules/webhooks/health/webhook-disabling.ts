import { Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { inboxNotice } from '#core/events/inbox-notice.js';
import { type CompanyAdministrator, CompanyAdministrators } from '#modules/users/company-administrators.js';
import { WebhookDeliveriesRepository } from '../log/webhook-deliveries.repository.js';
import { DisabledWebhooksRepository, type DisabledWebhook } from './disabled-webhooks.repository.js';

/** Switches a webhook off by itself, and tells those who can mend it. */
@Injectable()
export class WebhookDisabling {
  private readonly logger = new Logger(WebhookDisabling.name);

  constructor(
    private readonly webhooks: DisabledWebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly administrators: CompanyAdministrators,
    private readonly outbox: Outbox,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /**
   * Has `disableRow` switch the webhook off under its lock; where it gives nothing, nothing happens. `reasonOf` is what
   * people read. They are told in the inbox, and by its mail.
   */
  disableWebhook<Disabled extends DisabledWebhook>(
    { companyId, webhookId }: { companyId: string; webhookId: string },
    disableRow: (tx: TransactionContext) => Promise<Disabled | undefined>,
    reasonOf: (host: string, webhook: Disabled) => string,
  ): Promise<void> {
    return this.outbox.commit<undefined>(onOwnWork(companyId, this.adapterHost), async (tx) => {
      await this.webhooks.lockWebhook(tx, webhookId);
      const webhook = await disableRow(tx);
      if (!webhook) return unannounced(undefined);
      await this.deliveries.giveUpPending(tx, webhookId);
      const administrators = await this.administrators.findAll(tx, companyId);
      // Of the address only the host: its path may be a secret.
      const { host } = new URL(webhook.url);
      return changed(undefined, noticeOf(webhook.id, host, reasonOf(host, webhook), administrators));
    });
  }

  /** After an answer 410 from its address. What fails now is made up for by the next 410. */
  async disableGone(webhook: { companyId: string; webhookId: string }, url: string): Promise<void> {
    try {
      const disableRow = (tx: TransactionContext) => this.webhooks.disableGone(tx, webhook.webhookId, url);
      await this.disableWebhook(webhook, disableRow, (host) => `${host} has answered 410 Gone`);
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
  return inboxNotice({
    reason: 'webhook',
    userIds: administrators.map((user) => user.id),
    thing: { type: 'webhook', id, name: host },
    projectId: null,
    text: `A webhook has been switched off: ${reason}`,
  });
}
