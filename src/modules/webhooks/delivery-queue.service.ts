import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../core/database/database.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import type { DeliveryAttempt } from './webhook-delivery.dto.js';
import type { ReceiverRoom } from './receiver-pace.js';

/** Seconds by the database's clock, well past the longest attempt; what a crash leaves is claimed again after it. */
const LEASE_SECONDS = 45;
export const LEASE_MILLISECONDS = LEASE_SECONDS * 1_000;

/** A delivery that this process alone may attempt until its lease runs out. */
export interface ClaimedDelivery {
  companyId: string;
  id: string;
  /** Also the id of the attempt. */
  claimId: string;
  webhookId: string;
  event: string;
  eventId: string;
  /** Null when the event is gone. */
  occurredAt: string | null;
  /** JSON, as it was written with the change. */
  data: string | null;
  /** Null when the webhook is gone; so are all the following. */
  active: boolean | null;
  url: string;
  secret: string;
  headerNames: string[];
  headerValues: string;
  retryDelay: number;
}

/** How a claim ends. */
export interface DeliveryOutcome {
  delivery: ClaimedDelivery;
  /** - `delivered`, `failed`: an attempt that counts; `handed-back`: to be attempted by another; `dropped`: never more. */
  result: 'delivered' | 'failed' | 'handed-back' | 'dropped';
  /** Null when nothing was sent. */
  attempt: DeliveryAttempt | null;
}

/**
 * One row for each webhook that waits, found by jumping from one to the next through the index: a long queue of one
 * costs the others nothing. Of each, as many as it has room for.
 */
const CLAIM: Statement = {
  name: 'claim-deliveries',
  text: `WITH RECURSIVE receivers AS (
      (SELECT webhook_id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending'
        ORDER BY webhook_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT following.* FROM receivers, LATERAL (
        SELECT webhook_id, next_attempt_at FROM webhook_deliveries
        WHERE status = 'pending' AND webhook_id > receivers.webhook_id
        ORDER BY webhook_id, next_attempt_at LIMIT 1) following
    ), due AS (
      SELECT delivery.* FROM (
        SELECT webhook_id, coalesce(known.room, $2::integer) AS room FROM receivers
        LEFT JOIN unnest($3::uuid[], $4::integer[]) known (webhook_id, room) USING (webhook_id)
        WHERE next_attempt_at <= now() ORDER BY next_attempt_at
      ) receiver, LATERAL (
        SELECT company_id, id FROM webhook_deliveries
        WHERE status = 'pending' AND webhook_id = receiver.webhook_id AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT receiver.room FOR UPDATE SKIP LOCKED
      ) delivery LIMIT $1::integer
    ), claimed AS (
      UPDATE webhook_deliveries d SET claim_id = make_uuid_v7(), claimed_at = now(),
        next_attempt_at = now() + interval '${LEASE_SECONDS} seconds',
        attempts = CASE WHEN d.claim_id IS NULL THEN d.attempts ELSE d.attempts || jsonb_build_object('id', d.claim_id,
          'at', to_char(d.claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'statusCode', NULL,
          'durationMs', NULL, 'error', 'The service ended before an answer came') END
      FROM due WHERE d.company_id = due.company_id AND d.id = due.id
      RETURNING d.*
    )
    SELECT d.company_id AS "companyId", d.id, d.claim_id AS "claimId", d.webhook_id AS "webhookId",
      d.event, d.event_id AS "eventId",
      e.occurred_at AS "occurredAt", e.data::text AS data, w.active, w.url, w.secret, w.header_names AS "headerNames",
      w.header_values AS "headerValues", w.retry_delay AS "retryDelay"
    FROM claimed d LEFT JOIN events e ON e.company_id = d.company_id AND e.id = d.event_id
    LEFT JOIN webhooks w ON w.company_id = d.company_id AND w.id = d.webhook_id`,
};

/** Someone wanted one more attempt while this one was under way. */
const ASKED_AGAIN = `(d.redelivery_asked AND o.result IN ('delivered', 'failed'))`;

/** Whoever no longer holds the claim changes nothing. */
const RECORD: Statement = {
  name: 'record-deliveries',
  text: `UPDATE webhook_deliveries d SET
      attempts = CASE WHEN o.attempt IS NULL THEN d.attempts ELSE d.attempts || o.attempt END,
      attempts_left = CASE o.result WHEN 'handed-back' THEN d.attempts_left
        WHEN 'failed' THEN greatest(d.attempts_left - 1, 0) ELSE 0 END + ${ASKED_AGAIN}::integer,
      status = CASE WHEN ${ASKED_AGAIN} THEN 'pending' WHEN o.result = 'delivered' THEN 'delivered'
        WHEN o.result = 'handed-back' OR (o.result = 'failed' AND d.attempts_left > 1) THEN 'pending' ELSE 'failed' END,
      next_attempt_at = CASE WHEN o.result = 'handed-back' OR ${ASKED_AGAIN} THEN now()
        WHEN o.result = 'failed' AND d.attempts_left > 1 THEN now() + o.retry_delay * interval '1 second' END,
      redelivery_asked = d.redelivery_asked AND NOT ${ASKED_AGAIN},
      claim_id = NULL, claimed_at = NULL
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::integer[])
      o (company_id, id, claim_id, result, attempt, retry_delay)
    WHERE d.company_id = o.company_id AND d.id = o.id AND d.claim_id = o.claim_id`,
};

/** The deliveries that wait, of all companies: what a worker takes and gives back. */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly database: Database,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** Of those that are due as many as there is room for, of each webhook and in all. */
  claim({ known, unknown, total }: ReceiverRoom): Promise<ClaimedDelivery[]> {
    return this.database.rows<ClaimedDelivery>({}, CLAIM, [total, unknown, [...known.keys()], [...known.values()]]);
  }

  async record(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    await this.database.execute({}, RECORD, [
      outcomes.map(({ delivery }) => delivery.companyId),
      outcomes.map(({ delivery }) => delivery.id),
      outcomes.map(({ delivery }) => delivery.claimId),
      outcomes.map(({ result }) => result),
      outcomes.map(({ attempt }) => attempt && JSON.stringify(attempt)),
      outcomes.map(({ delivery }) => delivery.retryDelay),
    ]);
    this.metrics.count(outcomes);
  }
}
