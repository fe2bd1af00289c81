import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { deliveryRequest } from '../delivery/delivery-request.js';
import { Webhook } from '../webhook.entity.js';
import type {
  DeliveriesQuery,
  DeliveryRequestResponse,
  WebhookDeliveryDetailResponse,
  WebhookDeliveryResponse,
} from './webhook-delivery.dto.js';
import { HIDDEN_VALUE } from '../settings/webhook-headers.js';
import { WebhookSecrets } from '../settings/webhook-secrets.js';
import { WebhookDeliveriesRepository, type DeliveryRow } from './webhook-deliveries.repository.js';

/** The delivery log of webhooks. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly secrets: WebhookSecrets,
    private readonly rows: WebhookDeliveriesRepository,
  ) {}

  async findAll(
    context: RequestContext,
    webhookId: string,
    query: DeliveriesQuery,
  ): Promise<List<WebhookDeliveryResponse>> {
    await this.webhooks.require(context, { id: webhookId }, 'Webhook');
    return this.rows.listDeliveries(context, webhookId, query);
  }

  /** With what was sent and answered. */
  async findOne(context: RequestContext, webhookId: string, id: string): Promise<WebhookDeliveryDetailResponse> {
    const webhook = await this.webhooks.require(context, { id: webhookId }, 'Webhook');
    const row = await this.rows.findDetail(context, webhookId, id);
    if (!row) throw new NotFoundError('Delivery');
    const { event, status, createdAt, nextAttemptAt, answers } = row;
    const attempts = row.attempts.map((attempt) => {
      const emptyAnswer = attempt.statusCode === null ? null : '';
      return { ...attempt, responseBody: answers[attempt.id] ?? emptyAnswer };
    });
    return { id, event, status, attempts, createdAt, nextAttemptAt, request: await this.requestOf(webhook, row) };
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
