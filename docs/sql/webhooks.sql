-- # the companies with due deliveries

SELECT company_id AS "companyId", min(next_attempt_at) <= now() AS "isDue", count(*) AS waiting,
    min(id::text) AS first, max(id::text) AS last FROM (
    SELECT company_id, id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending' AND company_id > $1
    ORDER BY company_id, next_attempt_at LIMIT 100) waiting
  GROUP BY company_id ORDER BY company_id;
--| Aggregate
--|   Limit
--|     Sort
--|       Append
--|         Seq Scan on webhook_deliveries_first
--|         Seq Scan on webhook_deliveries_p…
--|         Seq Scan on webhook_deliveries_p…
--|         Seq Scan on webhook_deliveries_p…
--|         Seq Scan on webhook_deliveries_p…
--|         Seq Scan on webhook_deliveries_p…
--|         Seq Scan on webhook_deliveries_p…
--|         Seq Scan on webhook_deliveries_p…
--|         Seq Scan on webhook_deliveries_p…
--|         Seq Scan on webhook_deliveries_p…

-- # the claim of due deliveries

WITH RECURSIVE receivers AS (
      (SELECT webhook_id, next_attempt_at FROM webhook_deliveries WHERE company_id = $1 AND status = 'pending'
          AND id >= '…' AND id < '…'
        ORDER BY webhook_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT following.* FROM receivers, LATERAL (
        SELECT webhook_id, next_attempt_at FROM webhook_deliveries
        WHERE company_id = $1 AND status = 'pending' AND webhook_id > receivers.webhook_id
          AND id >= '…' AND id < '…'
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
            'at', to_char(claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'statusCode', NULL,
            'durationMs', NULL, 'error', 'The service ended before an answer came') END AS attempts
        FROM webhook_deliveries
        WHERE company_id = $1 AND webhook_id = receiver.webhook_id AND status = 'pending' AND next_attempt_at <= now()
          AND id >= '…' AND id < '…'
        ORDER BY next_attempt_at LIMIT receiver.room FOR UPDATE SKIP LOCKED
      ) delivery LEFT JOIN LATERAL (
        SELECT occurred_at, data::text AS data, coalesce(coalesce(events.actor_colleague ->> 'type', 'colleague') || ':' || (events.actor_colleague ->> 'id'), 'user:' || events.actor_id) AS event_actor FROM events
        WHERE company_id = $1 AND id = delivery.event_id
          AND id >= '…' AND id < '…' LIMIT 1
      ) event ON true LEFT JOIN webhooks w ON w.company_id = $1 AND w.id = delivery.webhook_id
      LIMIT $5
    ), measured AS (
      SELECT *, ($6::uuid[])[row_number() OVER ()] AS claim_id, CASE WHEN backoff
  THEN least(retry_delay * power(2, least(jsonb_array_length(attempts), 20)), 86400)::integer
  ELSE retry_delay END AS next_delay,
        now() AS taken_at, now() + interval '45 seconds' AS lease_until,
        is_lost AND (jsonb_array_length(attempts) >= 50 OR jsonb_array_length(jsonb_path_query_array(attempts, '$[*] ? (@.error == "The service ended before an answer came")')) >= 3) AS has_failed,
        coalesce(occurred_at, (body::json ->> 'timestamp')::timestamptz) AS happened_at,
        coalesce(event_actor, 'user:' || actor_id) AS actor,
        coalesce(sum(bytes) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM (SELECT *, coalesce(octet_length(data), octet_length(body), 0) AS bytes FROM due) sized
    )
    UPDATE webhook_deliveries d SET attempts = m.attempts,
      claim_id = CASE WHEN NOT m.has_failed THEN m.claim_id END, claimed_at = CASE WHEN NOT m.has_failed THEN m.taken_at END,
      next_attempt_at = CASE WHEN NOT m.has_failed THEN m.lease_until END,
      status = CASE WHEN m.has_failed THEN 'failed' ELSE d.status END,
      attempts_left = CASE WHEN m.has_failed THEN 0 ELSE d.attempts_left END,
      redelivery_asked = d.redelivery_asked AND NOT m.has_failed
    FROM measured m WHERE d.company_id = $1 AND d.id = m.id AND d.id >= '…' AND d.id < '…' AND m.bytes_before < $7
    RETURNING d.company_id AS "companyId", m.id, m.claim_id AS "claimId", m.webhook_id AS "webhookId", m.event,
      m.event_id AS "eventId", m.data, m.body, m.bytes, m.happened_at AS "occurredAt", m.actor,
      m.active, m.url, m.secret, m.header_names AS "headerNames", m.header_values AS "headerValues",
      m.previous_secret AS "previousSecret", m.next_delay AS "retryDelay", m.has_failed AS "hasFailed";
--| ModifyTable on webhook_deliveries
--|   Recursive Union
--|     Limit
--|       Sort
--|         Append
--|           Seq Scan on webhook_deliveries_first
--|           Seq Scan on webhook_deliveries_p…
--|           Seq Scan on webhook_deliveries_p…
--|     Nested Loop
--|       WorkTable Scan
--|       Limit
--|         Sort
--|           Append
--|             Seq Scan on webhook_deliveries_first
--|             Seq Scan on webhook_deliveries_p…
--|             Seq Scan on webhook_deliveries_p…
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
--|                 Sort
--|                   Append
--|                     Seq Scan on webhook_deliveries_first
--|                     Seq Scan on webhook_deliveries_p…
--|                     Seq Scan on webhook_deliveries_p…
--|         Memoize
--|           Limit
--|             Append
--|               Seq Scan on events_first
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|       Materialize
--|         Seq Scan on webhooks
--|   Hash Join
--|     Append
--|       Seq Scan on webhook_deliveries_first
--|       Seq Scan on webhook_deliveries_p…
--|       Seq Scan on webhook_deliveries_p…
--|     Hash
--|       Subquery Scan
--|         WindowAgg
--|           WindowAgg
--|             CTE Scan
