-- # the companies with due colleagues

WITH RECURSIVE slots AS (
    (SELECT next_run_at, company_id FROM virtual_colleagues WHERE next_run_at <= now()
      ORDER BY next_run_at, company_id LIMIT 1)
    UNION ALL
    SELECT following.* FROM slots, LATERAL (
      SELECT next_run_at, company_id FROM virtual_colleagues
      WHERE next_run_at <= now() AND (next_run_at, company_id) > (slots.next_run_at, slots.company_id)
      ORDER BY next_run_at, company_id LIMIT 1) following
  )
  SELECT slots.company_id AS "companyId" FROM slots WHERE slots.company_id <> ALL ($1::uuid[])
    AND (SELECT true FROM virtual_colleagues c WHERE c.company_id = slots.company_id AND c.next_run_at <= now() AND NOT EXISTS (
  SELECT 1 FROM virtual_colleague_leases l WHERE l.company_id = c.company_id AND l.colleague_id = c.id) AND EXISTS (SELECT 1 FROM companies company WHERE company.id = c.company_id AND company.active) LIMIT 1)
  LIMIT 1000;
--| Limit
--|   Recursive Union
--|     Limit
--|       Sort
--|         Seq Scan on virtual_colleagues
--|     Nested Loop
--|       WorkTable Scan
--|       Limit
--|         Sort
--|           Seq Scan on virtual_colleagues
--|   CTE Scan
--|     Limit
--|       Nested Loop
--|         Nested Loop
--|           Seq Scan on virtual_colleagues
--|           Seq Scan on virtual_colleague_leases
--|         Seq Scan on companies

-- # the claim of due colleagues

SELECT due.* FROM unnest($1::uuid[], $2::integer[]) AS turn (company_id, places) CROSS JOIN LATERAL (
      SELECT c.company_id AS "companyId", c.id, c.owner_id AS "ownerId", c.frequency, c.time, c.timezone,
        c.next_run_at AS slot, now() AS now
      FROM virtual_colleagues c WHERE c.company_id = turn.company_id AND c.next_run_at <= now() AND NOT EXISTS (
  SELECT 1 FROM virtual_colleague_leases l WHERE l.company_id = c.company_id AND l.colleague_id = c.id) AND EXISTS (SELECT 1 FROM companies company WHERE company.id = c.company_id AND company.active)
      ORDER BY c.next_run_at LIMIT turn.places FOR NO KEY UPDATE OF c SKIP LOCKED
    ) due;
--| Nested Loop
--|   Function Scan
--|   Subquery Scan
--|     Limit
--|       LockRows
--|         Sort
--|           Nested Loop
--|             Nested Loop
--|               Seq Scan on virtual_colleagues
--|               Seq Scan on virtual_colleague_leases
--|             Seq Scan on companies

WITH lease AS (
    INSERT INTO virtual_colleague_leases (company_id, run_id, colleague_id, lease_until)
    SELECT due.*, now() + interval '30 s'
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS due (company_id, id, colleague_id)
    ON CONFLICT DO NOTHING RETURNING company_id, run_id, colleague_id
  ) INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, status, tasks_scanned,
    actions_generated, sent, failed, started_at)
  SELECT company_id, run_id, colleague_id, 'scan', 'schedule', 'running', 0, 0, 0, 0, now() FROM lease RETURNING id;
--| ModifyTable on virtual_colleague_runs
--|   ModifyTable on virtual_colleague_leases
--|     Function Scan
--|   CTE Scan

UPDATE virtual_colleagues c SET next_run_at = next.at
  FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS next (company_id, id, at)
  WHERE c.company_id = next.company_id AND c.id = next.id;
--| ModifyTable on virtual_colleagues
--|   Nested Loop
--|     Seq Scan on virtual_colleagues
--|     Function Scan
