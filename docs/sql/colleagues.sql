-- # the companies with due colleagues

SELECT c.company_id AS "companyId" FROM virtual_colleagues c
    WHERE c.next_run_at <= now() AND NOT EXISTS (
    SELECT 1 FROM virtual_colleague_leases l WHERE l.company_id = c.company_id AND l.colleague_id = c.id)
  AND EXISTS (SELECT 1 FROM companies company WHERE company.id = c.company_id AND company.active) AND c.company_id <> ALL ($1::uuid[])
    GROUP BY c.company_id ORDER BY min(c.next_run_at) LIMIT $2;
--| Limit
--|   Sort
--|     Aggregate
--|       Nested Loop
--|         Nested Loop
--|           Seq Scan on virtual_colleagues
--|           Seq Scan on virtual_colleague_leases
--|         Seq Scan on companies

-- # the claim of due colleagues

SELECT c.id, c.owner_id AS "ownerId", c.frequency, c.time, c.timezone, c.settings -> 'quiet' AS quiet,
      c.next_run_at AS slot, now() AS now
    FROM virtual_colleagues c WHERE c.company_id = $1 AND c.next_run_at <= now() AND NOT EXISTS (
    SELECT 1 FROM virtual_colleague_leases l WHERE l.company_id = $1 AND l.colleague_id = c.id)
  AND EXISTS (SELECT 1 FROM companies company WHERE company.id = $1 AND company.active)
    ORDER BY c.next_run_at LIMIT $2 FOR NO KEY UPDATE OF c SKIP LOCKED;
--| Limit
--|   Seq Scan on companies
--|   LockRows
--|     Sort
--|       Result
--|         Nested Loop
--|           Seq Scan on virtual_colleagues
--|           Seq Scan on virtual_colleague_leases

WITH lease AS (
    INSERT INTO virtual_colleague_leases (company_id, run_id, colleague_id, lease_until)
    SELECT $1, run.id, run."colleagueId", now() + interval '30 s'
    FROM json_to_recordset($2::json) AS run (id uuid, "colleagueId" uuid)
    ON CONFLICT DO NOTHING RETURNING company_id, run_id, colleague_id
  ) INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, status, tasks_scanned,
    actions_generated, sent, failed, started_at)
  SELECT company_id, run_id, colleague_id, 'scan', 'schedule', 'running', 0, 0, 0, 0, $3::timestamptz FROM lease RETURNING id;
--| ModifyTable on virtual_colleague_runs
--|   ModifyTable on virtual_colleague_leases
--|     Function Scan
--|   CTE Scan

UPDATE virtual_colleagues c SET next_run_at = next.at
  FROM unnest($2::uuid[], $3::timestamptz[]) AS next (id, at) WHERE c.company_id = $1 AND c.id = next.id;
--| ModifyTable on virtual_colleagues
--|   Nested Loop
--|     Seq Scan on virtual_colleagues
--|     Function Scan
