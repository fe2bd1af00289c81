import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { NotifiedCache } from '#core/database/pool/notified-cache.js';
import { Notifications } from '#core/database/pool/notifications.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { BeforeEventInsert } from '#core/events/event.hooks.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { type Filter, Filters, type ShownFilter } from '#modules/filters/filters.service.js';
import type { UpdateWebhook } from '../webhook.dto.js';
import type { Webhook } from '../webhook.entity.js';
import { WebhooksRepository, type FilteredRow, type WebhookTest, SELECT_FILTERS } from '../webhooks.repository.js';

/** Webhooks of a company that have a filter, inactive ones among them. */
const MOST_FILTERS = 20;
const CHANNEL = 'webhook_filters_changed';
const NO_FILTER = { filter: null, broken: false };

type FilteredWebhook = Omit<FilteredRow, 'filter'> & { readonly filter: Filter };

/** Of `task.*` events a webhook with a filter gets those whose task matches. */
@Injectable()
export class WebhookFilters {
  private readonly filtered: NotifiedCache<readonly FilteredWebhook[]>;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly database: Database,
    private readonly filters: Filters,
    private readonly companies: CompaniesService,
    notifications: Notifications,
  ) {
    this.filtered = new NotifiedCache(notifications, CHANNEL);
  }

  /**
   * What becomes of a webhook by the filter that a client sends. An empty one is none; one that stays as it was keeps
   * its author.
   *
   * @throws ValidationError of the filter, ConflictError when too many webhooks have one
   */
  async changesOf(
    tx: TransactionContext,
    { filter: text }: Pick<UpdateWebhook, 'filter'>,
    before?: Webhook,
  ): Promise<Partial<Pick<Webhook, 'filter' | 'filterAuthorId'>>> {
    if (text === undefined) return {};
    const read = await this.filters.readFilter(tx, text ?? '', before?.filter ?? '');
    const filter = this.filters.storedText(read) || null;
    if (filter === (before?.filter ?? null)) return {};
    if (filter !== null && !before?.filter) await this.ensureRoom(tx);
    return { filter, filterAuthorId: filter === null ? null : tx.userId };
  }

  /** To be called in the transaction of each change of a webhook that has, or had, a filter. */
  async announceChange(tx: TransactionContext): Promise<void> {
    tx.transaction.afterCommit.push(() => this.filtered.forget(tx.companyId));
    await this.database.notify(tx, CHANNEL, tx.companyId);
  }

  /** How filters are shown to the caller; their names are looked up together. */
  async filterPresenter(
    context: RequestContext,
    webhooks: readonly Pick<Webhook, 'filter'>[],
  ): Promise<(webhook: Pick<Webhook, 'filter'>) => ShownFilter | typeof NO_FILTER> {
    const texts = webhooks.flatMap(({ filter }) => filter ?? []);
    if (texts.length === 0) return () => NO_FILTER;
    const shown = await this.filters.filterPresenter(
      context,
      texts.map((text) => this.filters.storedFilter(text)),
    );
    return ({ filter }) => (filter === null ? NO_FILTER : shown(this.filters.storedFilter(filter)));
  }

  /** As `filterPresenter`, for all webhooks of the company. */
  async filterPresenterOfAll(context: RequestContext): ReturnType<WebhookFilters['filterPresenter']> {
    const shown = await this.filters.filterPresenterOfList(context, SELECT_FILTERS, [context.companyId]);
    return ({ filter }) => (filter === null ? NO_FILTER : shown(filter));
  }

  /**
   * The events, each with the webhooks that do not get it because of their filter. The tasks are read as the transaction
   * has left them so far.
   */
  @BeforeEventInsert()
  async sorted(tx: TransactionContext, events: readonly DomainEvent[]): Promise<readonly DomainEvent[]> {
    const ofTasks = events.filter(isOfTask);
    if (ofTasks.length === 0) return events;
    const webhooks = await this.filtered.find(tx.companyId, () => this.readFiltered(tx));
    if (!webhooks || webhooks.length === 0) return events;
    const ids = ofTasks.map(({ data }) => data.id);
    const failing = await this.failing(tx, webhooks, ids);
    return events.map((event) => (isOfTask(event) ? { ...event, notFor: failing.get(event.data.id) ?? [] } : event));
  }

  private async readFiltered(tx: TransactionContext): Promise<FilteredWebhook[]> {
    const rows = await this.webhooks.findFiltered(tx);
    return rows.map(({ filter, ...webhook }) => ({ ...webhook, filter: this.filters.storedFilter(filter) }));
  }

  /** By task, the webhooks whose filter does not let it through. */
  private async failing(
    tx: TransactionContext,
    webhooks: readonly FilteredWebhook[],
    taskIds: readonly string[],
  ): Promise<Map<string, string[]>> {
    const conditions = new Conditions([tx.companyId, taskIds]);
    const tests: WebhookTest[] = [];
    for (const { id, filter, userId, zone } of webhooks) {
      const condition = await this.filters.compileFilter(tx, filter, conditions, { userId, zone });
      tests.push({ id, condition });
    }
    return this.webhooks.findFailing(tx, tests, conditions);
  }

  /** The company is locked: another request waits until this one is counted. */
  private async ensureRoom(tx: TransactionContext): Promise<void> {
    await this.companies.lockCompany(tx);
    if ((await this.webhooks.countFilters(tx)) >= MOST_FILTERS) {
      throw new ConflictError(`At most ${MOST_FILTERS} webhooks of a company have a filter; take one away first`);
    }
  }
}

type TaskEvent = Extract<DomainEvent, { name: `task.${string}` }>;

function isOfTask(event: DomainEvent): event is TaskEvent {
  return event.name.startsWith('task.');
}
