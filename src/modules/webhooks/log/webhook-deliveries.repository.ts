import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { eventActor } from '#schema/events.js';
import type { DeliveryContent } from '../delivery/delivery-request.js';
import {
  type DeliveriesQuery,
  type WebhookDeliveryResponse,
  MOST_ATTEMPTS,
  type RedeliverFailed,
} from './webhook-delivery.dto.js';
import type { EventBody } from '#core/events/event-catalogue.js';

const COLUMNS = `d.id, d.event, d.status, d.attempts, d.created_at AS "createdAt",
  CASE WHEN d.claim_id IS NULL THEN d.next_attempt_at END AS "nextAttemptAt"`;

const SELECT_DETAIL = `SELECT ${COLUMNS}, d.answers, d.event_id AS "eventId", d.webhook_id AS "webhookId", d.body, e.data::text AS data,
    coalesce(${eventActor('e')}, 'user:' || d.actor_id) AS actor,
    coalesce(e.occurred_at, (d.body::json ->> 'timestamp')::timestamptz) AS "occurredAt"
  FROM webhook_deliveries d LEFT JOIN events e ON e.company_id = d.company_id AND e.id = d.event_id`;

export type DeliveryRow = WebhookDeliveryResponse &
  Omit<DeliveryContent, 'occurredAt'> & {
    eventId: string;
    webhookId: string;
    actor: string | null;
    /** Null when the event is gone. */
    occurredAt: string | null;
    answers: Record<string, string>;
  };

const INSERT_DELIVERY: Statement = {
  text: `INSERT INTO webhook_deliveries (company_id, id, webhook_id, event_id, event, body, actor_id, status, attempts,
      attempts_left, next_attempt_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', '[]', $8, now(), now())`,
};

/** A delivery of no event: it has the whole body. */
interface NewDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly body: EventBody;
  readonly attempts: number;
}

/** Also after its lease: the worker that holds it may still record the outcome of the attempt. */
const LOCK: Statement = {
  text: `SELECT claim_id IS NOT NULL AS "isUnderWay",
      jsonb_array_length(attempts) + (claim_id IS NOT NULL)::integer AS attempts FROM webhook_deliveries
    WHERE company_id = $1 AND webhook_id = $2 AND id = $3 FOR UPDATE`,
};

const ONCE_MORE = `status = 'pending', next_attempt_at = now(),
  attempts_left = least(attempts_left + 1, ${MOST_ATTEMPTS} - jsonb_array_length(attempts))`;

/** The delivery log of webhooks. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  listDeliveries(
    context: RequestContext,
    webhookId: string,
    query: DeliveriesQuery,
  ): Promise<List<WebhookDeliveryResponse>> {
    const { where, values } = deliveriesOf(context, webhookId)
      .in('d.status', 'text', query.status)
      .in('d.event', 'text', query.event)
      .between('d.created_at', query.createdAfter, query.createdBefore);
    const select = `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${where}`;
    const orderBy = 'd.created_at DESC, d.id DESC';
    return this.lists.find<WebhookDeliveryResponse>(context, query, { select, values, orderBy });
  }

  findDetail(context: RequestContext, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
    const { where, values } = deliveriesOf(context, webhookId).equals('d.id', 'uuid', id);
    return this.database.row<DeliveryRow>(context, { text: `${SELECT_DETAIL} WHERE ${where}` }, values);
  }

  /** As lists show it. @throws NotFoundError */
  async getOne(context: RequestContext, webhookId: string, id: string): Promise<WebhookDeliveryResponse> {
    const { where, values } = deliveriesOf(context, webhookId).equals('d.id', 'uuid', id);
    const text = `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${where}`;
    const delivery = await this.database.row<WebhookDeliveryResponse>(context, { text }, values);
    if (!delivery) throw new NotFoundError('Delivery');
    return delivery;
  }

  /** Ends the deliveries of a webhook that becomes inactive. Attempts under way are the last. */
  async giveUpPending(
    context: Pick<RequestContext, 'companyId' | 'share' | 'transaction'>,
    webhookId: string,
  ): Promise<void> {
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

  async deleteAllOf(context: RequestContext, webhookId: string): Promise<void> {
    await this.database.execute(
      context,
      { text: 'DELETE FROM webhook_deliveries WHERE company_id = $1 AND webhook_id = $2' },
      [context.companyId, webhookId],
    );
  }

  async insertDelivery(tx: TransactionContext, { id, eventId, webhookId, body, attempts }: NewDelivery): Promise<void> {
    const values = [tx.companyId, id, webhookId, eventId, body.event, JSON.stringify(body), tx.userId, attempts];
    await this.database.execute(tx, INSERT_DELIVERY, values);
  }

  lockDelivery(
    tx: TransactionContext,
    webhookId: string,
    id: string,
  ): Promise<{ isUnderWay: boolean; attempts: number } | undefined> {
    return this.database.row<{ isUnderWay: boolean; attempts: number }>(tx, LOCK, [tx.companyId, webhookId, id]);
  }

  async redeliverOne(tx: TransactionContext, webhookId: string, id: string, isUnderWay: boolean): Promise<void> {
    const change = isUnderWay ? 'redelivery_asked = true' : ONCE_MORE;
    const text = `UPDATE webhook_deliveries SET ${change} WHERE company_id = $1 AND webhook_id = $2 AND id = $3`;
    await this.database.execute(tx, { text }, [tx.companyId, webhookId, id]);
  }

  /** How many there are. */
  redeliverAll(tx: TransactionContext, webhookId: string, { status, createdAfter }: RedeliverFailed): Promise<number> {
    const text = `UPDATE webhook_deliveries SET ${ONCE_MORE}
        WHERE company_id = $1 AND webhook_id = $2 AND status = $3 AND created_at >= $4
          AND jsonb_array_length(attempts) < ${MOST_ATTEMPTS}`;
    return this.database.execute(tx, { text }, [tx.companyId, webhookId, status, createdAfter]);
  }
}

function deliveriesOf({ companyId }: RequestContext, webhookId: string): Conditions {
  return new Conditions().equals('d.company_id', 'uuid', companyId).equals('d.webhook_id', 'uuid', webhookId);
}
