import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '../../../core/company-scope/request-context.js';
import { Database, type Statement } from '../../../core/database/database.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import type { CompanyRoom } from './delivery-places.js';
import { ReceiverHealth } from '../health/receiver-health.js';
import type { DeliveryAttempt } from '../log/webhook-delivery.dto.js';

/** Seconds by the database's clock, well past the longest attempt; what a crash leaves is claimed again after it. */
const LEASE_SECONDS = 45;
export const LEASE_MILLISECONDS = LEASE_SECONDS * 1_000;

/** Claimed at once; they begin in the same moment. */
const CLAIM_LIMIT = 64;
/** Claimed at once, of the data of events, which is signed and sent in the same moment. One more may go beyond. */
const CLAIM_BYTES = 2 * 1024 * 1024;

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
  actorId: string | null;
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
}

/** What was claimed at once. */
interface Claim {
  deliveries: ClaimedDelivery[];
  /** There may be more then, also of companies that are not in this claim. */
  isFull: boolean;
}

/** How the claim of a delivery ends. */
export interface DeliveryOutcome {
  claim: DeliveryClaim;
  /** - `delivered`, `failed`: an attempt that counts; `handed-back`: to be attempted by another; `dropped`: never more. */
  result: 'delivered' | 'failed' | 'handed-back' | 'dropped';
  /** Null when nothing was sent. */
  attempt: DeliveryAttempt | null;
  /** The beginning of the receiver's answer; null without an answer. */
  answer: string | null;
}

/** Found by jumping from one company to the next through the index: a long queue of one costs no more than a short one. */
const FIND_DUE_COMPANIES: Statement = {
  name: 'find-due-companies',
  text: `WITH RECURSIVE companies AS (
      (SELECT company_id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending'
        ORDER BY company_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT following.* FROM companies, LATERAL (
        SELECT company_id, next_attempt_at FROM webhook_deliveries
        WHERE status = 'pending' AND company_id > companies.company_id
        ORDER BY company_id, next_attempt_at LIMIT 1) following
    )
    SELECT company_id AS "companyId" FROM companies WHERE next_attempt_at <= now()`,
};

/** Doubled by each attempt that the delivery `d` has had, up to a day (extensions 7.4). */
const RETRY_DELAY = `CASE WHEN w.backoff
  THEN least(w.retry_delay * power(2, least(jsonb_array_length(d.attempts), 20)), 86400)::integer
  ELSE w.retry_delay END`;

/**
 * Each company gets as many as it has room for, webhook by webhook, and each webhook as many as it has room for. So a
 * long queue of one webhook costs the others nothing.
 */
const CLAIM: Statement = {
  name: 'claim-deliveries',
  text: `WITH due AS (
      SELECT claimable.*
      FROM jsonb_to_recordset($1) company (id uuid, places integer, receivers uuid[], rooms integer[], unknown integer),
      LATERAL (
        WITH RECURSIVE receivers AS (
          (SELECT webhook_id, next_attempt_at FROM webhook_deliveries
            WHERE status = 'pending' AND company_id = company.id
            ORDER BY webhook_id, next_attempt_at LIMIT 1)
          UNION ALL
          SELECT following.* FROM receivers, LATERAL (
            SELECT webhook_id, next_attempt_at FROM webhook_deliveries
            WHERE status = 'pending' AND company_id = company.id AND webhook_id > receivers.webhook_id
            ORDER BY webhook_id, next_attempt_at LIMIT 1) following
        )
        SELECT * FROM (
          SELECT webhook_id, coalesce(company.rooms[turn], company.unknown) AS room
          FROM receivers, array_position(company.receivers, webhook_id) turn
          WHERE next_attempt_at <= now() ORDER BY turn NULLS FIRST, next_attempt_at
        ) receiver, LATERAL (
          SELECT company_id, id, event_id, body FROM webhook_deliveries
          WHERE company_id = company.id AND webhook_id = receiver.webhook_id
            AND status = 'pending' AND next_attempt_at <= now()
          ORDER BY next_attempt_at LIMIT receiver.room FOR UPDATE SKIP LOCKED
        ) delivery LEFT JOIN LATERAL (
          SELECT occurred_at, data::text AS data, actor_id AS event_actor FROM events
          WHERE company_id = delivery.company_id AND id = delivery.event_id LIMIT 1
        ) event ON true
        LIMIT company.places
      ) claimable
      LIMIT ${CLAIM_LIMIT}
    ), measured AS (
      SELECT *, coalesce(sum(bytes) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM (SELECT *, coalesce(octet_length(data), octet_length(body), 0) AS bytes FROM due) sized
    ), claimed AS (
      UPDATE webhook_deliveries d SET claim_id = make_uuid_v7(), claimed_at = now(),
        next_attempt_at = now() + interval '${LEASE_SECONDS} seconds',
        attempts = CASE WHEN d.claim_id IS NULL THEN d.attempts ELSE d.attempts || jsonb_build_object('id', d.claim_id,
          'at', to_char(d.claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'statusCode', NULL,
          'durationMs', NULL, 'error', 'The service ended before an answer came') END
      FROM measured m WHERE d.company_id = m.company_id AND d.id = m.id AND m.bytes_before < ${CLAIM_BYTES}
      RETURNING d.*, m.occurred_at, m.data, m.event_actor, m.bytes
    )
    SELECT d.company_id AS "companyId", d.id, d.claim_id AS "claimId", d.webhook_id AS "webhookId",
      d.event, d.event_id AS "eventId", d.data, d.body, d.bytes,
      coalesce(d.occurred_at, (d.body::json ->> 'timestamp')::timestamptz) AS "occurredAt",
      coalesce(d.event_actor, d.actor_id) AS "actorId",
      w.active, w.url, w.secret, w.header_names AS "headerNames", w.header_values AS "headerValues",
      CASE WHEN w.previous_valid_until > now() THEN w.previous_secret END AS "previousSecret",
      ${RETRY_DELAY} AS "retryDelay"
    FROM claimed d LEFT JOIN webhooks w ON w.company_id = d.company_id AND w.id = d.webhook_id`,
};

/** Someone wanted one more attempt while this one was under way. */
const ASKED_AGAIN = `(d.redelivery_asked AND o.result IN ('delivered', 'failed'))`;

/** Changes nothing if the caller no longer holds the claim. */
const RECORD: Statement = {
  name: 'record-deliveries',
  text: `UPDATE webhook_deliveries d SET
      attempts = CASE WHEN o.attempt IS NULL THEN d.attempts ELSE d.attempts || o.attempt END,
      answers = CASE WHEN o.answer IS NULL THEN d.answers ELSE d.answers || jsonb_build_object(o.claim_id, o.answer) END,
      attempts_left = CASE o.result WHEN 'handed-back' THEN d.attempts_left
        WHEN 'failed' THEN greatest(d.attempts_left - 1, 0) ELSE 0 END + ${ASKED_AGAIN}::integer,
      status = CASE WHEN ${ASKED_AGAIN} THEN 'pending' WHEN o.result = 'delivered' THEN 'delivered'
        WHEN o.result = 'handed-back' OR (o.result = 'failed' AND d.attempts_left > 1) THEN 'pending' ELSE 'failed' END,
      next_attempt_at = CASE WHEN o.result = 'handed-back' OR ${ASKED_AGAIN} THEN now()
        WHEN o.result = 'failed' AND d.attempts_left > 1 THEN now() + o.retry_delay * interval '1 second' END,
      redelivery_asked = d.redelivery_asked AND NOT ${ASKED_AGAIN},
      claim_id = NULL, claimed_at = NULL
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::integer[],
        $7::text[]) o (company_id, id, claim_id, result, attempt, retry_delay, answer)
    WHERE d.company_id = o.company_id AND d.id = o.id AND d.claim_id = o.claim_id`,
};

/** The deliveries that wait, of all companies: what a worker takes and gives back. */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly database: Database,
    private readonly metrics: DeliveryMetrics,
    private readonly health: ReceiverHealth,
  ) {}

  /** The companies with due deliveries. */
  async findDueCompanies(): Promise<string[]> {
    const companies = await this.database.rows<{ companyId: string }>(OWN_WORK_CONTEXT, FIND_DUE_COMPANIES);
    return companies.map(({ companyId }) => companyId);
  }

  /** Claims due deliveries while there is room, from the first company on. */
  async claim(rooms: readonly CompanyRoom[]): Promise<Claim> {
    const companies = rooms.map(({ companyId, places, known, unknown }) => ({
      id: companyId,
      places,
      unknown,
      receivers: [...known.keys()],
      rooms: [...known.values()],
    }));
    const deliveries = await this.database.rows<ClaimedDelivery>(OWN_WORK_CONTEXT, CLAIM, [JSON.stringify(companies)]);
    const bytes = deliveries.reduce((sum, delivery) => sum + delivery.bytes, 0);
    return { deliveries, isFull: deliveries.length === CLAIM_LIMIT || bytes >= CLAIM_BYTES };
  }

  async record(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    // First, so that a reader who sees the outcome also sees the health of the receiver.
    await this.health.write();
    await this.database.execute(OWN_WORK_CONTEXT, RECORD, [
      outcomes.map(({ claim }) => claim.companyId),
      outcomes.map(({ claim }) => claim.id),
      outcomes.map(({ claim }) => claim.claimId),
      outcomes.map(({ result }) => result),
      outcomes.map(({ attempt }) => attempt && JSON.stringify(attempt)),
      outcomes.map(({ claim }) => claim.retryDelay),
      outcomes.map(({ answer }) => answer),
    ]);
    this.metrics.count(outcomes);
  }
}
