import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Lists } from '#core/database/lists/lists.js';
import { type WebhookHealthResponse, WebhookResponse } from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';

const SELECT_WEBHOOKS = `SELECT ${columnsOf(Webhook, 'w')}, h.last_success_at AS "lastSuccessAt",
    h.last_failure_at AS "lastFailureAt", h.failing_since AS "failingSince"
  FROM webhooks w LEFT JOIN webhook_health h ON h.company_id = w.company_id AND h.id = w.id WHERE w.company_id = $1`;

/** The filters of a company, for `Filters.filterPresenterOfList`. */
export const SELECT_FILTERS = 'SELECT filter FROM webhooks WHERE company_id = $1 AND filter IS NOT NULL';

const SELECT_FILTERED: Statement = {
  name: 'filtered-webhooks',
  text: `SELECT w.id, w.filter, w.filter_author_id AS "userId", u.timezone AS zone
    FROM webhooks w JOIN users u ON u.company_id = w.company_id AND u.id = w.filter_author_id
    WHERE w.company_id = $1 AND w.active AND w.filter IS NOT NULL`,
};

/** An active webhook with its filter as it is stored. */
export interface FilteredRow {
  readonly id: string;
  readonly filter: string;
  /** Who wrote the filter. */
  readonly userId: string;
  readonly zone: string;
}

export interface WebhookTest {
  readonly id: string;
  /** SQL that holds for the tasks `t` that the webhook gets. */
  readonly condition: string;
}

/** Webhooks with the health of their receivers and with their filters. */
@Injectable()
export class WebhooksRepository {
  constructor(
    private readonly lists: Lists,
    private readonly database: Database,
  ) {}

  findAll(
    context: RequestContext,
    query: PageQuery,
    toItem: (row: Webhook & WebhookHealthResponse) => WebhookResponse,
  ): Promise<List<WebhookResponse>> {
    return this.lists.find<Webhook & WebhookHealthResponse, WebhookResponse>(context, query, {
      select: SELECT_WEBHOOKS,
      values: [context.companyId],
      orderBy: 'w.created_at, w.id',
      toItem,
    });
  }

  findFiltered(tx: TransactionContext): Promise<FilteredRow[]> {
    return this.database.rows<FilteredRow>(tx, SELECT_FILTERED, [tx.companyId]);
  }

  /** Of the tasks `$2` the webhooks that fail their test. */
  async findFailing(
    tx: TransactionContext,
    tests: readonly WebhookTest[],
    conditions: Conditions,
  ): Promise<Map<string, string[]>> {
    const failed = tests.map(
      ({ id, condition }) => `CASE WHEN NOT (${condition}) THEN ${conditions.parameter(id)}::text END`,
    );
    const text = `SELECT t.id, array_remove(ARRAY[${failed.join(', ')}], NULL) AS "webhookIds"
      FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[])`;
    const rows = await this.database.rows<{ id: string; webhookIds: string[] }>(tx, { text }, conditions.values);
    return new Map(rows.map(({ id, webhookIds }) => [id, webhookIds]));
  }

  async countFilters(tx: TransactionContext): Promise<number> {
    const text = 'SELECT count(*) AS count FROM webhooks WHERE company_id = $1 AND filter IS NOT NULL';
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId]))?.count ?? 0;
  }
}
