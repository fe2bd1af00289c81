import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ConflictError, NotFoundError } from '../../common/errors/app-error.js';
import type { List } from '../../common/http/list.js';
import type { PageQuery } from '../../common/http/page.query.js';
import { Callers } from '../../core/auth/callers.js';
import { InjectCompanyScoped } from '../../core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '../../core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { Lists } from '../../core/database/lists.js';
import { unannounced } from '../../core/events/domain-event.js';
import { Outbox } from '../../core/events/outbox.js';
import { toWebhookResponse } from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import type { WebhookDeliveryResponse } from './webhook-delivery.dto.js';

const SELECT_DELIVERIES = `SELECT d.id, d.event, d.status, d.attempts, d.created_at AS "createdAt",
  CASE WHEN d.claim_id IS NULL THEN d.next_attempt_at END AS "nextAttemptAt"
  FROM webhook_deliveries d WHERE d.company_id = $1 AND d.webhook_id = $2`;

/** The delivery log of webhooks, and deliveries that users ask for (decisions 9). */
@Injectable()
export class WebhookDeliveries {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly callers: Callers,
    private readonly outbox: Outbox,
  ) {}

  async findAll(context: RequestContext, webhookId: string, query: PageQuery): Promise<List<WebhookDeliveryResponse>> {
    await this.webhooks.require(context, { id: webhookId }, 'Webhook');
    return this.lists.find<WebhookDeliveryResponse>(context, query, {
      select: SELECT_DELIVERIES,
      values: [context.companyId, webhookId],
      orderBy: 'd.created_at DESC, d.id DESC',
    });
  }

  /** Sends the webhook itself, as the event `ping`. @throws ConflictError when it is inactive. */
  ping(context: RequestContext, webhookId: string): Promise<WebhookDeliveryResponse> {
    return this.callers.commit(context, async (transaction) => {
      const webhook = await this.webhooks.requireForUpdate(transaction, { id: webhookId }, 'Webhook');
      requireActive(webhook);
      const eventId = await this.outbox.writeUnlogged(transaction, { name: 'ping', data: toWebhookResponse(webhook) });
      const deliveryId = uuidv7();
      await this.database.execute(
        transaction,
        {
          text: `INSERT INTO webhook_deliveries (company_id, id, webhook_id, event_id, event, status, attempts,
              attempts_left, next_attempt_at, created_at)
            VALUES ($1, $2, $3, $4, 'ping', 'pending', '[]', $5, now(), now())`,
        },
        [context.companyId, deliveryId, webhookId, eventId, webhook.retryCount + 1],
      );
      return unannounced(await this.findOne(transaction, webhookId, deliveryId));
    });
  }

  /**
   * Has the delivery attempted once more: at once, or after the attempt that is under way.
   *
   * @throws ConflictError when the webhook is inactive.
   */
  redeliver(context: RequestContext, webhookId: string, deliveryId: string): Promise<WebhookDeliveryResponse> {
    return this.callers.commit(context, async (transaction) => {
      const webhook = await this.webhooks.requireForUpdate(transaction, { id: webhookId }, 'Webhook');
      const delivery = await this.database.row<{ isUnderWay: boolean }>(
        transaction,
        {
          // Also past its lease: whoever holds it may yet record what came of the attempt.
          text: `SELECT claim_id IS NOT NULL AS "isUnderWay" FROM webhook_deliveries
            WHERE company_id = $1 AND webhook_id = $2 AND id = $3 FOR UPDATE`,
        },
        [context.companyId, webhookId, deliveryId],
      );
      if (!delivery) throw new NotFoundError('Delivery');
      requireActive(webhook);
      const change = delivery.isUnderWay
        ? 'redelivery_asked = true'
        : `status = 'pending', attempts_left = attempts_left + 1, next_attempt_at = now()`;
      await this.database.execute(
        transaction,
        { text: `UPDATE webhook_deliveries SET ${change} WHERE company_id = $1 AND id = $2` },
        [context.companyId, deliveryId],
      );
      return unannounced(await this.findOne(transaction, webhookId, deliveryId));
    });
  }

  /** Of a webhook that becomes inactive: no delivery is attempted any more; attempts under way are the last. */
  async giveUp(context: TransactionContext, webhookId: string): Promise<void> {
    await this.database.execute(
      context,
      {
        text: `UPDATE webhook_deliveries SET attempts_left = 0, redelivery_asked = false,
            status = CASE WHEN claim_id IS NULL THEN 'failed' ELSE status END,
            next_attempt_at = CASE WHEN claim_id IS NULL THEN NULL ELSE next_attempt_at END
          WHERE company_id = $1 AND webhook_id = $2 AND status = 'pending'`,
      },
      [context.companyId, webhookId],
    );
  }

  async removeAll(context: TransactionContext, webhookId: string): Promise<void> {
    await this.database.execute(
      context,
      { text: 'DELETE FROM webhook_deliveries WHERE company_id = $1 AND webhook_id = $2' },
      [context.companyId, webhookId],
    );
  }

  private async findOne(context: TransactionContext, webhookId: string, id: string): Promise<WebhookDeliveryResponse> {
    const delivery = await this.database.row<WebhookDeliveryResponse>(
      context,
      { text: `${SELECT_DELIVERIES} AND d.id = $3` },
      [context.companyId, webhookId, id],
    );
    if (!delivery) throw new NotFoundError('Delivery');
    return delivery;
  }
}

function requireActive({ active }: Webhook): void {
  if (!active) throw new ConflictError('The webhook is inactive; set active to true first');
}
