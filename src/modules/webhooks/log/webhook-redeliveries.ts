import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { ensureActive, Webhook } from '../webhook.entity.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import {
  MOST_ATTEMPTS,
  type RedeliveriesResponse,
  type RedeliverFailed,
  type WebhookDeliveryResponse,
} from './webhook-delivery.dto.js';

/** Deliveries that users want once more. */
@Injectable()
export class WebhookRedeliveries {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly callerCheck: CallerCheck,
  ) {}

  /**
   * Has the delivery attempted once more: at once, or after the attempt that is under way.
   *
   * @throws ConflictError when the webhook is inactive, or the delivery has had all its attempts.
   */
  redeliverOne(context: RequestContext, webhookId: string, deliveryId: string): Promise<WebhookDeliveryResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const webhook = await this.webhooks.requireForUpdate(tx, { id: webhookId }, 'Webhook');
      const delivery = await this.deliveries.lockDelivery(tx, webhookId, deliveryId);
      if (!delivery) throw new NotFoundError('Delivery');
      ensureActive(webhook);
      if (delivery.attempts >= MOST_ATTEMPTS) {
        throw new ConflictError(`A delivery has at most ${MOST_ATTEMPTS} attempts`);
      }
      await this.deliveries.redeliverOne(tx, webhookId, deliveryId, delivery.isUnderWay);
      return unannounced(await this.deliveries.getOne(tx, webhookId, deliveryId));
    });
  }

  /** Has all that have failed attempted once more, but those that have had all their attempts. @throws ConflictError when the webhook is inactive. */
  redeliverFailed(
    context: RequestContext,
    webhookId: string,
    { status, createdAfter }: RedeliverFailed,
  ): Promise<RedeliveriesResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      ensureActive(await this.webhooks.requireForUpdate(tx, { id: webhookId }, 'Webhook'));
      return unannounced({ count: await this.deliveries.redeliverAll(tx, webhookId, { status, createdAfter }) });
    });
  }
}
