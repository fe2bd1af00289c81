-- # the companies with due deliveries

SELECT company_id AS "companyId", min(next_attempt_at) <= now() AS "isDue", count(*) AS waiting FROM (
    SELECT company_id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending' AND company_id > $1
    ORDER BY company_id, next_attempt_at LIMIT 100) first
  GROUP BY company_id ORDER BY company_id;
--| Aggregate
--|   Limit
--|     Merge Append
--|       Index Only Scan on webhook_deliveries_first by webhook_deliveries_due_first
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx
--|       Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_next_attempt_at_idx

-- # the claim of due deliveries

WITH RECURSIVE receivers AS (
      (SELECT webhook_id, next_attempt_at FROM webhook_deliveries WHERE company_id = $1 AND status = 'pending'
        ORDER BY webhook_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT following.* FROM receivers, LATERAL (
        SELECT webhook_id, next_attempt_at FROM webhook_deliveries
        WHERE company_id = $1 AND status = 'pending' AND webhook_id > receivers.webhook_id
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
          CASE WHEN claim_id IS NULL THEN attempts ELSE attempts || jsonb_build_object('id', claim_id,
            'at', to_char(claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'statusCode', NULL,
            'durationMs', NULL, 'error', 'The service ended before an answer came') END AS attempts
        FROM webhook_deliveries
        WHERE company_id = $1 AND webhook_id = receiver.webhook_id AND status = 'pending' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT receiver.room FOR UPDATE SKIP LOCKED
      ) delivery LEFT JOIN LATERAL (
        SELECT occurred_at, data::text AS data, actor_id AS event_actor FROM events
        WHERE company_id = $1 AND id = delivery.event_id LIMIT 1
      ) event ON true LEFT JOIN webhooks w ON w.company_id = $1 AND w.id = delivery.webhook_id
      LIMIT $5
    ), measured AS (
      SELECT *, ($6::uuid[])[row_number() OVER ()] AS claim_id, CASE WHEN backoff
  THEN least(retry_delay * power(2, least(jsonb_array_length(attempts), 20)), 86400)::integer
  ELSE retry_delay END AS next_delay,
        coalesce(occurred_at, (body::json ->> 'timestamp')::timestamptz) AS happened_at,
        coalesce(event_actor, actor_id) AS actor,
        coalesce(sum(bytes) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM (SELECT *, coalesce(octet_length(data), octet_length(body), 0) AS bytes FROM due) sized
    )
    UPDATE webhook_deliveries d SET claim_id = m.claim_id, claimed_at = now(),
      next_attempt_at = now() + interval '45 seconds', attempts = m.attempts
    FROM measured m WHERE d.company_id = $1 AND d.id = m.id AND m.bytes_before < $7
    RETURNING d.company_id AS "companyId", m.id, m.claim_id AS "claimId", m.webhook_id AS "webhookId", m.event,
      m.event_id AS "eventId", m.data, m.body, m.bytes, m.happened_at AS "occurredAt", m.actor AS "actorId",
      m.active, m.url, m.secret, m.header_names AS "headerNames", m.header_values AS "headerValues",
      m.previous_secret AS "previousSecret", m.next_delay AS "retryDelay";
--| ModifyTable on webhook_deliveries
--|   Recursive Union
--|     Limit
--|       Merge Append
--|         Index Only Scan on webhook_deliveries_first by webhook_deliveries_waiting_first
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|     Nested Loop
--|       WorkTable Scan
--|       Limit
--|         Merge Append
--|           Index Only Scan on webhook_deliveries_first by webhook_deliveries_waiting_first
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|           Index Only Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|   Limit
--|     Nested Loop
--|       Nested Loop
--|         Nested Loop
--|           Sort
--|             Nested Loop
--|               CTE Scan
--|               Function Scan
--|           Subquery Scan
--|             Limit
--|               LockRows
--|                 Merge Append
--|                   Index Scan on webhook_deliveries_first by webhook_deliveries_waiting_first
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|                   Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_company_id_webhook_id_next_att_idx
--|         Memoize
--|           Limit
--|             Append
--|               Index Scan on events_first by events_position_first
--|               Index Scan on events_p… by events_p…_pkey
--|               Index Scan on events_p… by events_p…_company_id_position_idx
--|               Index Scan on events_p… by events_p…_company_id_position_idx
--|               Index Scan on events_p… by events_p…_company_id_position_idx
--|               Index Scan on events_p… by events_p…_company_id_position_idx
--|               Index Scan on events_p… by events_p…_company_id_position_idx
--|               Index Scan on events_p… by events_p…_company_id_position_idx
--|               Index Scan on events_p… by events_p…_company_id_position_idx
--|               Index Scan on events_p… by events_p…_company_id_position_idx
--|       Materialize
--|         Index Scan on webhooks by webhooks_pkey
--|   Nested Loop
--|     Append
--|       Index Scan on webhook_deliveries_first by webhook_deliveries_pkey_first
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|     Materialize
--|       Subquery Scan
--|         WindowAgg
--|           WindowAgg
--|             CTE Scan

-- # the outcomes of deliveries

WITH outcomes AS MATERIALIZED (
    SELECT id, claim_id, result, coalesce(attempt, '[]') AS attempts, now() AS recorded_at,
      now() + retry_delay * interval '1 second' AS retry_at,
      CASE WHEN answer IS NULL THEN '{}' ELSE jsonb_build_object(claim_id, answer) END AS answers
    FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::integer[], $7::text[])
      AS o (id, claim_id, result, attempt, retry_delay, answer) LIMIT cardinality($2)
  )
  UPDATE webhook_deliveries d SET
    attempts = d.attempts || o.attempts, answers = d.answers || o.answers,
    attempts_left = CASE WHEN o.result = 'handed-back' THEN d.attempts_left
      WHEN o.result = 'failed' THEN greatest(d.attempts_left - 1, 0) ELSE 0 END + (d.redelivery_asked AND o.result IN ('delivered', 'failed'))::integer,
    status = CASE WHEN (d.redelivery_asked AND o.result IN ('delivered', 'failed')) THEN 'pending' WHEN o.result = 'delivered' THEN 'delivered'
      WHEN o.result = 'handed-back' OR (o.result = 'failed' AND d.attempts_left > 1) THEN 'pending' ELSE 'failed' END,
    next_attempt_at = CASE WHEN o.result = 'handed-back' OR (d.redelivery_asked AND o.result IN ('delivered', 'failed')) THEN o.recorded_at
      WHEN o.result = 'failed' AND d.attempts_left > 1 THEN o.retry_at END,
    redelivery_asked = d.redelivery_asked AND NOT (d.redelivery_asked AND o.result IN ('delivered', 'failed')),
    claim_id = NULL, claimed_at = NULL
  FROM outcomes o WHERE d.company_id = $1 AND d.id = o.id AND d.claim_id = o.claim_id;
--| ModifyTable on webhook_deliveries
--|   Limit
--|     Function Scan
--|   Nested Loop
--|     CTE Scan
--|     Append
--|       Index Scan on webhook_deliveries_first by webhook_deliveries_pkey_first
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
--|       Index Scan on webhook_deliveries_p… by webhook_deliveries_p…_pkey
