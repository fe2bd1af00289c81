import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { eventActor } from '#schema/events.js';
import { type DeliveryContent, deliveryRequest } from '../delivery/delivery-request.js';
import { Webhook } from '../webhook.entity.js';
import type {
  DeliveriesQuery,
  DeliveryRequestResponse,
  WebhookDeliveryDetailResponse,
  WebhookDeliveryResponse,
} from './webhook-delivery.dto.js';
import { HIDDEN_VALUE } from '../settings/webhook-headers.js';
import { WebhookSecrets } from '../settings/webhook-secrets.js';

const COLUMNS = `d.id, d.event, d.status, d.attempts, d.created_at AS "createdAt",
  CASE WHEN d.claim_id IS NULL THEN d.next_attempt_at END AS "nextAttemptAt"`;

const SELECT_DETAIL = `SELECT ${COLUMNS}, d.answers, d.event_id AS "eventId", d.webhook_id AS "webhookId", d.body, e.data::text AS data,
    coalesce(${eventActor('e')}, 'user:' || d.actor_id) AS actor,
    coalesce(e.occurred_at, (d.body::json ->> 'timestamp')::timestamptz) AS "occurredAt"
  FROM webhook_deliveries d LEFT JOIN events e ON e.company_id = d.company_id AND e.id = d.event_id`;

type DeliveryRow = WebhookDeliveryResponse &
  Omit<DeliveryContent, 'occurredAt'> & {
    eventId: string;
    webhookId: string;
    actor: string | null;
    /** Null when the event is gone. */
    occurredAt: string | null;
    answers: Record<string, string>;
  };

/** The delivery log of webhooks. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly secrets: WebhookSecrets,
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  async findAll(
    context: RequestContext,
    webhookId: string,
    query: DeliveriesQuery,
  ): Promise<List<WebhookDeliveryResponse>> {
    await this.webhooks.require(context, { id: webhookId }, 'Webhook');
    const { where, values } = deliveriesOf(context, webhookId)
      .in('d.status', 'text', query.status)
      .in('d.event', 'text', query.event)
      .between('d.created_at', query.createdAfter, query.createdBefore);
    const select = `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${where}`;
    const orderBy = 'd.created_at DESC, d.id DESC';
    return this.lists.find<WebhookDeliveryResponse>(context, query, { select, values, orderBy });
  }

  /** With what was sent and answered. */
  async findOne(context: RequestContext, webhookId: string, id: string): Promise<WebhookDeliveryDetailResponse> {
    const webhook = await this.webhooks.require(context, { id: webhookId }, 'Webhook');
    const { where, values } = deliveriesOf(context, webhookId).equals('d.id', 'uuid', id);
    const row = await this.database.row<DeliveryRow>(context, { text: `${SELECT_DETAIL} WHERE ${where}` }, values);
    if (!row) throw new NotFoundError('Delivery');
    const { event, status, createdAt, nextAttemptAt, answers } = row;
    const attempts = row.attempts.map((attempt) => {
      const emptyAnswer = attempt.statusCode === null ? null : '';
      return { ...attempt, responseBody: answers[attempt.id] ?? emptyAnswer };
    });
    return { id, event, status, attempts, createdAt, nextAttemptAt, request: await this.requestOf(webhook, row) };
  }

  /** As lists show it. @throws NotFoundError */
  async get(context: RequestContext, webhookId: string, id: string): Promise<WebhookDeliveryResponse> {
    const { where, values } = deliveriesOf(context, webhookId).equals('d.id', 'uuid', id);
    const text = `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${where}`;
    const delivery = await this.database.row<WebhookDeliveryResponse>(context, { text }, values);
    if (!delivery) throw new NotFoundError('Delivery');
    return delivery;
  }

  /** Ends the deliveries of a webhook that becomes inactive. Attempts under way are the last. */
  async giveUp(context: Pick<RequestContext, 'companyId' | 'share' | 'transaction'>, webhookId: string): Promise<void> {
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

  async removeAll(context: RequestContext, webhookId: string): Promise<void> {
    await this.database.execute(
      context,
      { text: 'DELETE FROM webhook_deliveries WHERE company_id = $1 AND webhook_id = $2' },
      [context.companyId, webhookId],
    );
  }

  /**
   * The request of the last attempt, built again. Null before the first attempt, and when the event or the secret is
   * gone.
   */
  private async requestOf(
    webhook: Webhook,
    { occurredAt, ...row }: DeliveryRow,
  ): Promise<DeliveryRequestResponse | null> {
    const attempt = row.attempts.at(-1);
    const secrets = attempt && this.secrets.tryOpenSecretsOf(webhook, attempt.at);
    if (!secrets || occurredAt === null) return null;
    const hidden = Object.fromEntries(webhook.headerNames.map((name) => [name, HIDDEN_VALUE]));
    const content = { ...row, occurredAt, claimId: attempt.id, at: attempt.at };
    const { headers, body } = await deliveryRequest(content, { secrets, headers: hidden });
    return { headers, body: body.toString() };
  }
}

function deliveriesOf({ companyId }: RequestContext, webhookId: string): Conditions {
  return new Conditions().equals('d.company_id', 'uuid', companyId).equals('d.webhook_id', 'uuid', webhookId);
}
