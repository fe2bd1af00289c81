import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { RequestContext, TransactionContext } from '../company-scope/request-context.js';
import { Database, Statement } from '../database/database.js';
import type { Change, DomainEvent } from './domain-event.js';

const INSERT_EVENTS: Statement = {
  name: 'insert-events',
  text: `INSERT INTO events (company_id, id, name, project_id, data, occurred_at)
    SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::json[], $6::timestamptz[])`,
};

/**
 * The one way to change a company's data: what `work` does and the events it returns are committed together or not at
 * all (decisions 9).
 */
@Injectable()
export class Outbox {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly database: Database) {}

  async commit<Result>(
    context: RequestContext,
    work: (context: TransactionContext) => Promise<Change<Result>>,
  ): Promise<Result> {
    const result = await this.database.transaction(context, async (transactionContext) => {
      const change = await work(transactionContext);
      if (change.events.length > 0) await this.write(transactionContext, change.events);
      return change.result;
    });
    if (!context.transaction) for (const listener of this.listeners) listener();
    return result;
  }

  /** Calls `listener` after changes of this process: a hint that there may be events, and nothing to rely on. */
  onCommit(listener: () => void): void {
    this.listeners.push(listener);
  }

  private write(context: TransactionContext, events: readonly DomainEvent[]): Promise<number> {
    const occurredAt = new Date().toISOString();
    return this.database.execute(context, INSERT_EVENTS, [
      context.companyId,
      events.map(() => uuidv7()),
      events.map(({ name }) => name),
      events.map(({ projectId }) => projectId),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(() => occurredAt),
    ]);
  }
}
