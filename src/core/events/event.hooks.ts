import type { Type } from '@nestjs/common';
import type { AuditRecord } from '../audit/audit-entry.js';
import type { RequestContext, TransactionContext } from '../company-scope/request-context.js';
import { defineHook } from '../hooks/hook.js';
import type { DomainEvent, EventName, EventPayloads } from './domain-event.js';

/** What there is to say of one event. */
export interface EventDescription<Data> {
  /** When it comes: `A label is created`. */
  readonly description: string;
  /** The DTO of the fields that its data has besides the resource. */
  readonly adds?: Type;
  /** Its data, where that is not as in the example of the resource. */
  readonly example?: Partial<Data>;
}

/** The events that one module makes. */
export interface EventGroup {
  /** The resource in the data of all events with the same first word; left out when another module gives it. */
  readonly resource?: { readonly dto: Type; readonly example: object };
  readonly events: { readonly [Name in EventName]?: EventDescription<EventPayloads[Name]> };
  /** True: they are sent to one receiver that asks for them, and are no events of the company. */
  readonly areSentAlone?: boolean;
  /** True: they stand in the log alone, and no receiver is sent them. */
  readonly areUnsent?: boolean;
}

/** At the start: which events a module makes, and what is in them. */
export const DeclaresEvents = defineHook<() => EventGroup>('events of a module');

/**
 * Before the events of a change are written, in its transaction, unless nobody is to be sent them: gives the events with
 * the receivers that do not get them, `notFor`.
 */
export const BeforeEventInsert =
  defineHook<(tx: TransactionContext, events: readonly DomainEvent[]) => Promise<readonly DomainEvent[]>>(
    'before events are written',
  );

/**
 * Once, at the first change: gives the SQL that inserts the deliveries of new events. It becomes a part of the
 * statement that writes the events. `events` is the name of their rows (`id`, `name`, `project_id`,
 * `former_project_id`, `not_for`, `is_undelivered`), and `companyId` is the parameter with their company. One method listens.
 */
export const InsertsDeliveries = defineHook<(events: string, companyId: string) => string>('insertion of deliveries');

/** For each event, in the transaction of its change: gives what the audit log records of it, if anything. */
export const AuditsEvent = defineHook<(event: DomainEvent) => AuditRecord | undefined>('audit of an event');

/**
 * After each commit of a company, outside of its transaction: a hint that there may be events, and with `mayBeDelivered`
 * deliveries. Nothing to rely on: a process that dies now does not give it.
 */
export const AfterCommit = defineHook<(companyId: string, mayBeDelivered: boolean) => void>('after a commit');

/**
 * When a stream of events opens that carries what is for its reader alone, outside of transactions: calls `write` with each frame,
 * from the present state on, and gives how to end that.
 */
export const OnPersonalStream =
  defineHook<(context: RequestContext, write: (frame: string) => void) => () => void>('personal stream');
