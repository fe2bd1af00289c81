import { Inject, Injectable } from '@nestjs/common';
import type { AuditRecord } from '../audit/audit-entry.js';
import { AuditLog } from '../audit/audit-log.js';
import type { RequestContext, Transaction, TransactionContext } from '../company-scope/request-context.js';
import { Configuration } from '#config/configuration.js';
import { Database } from '../database/database.js';
import { Hooks } from '../hooks/hooks.js';
import type { Change, DomainEvent } from './domain-event.js';
import { AfterCommit, AuditsEvent, BeforeEventInsert, InsertsDeliveries } from './event.hooks.js';
import { EventVolume } from './event-volume.js';
import { EventStatements, TransactionEvents } from './transaction-events.js';

/**
 * The one way to change a company's data: what `work` does and the events it returns are committed together or not at
 * all. The events are written last, in the order in which they came, and get the next positions of the
 * company: later commits have higher ones.
 */
@Injectable()
export class Outbox {
  @Inject() private readonly hooks: Hooks;
  private made?: EventStatements;
  private readonly underWay = new WeakMap<Transaction, TransactionEvents>();

  private readonly volume: EventVolume;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    { limits }: Configuration,
  ) {
    this.volume = new EventVolume(database, limits.eventBytes);
  }

  /** Joins the transaction of the context, if there is one; the events are written when that ends. */
  commit<Result>(context: RequestContext, work: (tx: TransactionContext) => Promise<Change<Result>>): Promise<Result> {
    return this.database.transaction(context, async (tx) => {
      const events = this.eventsOf(tx);
      const change = await (context.transaction ? work(tx) : asAsked(tx, work));
      // Nothing is sent of an import, unless it asks for that.
      const isSorted = !tx.isUndelivered && (tx.importing?.deliver ?? true);
      await events.add(isSorted ? await this.sort(tx, change.events) : change.events, tx);
      const told = change.events.flatMap((event) => this.recordsOf(event));
      for (const record of [...told, ...(change.records ?? [])]) await this.audit.record(tx, record);
      return change.result;
    });
  }

  /**
   * As `commit`, for requests of one caller in one transaction: of one user, and of an agent that may have a key for each.
   * `work` gives their changes in the same order; undefined where a request is not carried out.
   */
  commitTogether<Result>(
    requests: readonly RequestContext[],
    work: (tx: TransactionContext) => Promise<readonly (Change<Result> | undefined)[]>,
  ): Promise<(Result | undefined)[]> {
    const [caller] = requests as readonly [RequestContext];
    return this.database.transaction(caller, async (tx) => {
      const events = this.eventsOf(tx);
      // Sent in one packet with the first statement of the work, which is undone when a key turns out to be in use.
      const begun = Promise.all(requests.map(async ({ idempotentRequest }) => idempotentRequest?.begin(tx)));
      begun.catch(() => undefined);
      const changes = await work(tx).finally(() => begun);
      for (const [index, request] of requests.entries()) {
        const change = changes[index];
        if (change) await request.idempotentRequest?.keep(tx, change.answer ?? { body: change.result });
        await events.add(await this.sort(tx, change?.events ?? []), request);
      }
      return changes.map((change) => change?.result);
    });
  }

  private async sort(tx: TransactionContext, events: readonly DomainEvent[]): Promise<readonly DomainEvent[]> {
    let sorted = events;
    for (const sort of this.hooks.listeners(BeforeEventInsert)) sorted = await sort(tx, sorted);
    return sorted;
  }

  private recordsOf(event: DomainEvent): AuditRecord[] {
    return this.hooks.listeners(AuditsEvent).flatMap((recordOf) => recordOf(event) ?? []);
  }

  /** Undefined without the module that delivers: then events cannot be written. */
  private get statements(): EventStatements | undefined {
    const [insertDeliveries] = this.hooks.listeners(InsertsDeliveries);
    this.made ??= insertDeliveries && new EventStatements(insertDeliveries);
    return this.made;
  }

  private eventsOf(tx: TransactionContext): TransactionEvents {
    const { transaction, companyId } = tx;
    let events = this.underWay.get(transaction);
    if (!events) {
      events = new TransactionEvents(this.database, tx, this.volume, this.statements);
      this.underWay.set(transaction, events);
      transaction.last = () => (events as TransactionEvents).last();
      const mayBeDelivered = () => (events as TransactionEvents).mayBeDelivered(transaction.lastRows);
      const listeners = this.hooks.listeners(AfterCommit);
      transaction.afterCommit.push(() => listeners.forEach((listener) => listener(companyId, mayBeDelivered())));
    }
    return events;
  }
}

/** The change of a request as a whole, kept and decided as its headers ask for it. */
async function asAsked<Result>(
  tx: TransactionContext,
  work: (tx: TransactionContext) => Promise<Change<Result>>,
): Promise<Change<Result>> {
  const { idempotentRequest, precondition } = tx;
  await idempotentRequest?.begin(tx);
  const change = await (precondition ? precondition.decide(() => work(tx)) : work(tx));
  await idempotentRequest?.keep(tx, change.answer ?? { body: change.result });
  return change;
}
