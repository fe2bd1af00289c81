import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { EventBody } from '#core/events/event-catalogue.js';
import { unannounced } from '#core/events/domain-event.js';
import { EventTypes } from '#modules/event-types/event-types.service.js';
import { type PingWebhook, toWebhookResponse } from '../webhook.dto.js';
import { ensureActive, Webhook } from '../webhook.entity.js';
import { WebhookFilters } from '../settings/webhook-filters.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import type { WebhookDeliveryResponse } from './webhook-delivery.dto.js';

/**
 * What is sent to one webhook because someone asks for it: a ping, or the example of an event. It is in
 * no log of events: its delivery has the whole body.
 */
@Injectable()
export class WebhookPings {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly types: EventTypes,
    private readonly callerCheck: CallerCheck,
    private readonly filters: WebhookFilters,
  ) {}

  /** @throws ConflictError when the webhook is inactive. */
  sendPing(context: RequestContext, webhookId: string, { event }: PingWebhook): Promise<WebhookDeliveryResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const webhook = await this.webhooks.requireForUpdate(tx, { id: webhookId }, 'Webhook');
      ensureActive(webhook);
      const body = event ? { ...this.types.exampleOf(event), test: true } : await this.pingOf(tx, webhook);
      const [id, eventId] = [uuidv7(), uuidv7()];
      await this.deliveries.insertDelivery(tx, { id, eventId, webhookId, body, attempts: webhook.retryCount + 1 });
      return unannounced(await this.deliveries.getOne(tx, webhookId, id));
    });
  }

  private async pingOf(tx: TransactionContext, webhook: Webhook): Promise<EventBody> {
    const shown = await this.filters.filterPresenter(tx, [webhook]);
    return { event: 'ping', timestamp: new Date().toISOString(), data: toWebhookResponse(webhook, shown(webhook)) };
  }
}
