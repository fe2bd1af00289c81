import { Injectable } from '@nestjs/common';
import { fanOut } from './fan-out.repository.js';
import { OWN_WORK_CONTEXT, type DatabaseContext, type InTransaction } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { isoMoment } from '#core/database/schema/columns.js';
import { eventActor } from '#schema/events.js';
import { InsertsDeliveries } from '#core/events/event.hooks.js';
import { type Days, daysOf, isOfDays, momentOf, nameOf } from '#core/partitions/spans.js';
import { type DeliveryAttempt, MOST_ATTEMPTS } from '../log/webhook-delivery.dto.js';

/** Seconds by the database's clock, well past the longest attempt; what a crash leaves is claimed again after it. */
export const LEASE_SECONDS = 45;

/** A delivery that this process alone may attempt until its lease runs out. */
export interface DeliveryClaim {
  companyId: string;
  id: string;
  /** Also the id of the attempt. */
  claimId: string;
  webhookId: string;
  /** Seconds until the next attempt, should this one fail. Null when the webhook is gone. */
  retryDelay: number;
}

/** A claim with all that it takes to attempt it, which can be large. */
export interface ClaimedDelivery extends DeliveryClaim {
  event: string;
  eventId: string;
  /** The user who made the change or asked for the ping; null for the service itself. */
  actor: string | null;
  /** Null when the event is gone; so is `data`. */
  occurredAt: string | null;
  /** JSON, as it was written with the change. */
  data: string | null;
  /** Of a ping or a test, which have no event. */
  body: string | null;
  /** Of `data` or `body`. */
  bytes: number;
  /** Null when the webhook is gone; so are all the following. */
  active: boolean | null;
  url: string;
  secret: string;
  /** While it is valid. */
  previousSecret: string | null;
  headerNames: string[];
  headerValues: string;
  /** It has ended with the claim, because too many of its attempts were lost with their process. */
  hasFailed: boolean;
}

/** How the claim of a delivery ends. */
export interface DeliveryOutcome {
  claim: DeliveryClaim;
  /**
   * - `delivered`, `failed`: an attempt that counts; `gone`: the same, and the last; `handed-back`: to be attempted by
   *   another; `dropped`: never more.
   */
  result: 'delivered' | 'failed' | 'gone' | 'handed-back' | 'dropped';
  /** The address that is gone, when its webhook is to be switched off. */
  goneUrl?: string;
  /** Null when nothing was sent. */
  attempt: DeliveryAttempt | null;
  /** The beginning of the receiver's answer; null without an answer. */
  answer: string | null;
}

/** What one look finds of a company. */
interface DueCompany {
  companyId: string;
  isDue: boolean;
  waiting: number;
  first: string;
  last: string;
}

/** Waiting deliveries that one look reads. */
export const LOOK_LIMIT = 100;

/**
 * The next companies after `$1` with waiting deliveries, as far as one look reads: whether the first one is due, and between
 * which ids they are.
 */
const FIND_DUE_COMPANIES: Statement = {
  name: 'find-due-companies',
  text: `SELECT company_id AS "companyId", min(next_attempt_at) <= now() AS "isDue", count(*) AS waiting,
      min(id::text) AS first, max(id::text) AS last FROM (
      SELECT company_id, id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending' AND company_id > $1
      ORDER BY company_id, next_attempt_at LIMIT ${LOOK_LIMIT}) waiting
    GROUP BY company_id ORDER BY company_id`,
};

const LOST = 'The service ended before an answer came';

/** Attempts of a delivery that may be lost with their process: it may be what kills it. */
const MOST_LOST = 3;

const LOST_ATTEMPTS = `jsonb_array_length(jsonb_path_query_array(attempts, '$[*] ? (@.error == "${LOST}")'))`;

/** Doubled by each attempt, up to a day. */
const RETRY_DELAY = `CASE WHEN backoff
  THEN least(retry_delay * power(2, least(jsonb_array_length(attempts), 20)), 86400)::integer
  ELSE retry_delay END`;

/** What is due, with what the claim writes of each and how many bytes are before it. */
const MEASURED = `measured AS (
      SELECT *, ($6::uuid[])[row_number() OVER ()] AS claim_id, ${RETRY_DELAY} AS next_delay,
        now() AS taken_at, now() + interval '${LEASE_SECONDS} seconds' AS lease_until,
        is_lost AND (jsonb_array_length(attempts) >= ${MOST_ATTEMPTS} OR ${LOST_ATTEMPTS} >= ${MOST_LOST}) AS has_failed,
        coalesce(occurred_at, (body::json ->> 'timestamp')::timestamptz) AS happened_at,
        coalesce(event_actor, 'user:' || actor_id) AS actor,
        coalesce(sum(bytes) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM (SELECT *, coalesce(octet_length(data), octet_length(body), 0) AS bytes FROM due) sized
    )`;

/**
 * Claims as many deliveries as the company has room for, `$5`, webhook by webhook, and of each webhook as many as
 * that has room for. So a long queue of one webhook does not delay the others. The new values are computed before the
 * UPDATE, because Citus lets an UPDATE call no function that depends on more than its arguments. Only deliveries of
 * `days` are claimed. An event is as old as its delivery, apart from the difference of the clocks of process and
 * database.
 */
const claimOf = (days: Days): Statement => ({
  name: `claim-deliveries-${nameOf(days)}`,
  text: `WITH RECURSIVE receivers AS (
      (SELECT webhook_id, next_attempt_at FROM webhook_deliveries WHERE company_id = $1 AND status = 'pending'
          AND ${isOfDays('id', days)}
        ORDER BY webhook_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT following.* FROM receivers, LATERAL (
        SELECT webhook_id, next_attempt_at FROM webhook_deliveries
        WHERE company_id = $1 AND status = 'pending' AND webhook_id > receivers.webhook_id
          AND ${isOfDays('id', days)}
        ORDER BY webhook_id, next_attempt_at LIMIT 1) following
    ), due AS (
      SELECT delivery.*, event.*, w.active, w.url, w.secret, w.header_names, w.header_values, w.backoff, w.retry_delay,
        CASE WHEN w.previous_valid_until > now() THEN w.previous_secret END AS previous_secret
      FROM (
        SELECT webhook_id, coalesce(($3::integer[])[turn], $4) AS room
        FROM receivers, array_position($2::uuid[], webhook_id) turn
        WHERE next_attempt_at <= now() ORDER BY turn NULLS FIRST, next_attempt_at
      ) receiver, LATERAL (
        SELECT id, webhook_id, event, event_id, actor_id, body,
          claim_id IS NOT NULL AS is_lost,
          CASE WHEN claim_id IS NULL THEN attempts ELSE attempts || jsonb_build_object('id', claim_id,
            'at', ${isoMoment('claimed_at')}, 'statusCode', NULL,
            'durationMs', NULL, 'error', '${LOST}') END AS attempts
        FROM webhook_deliveries
        WHERE company_id = $1 AND webhook_id = receiver.webhook_id AND status = 'pending' AND next_attempt_at <= now()
          AND ${isOfDays('id', days)}
        ORDER BY next_attempt_at LIMIT receiver.room FOR UPDATE SKIP LOCKED
      ) delivery LEFT JOIN LATERAL (
        SELECT occurred_at, data::text AS data, ${eventActor('events')} AS event_actor FROM events
        WHERE company_id = $1 AND id = delivery.event_id
          AND ${isOfDays('id', daysOf([days.from, days.to - 1], 1))} LIMIT 1
      ) event ON true LEFT JOIN webhooks w ON w.company_id = $1 AND w.id = delivery.webhook_id
      LIMIT $5
    ), ${MEASURED}
    UPDATE webhook_deliveries d SET attempts = m.attempts,
      claim_id = CASE WHEN NOT m.has_failed THEN m.claim_id END, claimed_at = CASE WHEN NOT m.has_failed THEN m.taken_at END,
      next_attempt_at = CASE WHEN NOT m.has_failed THEN m.lease_until END,
      status = CASE WHEN m.has_failed THEN 'failed' ELSE d.status END,
      attempts_left = CASE WHEN m.has_failed THEN 0 ELSE d.attempts_left END,
      redelivery_asked = d.redelivery_asked AND NOT m.has_failed
    FROM measured m WHERE d.company_id = $1 AND d.id = m.id AND ${isOfDays('d.id', days)} AND m.bytes_before < $7
    RETURNING d.company_id AS "companyId", m.id, m.claim_id AS "claimId", m.webhook_id AS "webhookId", m.event,
      m.event_id AS "eventId", m.data, m.body, m.bytes, m.happened_at AS "occurredAt", m.actor,
      m.active, m.url, m.secret, m.header_names AS "headerNames", m.header_values AS "headerValues",
      m.previous_secret AS "previousSecret", m.next_delay AS "retryDelay", m.has_failed AS "hasFailed"`,
});

/** Attempts that the delivery may still have. */
const REMAINING = `(${MOST_ATTEMPTS} - jsonb_array_length(d.attempts || o.attempts))`;

/** Someone wanted one more attempt while this one was under way. */
const ASKED_AGAIN = `(d.redelivery_asked AND o.result IN ('delivered', 'failed') AND ${REMAINING} > 0)`;

/** Whether a further attempt follows, once it has not been delivered or was asked for again. */
const GOES_ON = `(${REMAINING} > 0 AND (o.result = 'handed-back' OR (o.result = 'failed' AND d.attempts_left > 1)))`;

/**
 * Records outcomes of a company; those whose claim this process no longer holds change nothing. The LIMIT leaves
 * nothing out: it tells the planner that there are few outcomes, so that it looks up each delivery by its id. `days`
 * are those of the deliveries.
 */
const recordOf = (days: Days): Statement => ({
  name: `record-deliveries-${nameOf(days)}`,
  text: `WITH outcomes AS MATERIALIZED (
      SELECT id, claim_id, result, coalesce(attempt, '[]') AS attempts, now() AS recorded_at,
        now() + retry_delay * interval '1 second' AS retry_at,
        CASE WHEN answer IS NULL THEN '{}' ELSE jsonb_build_object(claim_id, answer) END AS answers
      FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::integer[], $7::text[])
        AS o (id, claim_id, result, attempt, retry_delay, answer) LIMIT cardinality($2)
    )
    UPDATE webhook_deliveries d SET
      attempts = d.attempts || o.attempts, answers = d.answers || o.answers,
      attempts_left = least(CASE WHEN o.result = 'handed-back' THEN d.attempts_left
        WHEN o.result = 'failed' THEN greatest(d.attempts_left - 1, 0) ELSE 0 END + ${ASKED_AGAIN}::integer,
        ${REMAINING}),
      status = CASE WHEN ${ASKED_AGAIN} THEN 'pending' WHEN o.result = 'delivered' THEN 'delivered'
        WHEN ${GOES_ON} THEN 'pending' ELSE 'failed' END,
      next_attempt_at = CASE WHEN ${ASKED_AGAIN} OR (${GOES_ON} AND o.result = 'handed-back') THEN o.recorded_at
        WHEN ${GOES_ON} THEN o.retry_at END,
      redelivery_asked = d.redelivery_asked AND NOT ${ASKED_AGAIN} AND ${REMAINING} > 0,
      claim_id = NULL, claimed_at = NULL
    FROM outcomes o WHERE d.company_id = $1 AND d.id = o.id AND ${isOfDays('d.id', days)} AND d.claim_id = o.claim_id`,
});

/** The deliveries that wait, of all companies. */
@Injectable()
export class DeliveryQueueRepository {
  constructor(private readonly database: Database) {}

  countPending(): Promise<number> {
    return this.readPending('count(*)');
  }

  /** Seconds that the delivery which is due longest has been due. */
  findLag(): Promise<number> {
    return this.readPending('greatest(0, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0))');
  }

  private async readPending(value: string): Promise<number> {
    const text = `SELECT ${value} AS value FROM webhook_deliveries WHERE status = 'pending'`;
    return (await this.database.row<{ value: number }>(OWN_WORK_CONTEXT, { text }))?.value ?? 0;
  }

  /** Events get their deliveries as they are written. */
  @InsertsDeliveries()
  insertion(events: string, companyId: string): string {
    return fanOut(events, companyId);
  }

  /** The next companies after that one, as far as one look reads. */
  findDueAfter(companyId: string): Promise<DueCompany[]> {
    return this.database.rows<DueCompany>(OWN_WORK_CONTEXT, FIND_DUE_COMPANIES, [companyId]);
  }

  /** The values are those of `claimOf`. */
  claimDue(context: DatabaseContext, days: Days, values: unknown[]): Promise<ClaimedDelivery[]> {
    return this.database.rows<ClaimedDelivery>(context, claimOf(days), values);
  }

  recordAtEnd(tx: InTransaction<DatabaseContext>, companyId: string, outcomes: readonly DeliveryOutcome[]): void {
    this.database.executeAtEnd(tx, recordOf(daysOf(outcomes.map(({ claim }) => momentOf(claim.id)))), [
      companyId,
      outcomes.map(({ claim }) => claim.id),
      outcomes.map(({ claim }) => claim.claimId),
      outcomes.map(({ result }) => result),
      outcomes.map(({ attempt }) => attempt && JSON.stringify(attempt)),
      outcomes.map(({ claim }) => claim.retryDelay),
      outcomes.map(({ answer }) => answer),
    ]);
  }
}
