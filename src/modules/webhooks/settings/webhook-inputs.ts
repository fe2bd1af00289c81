import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { OutboundHttp } from '#core/outbound/outbound-http.js';
import { CompanyLimits } from '#modules/companies/company-limits.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { CreateWebhook, UpdateWebhook } from '../webhook.dto.js';
import type { Webhook } from '../webhook.entity.js';
import { HIDDEN_VALUE, withKeptValues } from './webhook-headers.js';
import { WebhookSecrets } from './webhook-secrets.js';

const DEFAULT_RETRY_COUNT = 3;
const DEFAULT_RETRY_DELAY = 30;

const PLAIN_FIELDS = ['url', 'projectId', 'active', 'retryCount', 'retryDelay', 'backoff'] as const;

type NewWebhook = Omit<Webhook, 'companyId' | 'createdAt' | 'updatedAt'>;

/** What becomes of a webhook by what a client sends. */
@Injectable()
export class WebhookInputs {
  constructor(
    private readonly secrets: WebhookSecrets,
    private readonly projects: ProjectAccess,
    private readonly outbound: OutboundHttp,
    private readonly limits: CompanyLimits,
  ) {}

  /** @throws ValidationError for a URL that could never be reached. */
  ensureAllowed({ url }: UpdateWebhook): void {
    if (url !== undefined) this.outbound.ensureAllowed(url, 'url');
  }

  /** @throws NotFoundError for a project that is not there, or out of reach. */
  async ensureProject(tx: TransactionContext, projectId: string | null | undefined): Promise<void> {
    if (projectId) await this.projects.getProject(tx, projectId);
  }

  /** @throws ConflictError when the company has as many webhooks as it may have. */
  async ensureRoom(tx: TransactionContext, count: () => Promise<number>): Promise<void> {
    await this.limits.ensureRoom(tx, 'webhooks', count);
  }

  rowOf(owner: { companyId: string; id: string }, input: CreateWebhook): Omit<NewWebhook, 'filter' | 'filterAuthorId'> {
    const { url, events, projectId = null, active = true, backoff = false } = input;
    const { retryCount = DEFAULT_RETRY_COUNT, retryDelay = DEFAULT_RETRY_DELAY } = input;
    return {
      id: owner.id,
      url,
      events,
      projectId,
      active,
      retryCount,
      retryDelay,
      backoff,
      previousSecret: null,
      previousValidUntil: null,
      disabledReason: null,
      disabledAt: null,
      ...this.secrets.sealSecret(owner, input.secret),
      ...this.secrets.sealHeaders(owner, withKeptValues(input.headers ?? {}, {})),
    };
  }

  /** @throws ValidationError when another receiver would get the secret of this one, or `***` stands for no value. */
  changesOf(before: Webhook, input: UpdateWebhook): Partial<Webhook> {
    const isMoved = input.url !== undefined && !isSameReceiver(input.url, before.url);
    if (isMoved && (input.secret === undefined || input.secret === HIDDEN_VALUE))
      throw new ValidationError({ secret: 'Required' });
    const plain = PLAIN_FIELDS.filter((field) => input[field] !== undefined && input[field] !== before[field]);
    const changes: Partial<Webhook> = Object.fromEntries(plain.map((field) => [field, input[field]]));
    if (input.events && !isSame(input.events, before.events)) changes.events = input.events;
    if (input.active && before.disabledAt !== null) Object.assign(changes, { disabledReason: null, disabledAt: null });
    return { ...changes, ...this.secretChanges(before, input), ...this.headerChanges(before, input, isMoved) };
  }

  /** A new secret ends the previous one of a rotation. */
  private secretChanges(before: Webhook, { secret }: UpdateWebhook): Partial<Webhook> {
    if (secret === undefined) return {};
    return {
      ...(before.previousSecret !== null && { previousSecret: null, previousValidUntil: null }),
      ...(secret !== this.secrets.tryOpenSecret(before) && this.secrets.sealSecret(before, secret)),
    };
  }

  private headerChanges(before: Webhook, input: UpdateWebhook, isMoved: boolean): Partial<Webhook> {
    const given = input.headers ?? (isMoved ? {} : undefined);
    if (!given) return {};
    const stored = this.secrets.tryOpenHeaders(before);
    // What one receiver was told is not for another.
    const headers = withKeptValues(given, (!isMoved && stored) || {});
    return isSame(headers, stored) ? {} : this.secrets.sealHeaders(before, headers);
  }
}

/** Whether scheme, host and port are the same, as the URL standard writes them. */
function isSameReceiver(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
