import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ValidationError } from '../../common/errors/app-error.js';
import type { List } from '../../common/http/list.js';
import type { PageQuery } from '../../common/http/page.query.js';
import { Callers } from '../../core/auth/callers.js';
import { InjectCompanyScoped } from '../../core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '../../core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { OutboundHttp } from '../../core/outbound/outbound-http.js';
import { CompanyLimits } from '../companies/company-limits.service.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { CreateWebhook, toWebhookResponse, UpdateWebhook, WebhookResponse } from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { withKeptValues } from './webhook-headers.js';
import { WebhookSecrets } from './webhook-secrets.js';

const DEFAULT_RETRY_COUNT = 3;
const DEFAULT_RETRY_DELAY = 30;

const PLAIN_FIELDS = ['url', 'projectId', 'active', 'retryCount', 'retryDelay'] as const;

/** Webhooks (decisions 9). Their changes have no event name, and so emit nothing. */
@Injectable()
export class WebhooksService {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly secrets: WebhookSecrets,
    private readonly deliveries: WebhookDeliveries,
    private readonly projects: ProjectAccess,
    private readonly limits: CompanyLimits,
    private readonly outbound: OutboundHttp,
    private readonly callers: Callers,
  ) {}

  findAll(context: RequestContext, query: PageQuery): Promise<List<WebhookResponse>> {
    return this.webhooks.find(context, query, toWebhookResponse);
  }

  async findOne(context: RequestContext, id: string): Promise<WebhookResponse> {
    return toWebhookResponse(await this.webhooks.require(context, { id }, 'Webhook'));
  }

  create(context: RequestContext, input: CreateWebhook): Promise<WebhookResponse> {
    this.outbound.requireAllowed(input.url, 'url');
    const headers = withKeptValues(input.headers ?? {}, {});
    const { companyId } = context;
    const id = uuidv7();
    return this.callers.commit(context, async (transaction) => {
      await this.requireProject(transaction, input.projectId);
      await this.limits.ensureRoom(transaction, 'webhooks', () => this.webhooks.count(transaction));
      const webhook = await this.webhooks.insert(transaction, {
        id,
        url: input.url,
        events: input.events,
        projectId: input.projectId ?? null,
        active: input.active ?? true,
        retryCount: input.retryCount ?? DEFAULT_RETRY_COUNT,
        retryDelay: input.retryDelay ?? DEFAULT_RETRY_DELAY,
        ...this.secrets.sealSecret({ companyId, id }, input.secret),
        ...this.secrets.sealHeaders({ companyId, id }, headers),
      });
      return { result: toWebhookResponse(webhook), events: [] };
    });
  }

  update(context: RequestContext, id: string, input: UpdateWebhook): Promise<WebhookResponse> {
    if (input.url !== undefined) this.outbound.requireAllowed(input.url, 'url');
    return this.callers.commit(context, async (transaction) => {
      const before = await this.webhooks.requireForUpdate(transaction, { id }, 'Webhook');
      const changes = this.changesOf(before, input);
      await this.requireProject(transaction, changes.projectId);
      if (Object.keys(changes).length === 0) return { result: toWebhookResponse(before), events: [] };
      if (changes.active === false) await this.deliveries.giveUp(transaction, id);
      const webhook = await this.webhooks.update(transaction, before, changes);
      return { result: toWebhookResponse(webhook), events: [] };
    });
  }

  remove(context: RequestContext, id: string): Promise<void> {
    return this.callers.commit(context, async (transaction) => {
      await this.webhooks.requireForUpdate(transaction, { id }, 'Webhook');
      await this.deliveries.removeAll(transaction, id);
      await this.webhooks.delete(transaction, id);
      return { result: undefined, events: [] };
    });
  }

  private changesOf(before: Webhook, input: UpdateWebhook): Partial<Webhook> {
    const isMoved = input.url !== undefined && !isSameReceiver(input.url, before.url);
    if (isMoved && input.secret === undefined) throw new ValidationError({ secret: 'Required' });
    const plain = PLAIN_FIELDS.filter((field) => input[field] !== undefined && input[field] !== before[field]);
    const changes: Partial<Webhook> = Object.fromEntries(plain.map((field) => [field, input[field]]));
    if (input.events && !isSame(input.events, before.events)) changes.events = input.events;
    if (input.secret !== undefined && input.secret !== this.secrets.tryOpenSecret(before)) {
      Object.assign(changes, this.secrets.sealSecret(before, input.secret));
    }
    const given = input.headers ?? (isMoved ? {} : undefined);
    if (given) {
      const stored = this.secrets.tryOpenHeaders(before);
      // What one receiver was told is not for another (extensions 1.12).
      const headers = withKeptValues(given, (!isMoved && stored) || {});
      if (!isSame(headers, stored)) Object.assign(changes, this.secrets.sealHeaders(before, headers));
    }
    return changes;
  }

  private async requireProject(context: TransactionContext, projectId: string | null | undefined): Promise<void> {
    if (projectId) await this.projects.find(context, projectId);
  }
}

/** Whether scheme, host and port are the same, as the URL standard writes them. */
function isSameReceiver(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
