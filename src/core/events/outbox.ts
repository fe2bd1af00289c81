import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { RequestContext, TransactionContext } from '../company-scope/request-context.js';
import { Database, Statement } from '../database/database.js';
import type { Change, DomainEvent } from './domain-event.js';

const INSERT_EVENTS: Statement = {
  name: 'insert-events',
  text: `INSERT INTO events (company_id, id, name, project_id, data, occurred_at)
    SELECT $1, e.id, e.name, e."projectId", e.data, $3
    FROM json_to_recordset($2::json) AS e (id uuid, name text, "projectId" uuid, data json)`,
};

/** In characters of JSON: more at once would hold up the event loop (extensions 1.1). */
const BATCH_LENGTH = 512 * 1024;

/**
 * The one way to change a company's data: what `work` does and the events it returns are committed together or not at
 * all (decisions 9).
 */
@Injectable()
export class Outbox {
  private readonly listeners: ((companyId: string) => void)[] = [];

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
    if (!context.transaction) for (const listener of this.listeners) listener(context.companyId);
    return result;
  }

  /** Calls `listener` after changes of this process: a hint that there may be events, and nothing to rely on. */
  onCommit(listener: (companyId: string) => void): void {
    this.listeners.push(listener);
  }

  private async write(context: TransactionContext, events: readonly DomainEvent[]): Promise<void> {
    const occurredAt = new Date().toISOString();
    for (const batch of jsonBatches(events)) {
      await this.database.execute(context, INSERT_EVENTS, [context.companyId, batch, occurredAt]);
    }
  }
}

/** JSON arrays of the events, with their ids; each is made when it is asked for. */
function* jsonBatches(events: readonly DomainEvent[]): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const event of events) {
    const json = JSON.stringify({ id: uuidv7(), ...event });
    batch.push(json);
    length += json.length;
    if (length < BATCH_LENGTH) continue;
    yield `[${batch.join()}]`;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield `[${batch.join()}]`;
}
