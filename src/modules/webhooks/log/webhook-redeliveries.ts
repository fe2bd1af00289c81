import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { unannounced } from '#core/events/domain-event.js';
import { ensureActive, Webhook } from '../webhook.entity.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import {
  MOST_ATTEMPTS,
  type RedeliveriesResponse,
  type RedeliverFailed,
  type WebhookDeliveryResponse,
} from './webhook-delivery.dto.js';

/** Also after its lease: the worker that holds it may still record the outcome of the attempt. */
const LOCK: Statement = {
  text: `SELECT claim_id IS NOT NULL AS "isUnderWay",
      jsonb_array_length(attempts) + (claim_id IS NOT NULL)::integer AS attempts FROM webhook_deliveries
    WHERE company_id = $1 AND webhook_id = $2 AND id = $3 FOR UPDATE`,
};

const ONCE_MORE = `status = 'pending', next_attempt_at = now(),
  attempts_left = least(attempts_left + 1, ${MOST_ATTEMPTS} - jsonb_array_length(attempts))`;

/** Deliveries that users want once more. */
@Injectable()
export class WebhookRedeliveries {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly deliveries: WebhookDeliveries,
    private readonly database: Database,
    private readonly callerCheck: CallerCheck,
  ) {}

  /**
   * Has the delivery attempted once more: at once, or after the attempt that is under way.
   *
   * @throws ConflictError when the webhook is inactive, or the delivery has had all its attempts.
   */
  redeliver(context: RequestContext, webhookId: string, deliveryId: string): Promise<WebhookDeliveryResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const webhook = await this.webhooks.requireForUpdate(tx, { id: webhookId }, 'Webhook');
      const key = [context.companyId, webhookId, deliveryId];
      const delivery = await this.database.row<{ isUnderWay: boolean; attempts: number }>(tx, LOCK, key);
      if (!delivery) throw new NotFoundError('Delivery');
      ensureActive(webhook);
      if (delivery.attempts >= MOST_ATTEMPTS) {
        throw new ConflictError(`A delivery has at most ${MOST_ATTEMPTS} attempts`);
      }
      const change = delivery.isUnderWay ? 'redelivery_asked = true' : ONCE_MORE;
      const text = `UPDATE webhook_deliveries SET ${change} WHERE company_id = $1 AND webhook_id = $2 AND id = $3`;
      await this.database.execute(tx, { text }, key);
      return unannounced(await this.deliveries.get(tx, webhookId, deliveryId));
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
      const text = `UPDATE webhook_deliveries SET ${ONCE_MORE}
        WHERE company_id = $1 AND webhook_id = $2 AND status = $3 AND created_at >= $4
          AND jsonb_array_length(attempts) < ${MOST_ATTEMPTS}`;
      const values = [context.companyId, webhookId, status, createdAfter];
      return unannounced({ count: await this.database.execute(tx, { text }, values) });
    });
  }
}
