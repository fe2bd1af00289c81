import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { beginning } from '#core/events/changes.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { ReceiverHealth } from './health/receiver-health.js';
import { CreateWebhook, toWebhookResponse, UpdateWebhook, WebhookResponse } from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import { WebhookDeliveriesRepository } from './log/webhook-deliveries.repository.js';
import { WebhookFilters } from './settings/webhook-filters.js';
import { WebhookInputs } from './settings/webhook-inputs.js';
import { changeOf, shownTo, targetOf } from './settings/webhook-audit.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Webhooks. Their changes have no event name, and so emit nothing. */
@Injectable()
export class WebhooksService {
  constructor(
    @InjectCompanyScoped(Webhook) private readonly webhooks: CompanyScopedRepository<Webhook>,
    private readonly statements: WebhooksRepository,
    private readonly inputs: WebhookInputs,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly health: ReceiverHealth,
    private readonly callerCheck: CallerCheck,
    private readonly filters: WebhookFilters,
  ) {}

  async findAll(context: RequestContext, query: PageQuery): Promise<List<WebhookResponse>> {
    const shown = await this.filters.filterPresenterOfAll(context);
    return this.statements.findAll(context, query, (row) => toWebhookResponse(row, shown(row), row));
  }

  async findOne(context: RequestContext, id: string): Promise<WebhookResponse> {
    const webhook = await this.webhooks.require(context, { id }, 'Webhook');
    return this.shown(context, webhook);
  }

  create(context: RequestContext, input: CreateWebhook): Promise<WebhookResponse> {
    this.inputs.ensureAllowed(input);
    const row = this.inputs.rowOf({ companyId: context.companyId, id: uuidv7() }, input);
    return this.callerCheck.commit(context, async (tx) => {
      await this.inputs.ensureProject(tx, input.projectId);
      const filtered = { filter: null, filterAuthorId: null, ...(await this.filters.changesOf(tx, input)) };
      await this.inputs.ensureRoom(tx, () => this.webhooks.count(tx));
      const webhook = await this.webhooks.insert(tx, { ...row, ...filtered });
      if (webhook.filter !== null) await this.filters.announceChange(tx);
      await this.health.clearHealth(tx, webhook.id);
      const record = {
        action: 'webhook.created',
        target: targetOf(webhook),
        changes: beginning(shownTo(webhook)),
      } as const;
      return audited(unannounced(await this.shown(tx, webhook)), record);
    });
  }

  update(context: RequestContext, id: string, input: UpdateWebhook): Promise<WebhookResponse> {
    this.inputs.ensureAllowed(input);
    return this.callerCheck.commit(context, async (tx) => {
      const before = await this.webhooks.requireForUpdate(tx, { id }, 'Webhook');
      const changes = {
        ...this.inputs.changesOf(before, input),
        ...(await this.filters.changesOf(tx, input, before)),
      };
      await this.inputs.ensureProject(tx, changes.projectId);
      if (changes.active === false) await this.deliveries.giveUpPending(tx, id);
      if (input.active) await this.health.clearHealth(tx, id);
      const isChanged = Object.keys(changes).length > 0;
      const webhook = isChanged ? await this.webhooks.update(tx, before, changes) : before;
      if ((before.filter ?? webhook.filter) !== null) await this.filters.announceChange(tx);
      const change = unannounced(await this.shown(tx, webhook));
      return isChanged ? audited(change, changeOf(before, webhook)) : change;
    });
  }

  remove(context: RequestContext, id: string): Promise<void> {
    return this.callerCheck.commit(context, async (tx) => {
      const webhook = await this.webhooks.requireForUpdate(tx, { id }, 'Webhook');
      await this.deliveries.deleteAllOf(tx, id);
      await this.webhooks.delete(tx, id);
      return audited(unannounced(undefined), { action: 'webhook.deleted', target: targetOf(webhook) });
    });
  }

  private async shown(context: RequestContext, webhook: Webhook): Promise<WebhookResponse> {
    const shown = await this.filters.filterPresenter(context, [webhook]);
    return toWebhookResponse(webhook, shown(webhook), await this.health.findHealth(context, webhook.id));
  }
}
