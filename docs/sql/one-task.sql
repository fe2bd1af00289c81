-- # GET /tasks/{id}

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", a.name AS "assigneeName", coalesce((
  SELECT json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) ORDER BY l.name COLLATE alphabet, l.id)
  FROM task_labels tl JOIN labels l ON l.company_id = tl.company_id AND l.id = tl.label_id
  WHERE tl.company_id = $1 AND tl.task_id = t.id), '[]') AS labels,
        t.has_extras OR t.mentions IS NOT NULL OR t.delegate_id IS NOT NULL AS "hasExtras",
        tw.unwatched IS NOT TRUE AND ((tw.unwatched IS NOT TRUE AND (coalesce(t.created_by_id = $2, false)
    OR coalesce(t.assignee_id = $2, false)
    OR coalesce(tw.commented OR tw.mentioned OR tw.chosen, false))) OR pw.level IS NOT DISTINCT FROM 'all') AS watching,
        (SELECT CASE WHEN NOT (EXISTS (SELECT 1 FROM promises np WHERE np.company_id = $1 AND np.task_id = aa.task_id
      AND np.person_id = $2 AND np.created_at > aa.created_at)
    OR EXISTS (SELECT 1 FROM comments nc WHERE nc.company_id = $1 AND nc.task_id = aa.task_id
      AND (nc.author_colleague IS NULL AND nc.author_id = $2
    OR nc.author_colleague IS NOT NULL AND nc.author_id IS NOT NULL AND t.assignee_id = $2 AND aa.rule <> 'work.review_waiting') AND nc.created_at > aa.created_at)
    OR EXISTS (SELECT 1 FROM task_activity na WHERE na.company_id = $1 AND na.task_id = aa.task_id
      AND (na.actor_colleague IS NULL AND na.actor_id = $2
    OR na.actor_colleague IS NOT NULL AND na.actor_id IS NOT NULL AND t.assignee_id = $2 AND aa.rule <> 'work.review_waiting') AND na.event IN ('task.updated', 'task.muted')
      AND na.at > aa.created_at)) THEN json_build_object('activityId', aa.id,
      'colleague', json_build_object('id', ac.id, 'name', ac.name), 'type', aa.type, 'message', aa.message,
      'at', to_char(aa.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END
    FROM virtual_colleague_activity aa
    JOIN virtual_colleagues ac ON ac.company_id = aa.company_id AND ac.id = aa.colleague_id
    WHERE aa.company_id = $1 AND aa.task_id = t.id AND aa.status = 'sent' AND (SELECT true FROM virtual_colleague_said td WHERE td.company_id = $1 AND td.subject_id = aa.subject_id
    AND td.run_id = aa.run_id AND td.user_id = $2 AND td.told AND (aa.user_id = $2 OR td.listed)
    AND (td.rule = aa.rule OR aa.rule LIKE 'custom:%') LIMIT 1)
      AND aa.type IN ('chase', 'reminder', 'escalation') AND NOT (t.status = 'Done')
    ORDER BY aa.created_at DESC, aa.id DESC LIMIT 1) AS asked, (SELECT json_build_object('open', count(*) FILTER (WHERE cl.state IN ('open', 'draft')), 'merged', count(*) FILTER (WHERE cl.state = 'merged'),
    'failing', count(*) FILTER (WHERE cl.state IN ('open', 'draft') AND cl.checks = 'failed')) FROM code_links cl WHERE cl.company_id = $1 AND cl.task_id = t.id AND cl.kind = 'pull_request' AND NOT cl.is_removed) AS code
      FROM tasks t LEFT JOIN users a ON a.company_id = t.company_id AND a.id = t.assignee_id
        LEFT JOIN task_watchers tw ON tw.company_id = $1 AND tw.task_id = t.id AND tw.user_id = $2
        LEFT JOIN project_watches pw ON pw.company_id = $1 AND pw.project_id = t.project_id AND pw.user_id = $2
      WHERE t.company_id = $1 AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = t.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))) AND t.id = $3;
--| Nested Loop
--|   Nested Loop
--|     Nested Loop
--|       Nested Loop
--|         Index Scan on tasks by tasks_pkey
--|         Seq Scan on users
--|       Seq Scan on task_watchers
--|     Seq Scan on project_watches
--|   Index Scan on projects by projects_pkey
--|     Seq Scan on team_members
--|     Seq Scan on project_members
--|   Limit
--|     Seq Scan on task_blockers
--|   Aggregate
--|     Sort
--|       Nested Loop
--|         Seq Scan on task_labels
--|         Seq Scan on labels
--|   Limit
--|     Result
--|       Sort
--|         Result
--|           Hash Join
--|             Append
--|               Seq Scan on virtual_colleague_activity_first
--|                 Limit
--|                   Seq Scan on virtual_colleague_said
--|               Seq Scan on virtual_colleague_activity_p…
--|               Seq Scan on virtual_colleague_activity_p…
--|             Hash
--|               Seq Scan on virtual_colleagues
--|       Seq Scan on promises
--|       Seq Scan on comments
--|       Append
--|         Seq Scan on task_activity_first
--|         Seq Scan on task_activity_p…
--|         Seq Scan on task_activity_p…
--|   Aggregate
--|     Seq Scan on code_links

-- # GET /tasks/{tid}

SELECT id FROM tasks WHERE company_id = $1 AND tid = upper($2);
--| Index Scan on tasks by tasks_tid

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", a.name AS "assigneeName", coalesce((
  SELECT json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) ORDER BY l.name COLLATE alphabet, l.id)
  FROM task_labels tl JOIN labels l ON l.company_id = tl.company_id AND l.id = tl.label_id
  WHERE tl.company_id = $1 AND tl.task_id = t.id), '[]') AS labels,
        t.has_extras OR t.mentions IS NOT NULL OR t.delegate_id IS NOT NULL AS "hasExtras",
        tw.unwatched IS NOT TRUE AND ((tw.unwatched IS NOT TRUE AND (coalesce(t.created_by_id = $2, false)
    OR coalesce(t.assignee_id = $2, false)
    OR coalesce(tw.commented OR tw.mentioned OR tw.chosen, false))) OR pw.level IS NOT DISTINCT FROM 'all') AS watching,
        (SELECT CASE WHEN NOT (EXISTS (SELECT 1 FROM promises np WHERE np.company_id = $1 AND np.task_id = aa.task_id
      AND np.person_id = $2 AND np.created_at > aa.created_at)
    OR EXISTS (SELECT 1 FROM comments nc WHERE nc.company_id = $1 AND nc.task_id = aa.task_id
      AND (nc.author_colleague IS NULL AND nc.author_id = $2
    OR nc.author_colleague IS NOT NULL AND nc.author_id IS NOT NULL AND t.assignee_id = $2 AND aa.rule <> 'work.review_waiting') AND nc.created_at > aa.created_at)
    OR EXISTS (SELECT 1 FROM task_activity na WHERE na.company_id = $1 AND na.task_id = aa.task_id
      AND (na.actor_colleague IS NULL AND na.actor_id = $2
    OR na.actor_colleague IS NOT NULL AND na.actor_id IS NOT NULL AND t.assignee_id = $2 AND aa.rule <> 'work.review_waiting') AND na.event IN ('task.updated', 'task.muted')
      AND na.at > aa.created_at)) THEN json_build_object('activityId', aa.id,
      'colleague', json_build_object('id', ac.id, 'name', ac.name), 'type', aa.type, 'message', aa.message,
      'at', to_char(aa.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END
    FROM virtual_colleague_activity aa
    JOIN virtual_colleagues ac ON ac.company_id = aa.company_id AND ac.id = aa.colleague_id
    WHERE aa.company_id = $1 AND aa.task_id = t.id AND aa.status = 'sent' AND (SELECT true FROM virtual_colleague_said td WHERE td.company_id = $1 AND td.subject_id = aa.subject_id
    AND td.run_id = aa.run_id AND td.user_id = $2 AND td.told AND (aa.user_id = $2 OR td.listed)
    AND (td.rule = aa.rule OR aa.rule LIKE 'custom:%') LIMIT 1)
      AND aa.type IN ('chase', 'reminder', 'escalation') AND NOT (t.status = 'Done')
    ORDER BY aa.created_at DESC, aa.id DESC LIMIT 1) AS asked, (SELECT json_build_object('open', count(*) FILTER (WHERE cl.state IN ('open', 'draft')), 'merged', count(*) FILTER (WHERE cl.state = 'merged'),
    'failing', count(*) FILTER (WHERE cl.state IN ('open', 'draft') AND cl.checks = 'failed')) FROM code_links cl WHERE cl.company_id = $1 AND cl.task_id = t.id AND cl.kind = 'pull_request' AND NOT cl.is_removed) AS code
      FROM tasks t LEFT JOIN users a ON a.company_id = t.company_id AND a.id = t.assignee_id
        LEFT JOIN task_watchers tw ON tw.company_id = $1 AND tw.task_id = t.id AND tw.user_id = $2
        LEFT JOIN project_watches pw ON pw.company_id = $1 AND pw.project_id = t.project_id AND pw.user_id = $2
      WHERE t.company_id = $1 AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = t.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))) AND t.id = $3;
--| Nested Loop
--|   Nested Loop
--|     Nested Loop
--|       Nested Loop
--|         Index Scan on tasks by tasks_pkey
--|         Seq Scan on users
--|       Seq Scan on task_watchers
--|     Seq Scan on project_watches
--|   Index Scan on projects by projects_pkey
--|     Seq Scan on team_members
--|     Seq Scan on project_members
--|   Limit
--|     Seq Scan on task_blockers
--|   Aggregate
--|     Sort
--|       Nested Loop
--|         Seq Scan on task_labels
--|         Seq Scan on labels
--|   Limit
--|     Result
--|       Sort
--|         Result
--|           Hash Join
--|             Append
--|               Seq Scan on virtual_colleague_activity_first
--|                 Limit
--|                   Seq Scan on virtual_colleague_said
--|               Seq Scan on virtual_colleague_activity_p…
--|               Seq Scan on virtual_colleague_activity_p…
--|             Hash
--|               Seq Scan on virtual_colleagues
--|       Seq Scan on promises
--|       Seq Scan on comments
--|       Append
--|         Seq Scan on task_activity_first
--|         Seq Scan on task_activity_p…
--|         Seq Scan on task_activity_p…
--|   Aggregate
--|     Seq Scan on code_links

-- # POST /tasks

WITH locked AS (
          SELECT c.project_id AS id, p.key, n.tasks
          FROM unnest($3::uuid[], $4::integer[]) n (id, tasks)
            JOIN project_counters c ON c.project_id = n.id JOIN projects p ON p.company_id = c.company_id AND p.id = c.project_id
          WHERE c.company_id = $1 AND p.status = 'active' AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))
          ORDER BY c.project_id FOR UPDATE OF c FOR SHARE OF p)
        UPDATE project_counters c
        SET last_task_number = last_task_number + locked.tasks, task_count = task_count + locked.tasks
        FROM locked WHERE c.company_id = $1 AND c.project_id = locked.id
        RETURNING c.project_id AS "projectId", c.last_task_number - locked.tasks + 1 AS number, locked.key AS "projectKey",
          c.former_number AS "formerNumber";
--| ModifyTable on project_counters
--|   LockRows
--|     Sort
--|       Nested Loop
--|         Hash Join
--|           Seq Scan on project_counters
--|           Hash
--|             Function Scan
--|         Index Scan on projects by projects_pkey
--|           Seq Scan on team_members
--|           Seq Scan on project_members
--|   Hash Join
--|     Seq Scan on project_counters
--|     Hash
--|       CTE Scan

WITH new AS (SELECT * FROM json_to_recordset($2::json) AS n ("id" uuid, "tid" text, "title" text, "description" text, "status" text, "priority" text, "estimatedHours" numeric, "loggedHours" numeric, "projectId" uuid, "assigneeId" uuid, "delegateId" uuid, "sprintId" uuid, "epicId" uuid, "parentId" uuid, "dueDate" timestamptz, "startDate" timestamptz, "rank" text, "recurrenceId" uuid, "createdById" uuid, "completedAt" timestamptz, "createdAt" timestamptz, "updatedAt" timestamptz, mentions uuid[], "entryId" uuid, imported text, "values" jsonb)),
  task AS (
    INSERT INTO tasks (company_id, id, tid, title, description, status, priority, estimated_hours, logged_hours, project_id, assignee_id, delegate_id, sprint_id, epic_id, parent_id, due_date, start_date, rank, recurrence_id, created_by_id, completed_at, created_at, updated_at, mentions, has_extras)
    SELECT $1, n."id", n."tid", n."title", n."description", coalesce((SELECT l.name FROM workflow_lanes l WHERE l.company_id = $1 AND folded(l.name) = folded(n.status)
  ORDER BY l.name = n.status DESC, l.position LIMIT 1), n.status), n."priority", n."estimatedHours", n."loggedHours", n."projectId", n."assigneeId", n."delegateId", n."sprintId", n."epicId", n."parentId", n."dueDate", n."startDate", n."rank", n."recurrenceId", n."createdById", n."completedAt", n."createdAt", n."updatedAt", n.mentions,
      n.imported IS NOT NULL OR n."values" IS NOT NULL FROM new n
    RETURNING company_id, id, created_at, status),
  entry AS (
    INSERT INTO task_activity (company_id, task_id, at, id, actor_id, actor_colleague, via, event, changes)
    SELECT company_id, id, CASE WHEN n.imported IS NULL THEN created_at ELSE now() END, n."entryId", $3, $4::json, $5::json,
      CASE WHEN n.imported IS NULL THEN 'task.created' ELSE 'task.imported' END,
      CASE WHEN n.imported IS NULL THEN '{}' ELSE json_build_object('external', json_build_object('from', NULL, 'to', n.imported)) END
    FROM task JOIN new n USING (id)),
  text AS (
    INSERT INTO task_texts (company_id, id, project_id, created_at, text, accented)
    SELECT $1, n.id, n."projectId", n."createdAt", searched.text, searched.accented
    FROM new n, LATERAL (SELECT u.text, nullif(u.accented, u.text) AS accented
  FROM (SELECT unaccented(w.text) AS text, w.text AS accented
    FROM (SELECT folded(n.tid || E'\n' || n.title || E'\n' || coalesce(n.description, '')) AS text OFFSET 0) w
    OFFSET 0) u) searched),
  own AS (INSERT INTO task_values (company_id, id, custom) SELECT $1, n.id, n."values" FROM new n WHERE n."values" IS NOT NULL)
  SELECT id, status FROM task;
--| CTE Scan
--|   Function Scan
--|   ModifyTable on tasks
--|     CTE Scan
--|       Limit
--|         Sort
--|           Seq Scan on workflow_lanes
--|   ModifyTable on task_activity
--|     Hash Join
--|       CTE Scan
--|       Hash
--|         CTE Scan
--|   ModifyTable on task_texts
--|     Nested Loop
--|       CTE Scan
--|       Subquery Scan
--|         Result
--|   ModifyTable on task_values
--|     CTE Scan

WITH counter AS (
  INSERT INTO event_positions AS c (company_id, position, generation, volume, volume_day)
  VALUES ($1, $2, 3, $9::bigint, $10::date)
  ON CONFLICT (company_id) DO UPDATE SET position = c.position + $2, volume_day = excluded.volume_day,
    volume = excluded.volume + CASE WHEN c.volume_day = excluded.volume_day THEN c.volume ELSE 0 END
  RETURNING position - $2 AS before), incoming AS MATERIALIZED (
  SELECT e.n, e.id, e.name, e."projectId" AS project_id, e.data, e.audience, e."taskProjects" AS task_projects, e.inbox,
    e."movedTo" AS moved_to, e."formerProjectId" AS former_project_id,
    e."notFor" AS not_for, e."isUndelivered" AS is_undelivered, e."apiKeyId" AS api_key_id, e.colleague
  FROM json_to_recordset($3::json) AS e (n integer, id uuid, name text, "projectId" uuid, data json, audience uuid[],
    "taskProjects" json, inbox json, "movedTo" uuid, "formerProjectId" uuid, "notFor" uuid[], "isUndelivered" boolean, "apiKeyId" uuid, colleague json)), written AS (INSERT INTO events
  (company_id, id, position, name, project_id, data, audience, task_projects, inbox, moved_to, occurred_at, actor_id,
    api_key_id, actor_colleague, via) SELECT $1, e.id, counter.before + e.n, e.name, e.project_id, e.data, e.audience, e.task_projects, e.inbox, e.moved_to, $4::timestamptz, $5::uuid,
  coalesce(e.api_key_id, $6::uuid), coalesce(e.colleague, $7::json), $8::json FROM counter, incoming e) INSERT INTO webhook_deliveries
    (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
  SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
  FROM incoming e JOIN webhooks w ON w.company_id = $1
  WHERE w.active AND e.is_undelivered IS NOT TRUE AND e.name <> 'inbox.told' AND e.name NOT IN ('promise.made', 'promise.ended')
    AND w.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', '*']
    AND (w.project_id IS NULL OR w.project_id = e.project_id OR w.project_id = e.former_project_id)
    AND (e.not_for IS NULL OR w.id <> ALL (e.not_for));
--| ModifyTable on webhook_deliveries
--|   ModifyTable on event_positions
--|     Result
--|   Function Scan
--|   ModifyTable on events
--|     Nested Loop
--|       CTE Scan
--|       CTE Scan
--|   Subquery Scan
--|     Nested Loop
--|       Seq Scan on webhooks
--|       CTE Scan

-- # PUT /tasks/{id}: another lane

SELECT pg_advisory_xact_lock_shared(1015, hashtext(kept.id::text)) FROM (SELECT DISTINCT t.project_id FROM tasks t WHERE t.company_id = $1 AND $2::uuid IS NOT NULL AND t.id = ANY ($3::uuid[]) ORDER BY 1) kept (id);
--| Subquery Scan
--|   Unique
--|     Sort
--|       Index Scan on tasks by tasks_pkey

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", p.status AS "projectStatus", t.has_extras AS "hasExtras", (SELECT count(*) FROM task_labels c WHERE c.company_id = $1 AND c.task_id = t.id) AS "labelCount"
          FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
          WHERE t.company_id = $1 AND t.id = ANY ($3::uuid[]) AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))
          ORDER BY t.id FOR NO KEY UPDATE OF t;
--| LockRows
--|   Nested Loop
--|     Index Scan on tasks by tasks_pkey
--|     Index Scan on projects by projects_pkey
--|       Seq Scan on team_members
--|       Seq Scan on project_members
--|     Limit
--|       Seq Scan on task_blockers
--|     Aggregate
--|       Seq Scan on task_labels

SELECT name FROM workflow_lanes
  WHERE company_id = $1 AND folded(name) = ANY ($2::text[]);
--| Seq Scan on workflow_lanes

SELECT id, task_id AS "taskId" FROM works WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) AND ended_at IS NULL;
--| Seq Scan on works

WITH mutes AS (DELETE FROM task_mutes WHERE company_id = $1 AND task_id = ANY ($5::uuid[]) AND until IS NULL) UPDATE tasks SET updated_at = $3, change_count = change_count + 1, completed_at = NULL, status = $4
  WHERE company_id = $1 AND id = ANY ($2::uuid[]);
--| ModifyTable on tasks
--|   ModifyTable on task_mutes
--|     Seq Scan on task_mutes
--|   Index Scan on tasks by tasks_pkey

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", (SELECT count(*) FROM task_labels c WHERE c.company_id = $1 AND c.task_id = t.id) AS "labelCount", EXISTS (SELECT 1 FROM task_blockers h WHERE h.company_id = $1 AND h.task_id = t.id) AS "hasBlockers"
  FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[]);
--| Index Scan on tasks by tasks_pkey
--|   Limit
--|     Seq Scan on task_blockers
--|   Aggregate
--|     Seq Scan on task_labels
--|   Seq Scan on task_blockers

INSERT INTO task_activity (company_id, actor_id, actor_colleague, via, at, id, task_id, event, changes)
  SELECT $1, $2, coalesce(colleague, $5::json), $6::json, $3, id, "taskId", coalesce(event, 'task.updated'), changes
  FROM json_to_recordset($4::json) AS entry (id uuid, "taskId" uuid, event text, changes json, colleague json);
--| ModifyTable on task_activity
--|   Function Scan

WITH counter AS (
  INSERT INTO event_positions AS c (company_id, position, generation, volume, volume_day)
  VALUES ($1, $2, 3, $9::bigint, $10::date)
  ON CONFLICT (company_id) DO UPDATE SET position = c.position + $2, volume_day = excluded.volume_day,
    volume = excluded.volume + CASE WHEN c.volume_day = excluded.volume_day THEN c.volume ELSE 0 END
  RETURNING position - $2 AS before), incoming AS MATERIALIZED (
  SELECT e.n, e.id, e.name, e."projectId" AS project_id, e.data, e.audience, e."taskProjects" AS task_projects, e.inbox,
    e."movedTo" AS moved_to, e."formerProjectId" AS former_project_id,
    e."notFor" AS not_for, e."isUndelivered" AS is_undelivered, e."apiKeyId" AS api_key_id, e.colleague
  FROM json_to_recordset($3::json) AS e (n integer, id uuid, name text, "projectId" uuid, data json, audience uuid[],
    "taskProjects" json, inbox json, "movedTo" uuid, "formerProjectId" uuid, "notFor" uuid[], "isUndelivered" boolean, "apiKeyId" uuid, colleague json)), written AS (INSERT INTO events
  (company_id, id, position, name, project_id, data, audience, task_projects, inbox, moved_to, occurred_at, actor_id,
    api_key_id, actor_colleague, via) SELECT $1, e.id, counter.before + e.n, e.name, e.project_id, e.data, e.audience, e.task_projects, e.inbox, e.moved_to, $4::timestamptz, $5::uuid,
  coalesce(e.api_key_id, $6::uuid), coalesce(e.colleague, $7::json), $8::json FROM counter, incoming e) INSERT INTO webhook_deliveries
    (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
  SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
  FROM incoming e JOIN webhooks w ON w.company_id = $1
  WHERE w.active AND e.is_undelivered IS NOT TRUE AND e.name <> 'inbox.told' AND e.name NOT IN ('promise.made', 'promise.ended')
    AND w.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', '*']
    AND (w.project_id IS NULL OR w.project_id = e.project_id OR w.project_id = e.former_project_id)
    AND (e.not_for IS NULL OR w.id <> ALL (e.not_for));
--| ModifyTable on webhook_deliveries
--|   ModifyTable on event_positions
--|     Result
--|   Function Scan
--|   ModifyTable on events
--|     Nested Loop
--|       CTE Scan
--|       CTE Scan
--|   Subquery Scan
--|     Nested Loop
--|       Seq Scan on webhooks
--|       CTE Scan

-- # PUT /tasks/{id}: Done

SELECT pg_advisory_xact_lock_shared(1015, hashtext(kept.id::text)) FROM (SELECT DISTINCT t.project_id FROM tasks t WHERE t.company_id = $1 AND $2::uuid IS NOT NULL AND t.id = ANY ($3::uuid[]) ORDER BY 1) kept (id);
--| Subquery Scan
--|   Unique
--|     Sort
--|       Index Scan on tasks by tasks_pkey

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", p.status AS "projectStatus", t.has_extras AS "hasExtras", (SELECT count(*) FROM task_labels c WHERE c.company_id = $1 AND c.task_id = t.id) AS "labelCount"
          FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
          WHERE t.company_id = $1 AND t.id = ANY ($3::uuid[]) AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))
          ORDER BY t.id FOR NO KEY UPDATE OF t;
--| LockRows
--|   Nested Loop
--|     Index Scan on tasks by tasks_pkey
--|     Index Scan on projects by projects_pkey
--|       Seq Scan on team_members
--|       Seq Scan on project_members
--|     Limit
--|       Seq Scan on task_blockers
--|     Aggregate
--|       Seq Scan on task_labels

SELECT name FROM workflow_lanes
  WHERE company_id = $1 AND folded(name) = ANY ($2::text[]);
--| Seq Scan on workflow_lanes

SELECT id, task_id AS "taskId" FROM works WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) AND ended_at IS NULL;
--| Seq Scan on works

SELECT task_id AS "taskId", array_agg(label_id ORDER BY label_id) AS "labelIds" FROM task_labels
  WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) GROUP BY task_id;
--| Aggregate
--|   Sort
--|     Seq Scan on task_labels

SELECT EXISTS (SELECT 1 FROM task_blockers WHERE company_id = $1 AND blocker_id = ANY ($2::uuid[]))
  OR EXISTS (SELECT 1 FROM task_blockers WHERE company_id = $1 AND task_id = ANY ($3::uuid[])) AS "areLinked";
--| Result
--|   Seq Scan on task_blockers
--|   Seq Scan on task_blockers

WITH blockers AS (UPDATE task_blockers SET is_open = $6
  WHERE company_id = $1 AND blocker_id = ANY ($5::uuid[])), labels AS (UPDATE task_labels SET is_open = $6
  WHERE company_id = $1 AND task_id = ANY ($5::uuid[])), mutes AS (DELETE FROM task_mutes WHERE company_id = $1 AND task_id = ANY ($7::uuid[]) AND until IS NULL) UPDATE tasks SET updated_at = $3, change_count = change_count + 1, completed_at = CASE WHEN status = 'Done' THEN completed_at ELSE $3 END, status = $4
    WHERE company_id = $1 AND id = ANY ($2::uuid[]);
--| ModifyTable on tasks
--|   ModifyTable on task_blockers
--|     Seq Scan on task_blockers
--|   ModifyTable on task_labels
--|     Seq Scan on task_labels
--|   ModifyTable on task_mutes
--|     Seq Scan on task_mutes
--|   Index Scan on tasks by tasks_pkey

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", (SELECT count(*) FROM task_labels c WHERE c.company_id = $1 AND c.task_id = t.id) AS "labelCount", EXISTS (SELECT 1 FROM task_blockers h WHERE h.company_id = $1 AND h.task_id = t.id) AS "hasBlockers"
  FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[]);
--| Index Scan on tasks by tasks_pkey
--|   Limit
--|     Seq Scan on task_blockers
--|   Aggregate
--|     Seq Scan on task_labels
--|   Seq Scan on task_blockers

INSERT INTO task_activity (company_id, actor_id, actor_colleague, via, at, id, task_id, event, changes)
  SELECT $1, $2, coalesce(colleague, $5::json), $6::json, $3, id, "taskId", coalesce(event, 'task.updated'), changes
  FROM json_to_recordset($4::json) AS entry (id uuid, "taskId" uuid, event text, changes json, colleague json);
--| ModifyTable on task_activity
--|   Function Scan

SELECT p.id, p.task_id AS "taskId", p.person_id AS "personId" FROM promises p
  WHERE p.company_id = $1 AND p.task_id = ANY ($2::uuid[]) AND p.ended_at IS NULL ORDER BY p.id;
--| Sort
--|   Seq Scan on promises

WITH counter AS (
  INSERT INTO event_positions AS c (company_id, position, generation, volume, volume_day)
  VALUES ($1, $2, 3, $9::bigint, $10::date)
  ON CONFLICT (company_id) DO UPDATE SET position = c.position + $2, volume_day = excluded.volume_day,
    volume = excluded.volume + CASE WHEN c.volume_day = excluded.volume_day THEN c.volume ELSE 0 END
  RETURNING position - $2 AS before), incoming AS MATERIALIZED (
  SELECT e.n, e.id, e.name, e."projectId" AS project_id, e.data, e.audience, e."taskProjects" AS task_projects, e.inbox,
    e."movedTo" AS moved_to, e."formerProjectId" AS former_project_id,
    e."notFor" AS not_for, e."isUndelivered" AS is_undelivered, e."apiKeyId" AS api_key_id, e.colleague
  FROM json_to_recordset($3::json) AS e (n integer, id uuid, name text, "projectId" uuid, data json, audience uuid[],
    "taskProjects" json, inbox json, "movedTo" uuid, "formerProjectId" uuid, "notFor" uuid[], "isUndelivered" boolean, "apiKeyId" uuid, colleague json)), written AS (INSERT INTO events
  (company_id, id, position, name, project_id, data, audience, task_projects, inbox, moved_to, occurred_at, actor_id,
    api_key_id, actor_colleague, via) SELECT $1, e.id, counter.before + e.n, e.name, e.project_id, e.data, e.audience, e.task_projects, e.inbox, e.moved_to, $4::timestamptz, $5::uuid,
  coalesce(e.api_key_id, $6::uuid), coalesce(e.colleague, $7::json), $8::json FROM counter, incoming e) INSERT INTO webhook_deliveries
    (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
  SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
  FROM incoming e JOIN webhooks w ON w.company_id = $1
  WHERE w.active AND e.is_undelivered IS NOT TRUE AND e.name <> 'inbox.told' AND e.name NOT IN ('promise.made', 'promise.ended')
    AND w.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', '*']
    AND (w.project_id IS NULL OR w.project_id = e.project_id OR w.project_id = e.former_project_id)
    AND (e.not_for IS NULL OR w.id <> ALL (e.not_for));
--| ModifyTable on webhook_deliveries
--|   ModifyTable on event_positions
--|     Result
--|   Function Scan
--|   ModifyTable on events
--|     Nested Loop
--|       CTE Scan
--|       CTE Scan
--|   Subquery Scan
--|     Nested Loop
--|       Seq Scan on webhooks
--|       CTE Scan

-- # DELETE /tasks/{id}

SELECT DISTINCT t.project_id AS "projectId" FROM tasks t
      WHERE t.company_id = $1 AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = t.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))) AND t.id = ANY ($3::uuid[]) ORDER BY 1;
--| Unique
--|   Sort
--|     Nested Loop
--|       Index Scan on tasks by tasks_pkey
--|       Index Scan on projects by projects_pkey
--|         Seq Scan on team_members
--|         Seq Scan on project_members

SELECT last_task_number AS "lastTaskNumber" FROM project_counters
  WHERE company_id = $1 AND project_id = $2 FOR UPDATE;
--| LockRows
--|   Seq Scan on project_counters

SELECT DISTINCT t.project_id AS "projectId" FROM tasks t
      WHERE t.company_id = $1 AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = t.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))) AND t.id = ANY ($3::uuid[]) ORDER BY 1;
--| Unique
--|   Sort
--|     Nested Loop
--|       Index Scan on tasks by tasks_pkey
--|       Index Scan on projects by projects_pkey
--|         Seq Scan on team_members
--|         Seq Scan on project_members

SELECT id FROM tasks WHERE company_id = $1 AND (id = ANY ($2::uuid[]) OR parent_id = ANY ($2::uuid[]))
  ORDER BY id FOR NO KEY UPDATE;
--| LockRows
--|   Sort
--|     Bitmap Heap Scan on tasks
--|       BitmapOr
--|         Bitmap Index Scan by tasks_pkey
--|         Bitmap Index Scan by tasks_parent

SELECT pg_advisory_xact_lock_shared(1015, hashtext(kept.id::text)) FROM (SELECT DISTINCT t.project_id FROM tasks t WHERE t.company_id = $1 AND $2::uuid IS NOT NULL AND t.id = ANY ($3::uuid[]) ORDER BY 1) kept (id);
--| Subquery Scan
--|   Unique
--|     Sort
--|       Index Scan on tasks by tasks_pkey

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", p.status AS "projectStatus", t.has_extras AS "hasExtras", (SELECT count(*) FROM task_labels c WHERE c.company_id = $1 AND c.task_id = t.id) AS "labelCount"
          FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
          WHERE t.company_id = $1 AND t.id = ANY ($3::uuid[]) AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))
          ORDER BY t.id FOR NO KEY UPDATE OF t;
--| LockRows
--|   Nested Loop
--|     Index Scan on tasks by tasks_pkey
--|     Index Scan on projects by projects_pkey
--|       Seq Scan on team_members
--|       Seq Scan on project_members
--|     Limit
--|       Seq Scan on task_blockers
--|     Aggregate
--|       Seq Scan on task_labels

SELECT task_id AS "taskId", array_agg(label_id ORDER BY label_id) AS "labelIds" FROM task_labels
  WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) GROUP BY task_id;
--| Aggregate
--|   Sort
--|     Seq Scan on task_labels

SELECT w.task_id AS "taskId", json_agg(json_build_object('userId', w.user_id, 'chosen', w.chosen, 'unwatched', w.unwatched,
  'watches', w.commented OR w.mentioned OR w.chosen, 'since', w.since)) AS marks FROM task_watchers w
  WHERE w.company_id = $1 AND w.task_id = ANY ($2::uuid[]) GROUP BY w.task_id;
--| Aggregate
--|   Seq Scan on task_watchers

SELECT id, task_id AS "taskId" FROM works WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) AND ended_at IS NULL;
--| Seq Scan on works

INSERT INTO task_activity (company_id, actor_id, actor_colleague, via, at, id, task_id, event, changes)
  SELECT $1, $2, coalesce(colleague, $5::json), $6::json, $3, id, "taskId", coalesce(event, 'task.updated'), changes
  FROM json_to_recordset($4::json) AS entry (id uuid, "taskId" uuid, event text, changes json, colleague json);
--| ModifyTable on task_activity
--|   Function Scan

INSERT INTO trashed_tasks (company_id, id, tid, former_tids, title, project_id, deleted_at, deleted_by_id, until)
  SELECT $1, n.id, n.tid, ARRAY(SELECT ft.tid FROM task_former_tids ft WHERE ft.company_id = $1 AND ft.task_id = n.id),
    n.title, n."projectId", n."deletedAt", n."deletedById", n.until
  FROM json_to_recordset($2::json) n (id uuid, tid text, title text, "projectId" uuid, "deletedAt" timestamptz,
    "deletedById" uuid, until timestamptz);
--| ModifyTable on trashed_tasks
--|   Function Scan
--|     Seq Scan on task_former_tids

SELECT FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE;
--| LockRows
--|   Index Scan on tasks by tasks_pkey

INSERT INTO trashed_rows (company_id, id, task_id, source, row)
      SELECT k.company_id, k.id, k.task_id, k.source, k.row FROM (SELECT x.company_id, md5('tasks' || ' ' || x.id::text)::uuid AS id, x.id AS task_id, 'tasks' AS source, to_jsonb(x) AS row
    FROM tasks x WHERE x.company_id = $1 AND (x.id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('comments' || ' ' || x.id::text)::uuid AS id, x.task_id AS task_id, 'comments' AS source, to_jsonb(x) AS row
    FROM comments x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('answer_hints' || ' ' || x.task_id::text || ' ' || x.person_id::text)::uuid AS id, x.task_id AS task_id, 'answer_hints' AS source, to_jsonb(x) AS row
    FROM answer_hints x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('promises' || ' ' || x.id::text)::uuid AS id, x.task_id AS task_id, 'promises' AS source, to_jsonb(x) AS row
    FROM promises x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('carried_tasks' || ' ' || x.sprint_id::text || ' ' || x.task_id::text)::uuid AS id, x.task_id AS task_id, 'carried_tasks' AS source, to_jsonb(x) AS row
    FROM carried_tasks x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_blockers' || ' ' || x.task_id::text || ' ' || x.blocker_id::text)::uuid AS id, CASE WHEN x.blocker_id = ANY ($2::uuid[]) THEN x.blocker_id ELSE x.task_id END AS task_id, 'task_blockers' AS source, to_jsonb(x) AS row
    FROM task_blockers x WHERE x.company_id = $1 AND (x.blocker_id = ANY ($2::uuid[]) OR x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_descriptions' || ' ' || x.id::text)::uuid AS id, x.task_id AS task_id, 'task_descriptions' AS source, to_jsonb(x) AS row
    FROM task_descriptions x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_activity' || ' ' || x.id::text)::uuid AS id, x.task_id AS task_id, 'task_activity' AS source, to_jsonb(x) AS row
    FROM task_activity x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_labels' || ' ' || x.task_id::text || ' ' || x.label_id::text)::uuid AS id, x.task_id AS task_id, 'task_labels' AS source, to_jsonb(x) AS row
    FROM task_labels x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_links' || ' ' || x.id::text)::uuid AS id, CASE WHEN x.second_id = ANY ($2::uuid[]) THEN x.second_id ELSE x.first_id END AS task_id, 'task_links' AS source, to_jsonb(x) AS row
    FROM task_links x WHERE x.company_id = $1 AND (x.second_id = ANY ($2::uuid[]) OR x.first_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_texts' || ' ' || x.id::text)::uuid AS id, x.id AS task_id, 'task_texts' AS source, to_jsonb(x) AS row
    FROM task_texts x WHERE x.company_id = $1 AND (x.id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_mutes' || ' ' || x.id::text)::uuid AS id, x.task_id AS task_id, 'task_mutes' AS source, to_jsonb(x) AS row
    FROM task_mutes x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_former_tids' || ' ' || x.tid::text)::uuid AS id, x.task_id AS task_id, 'task_former_tids' AS source, to_jsonb(x) AS row
    FROM task_former_tids x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_values' || ' ' || x.id::text)::uuid AS id, x.id AS task_id, 'task_values' AS source, to_jsonb(x) AS row
    FROM task_values x WHERE x.company_id = $1 AND (x.id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_watchers' || ' ' || x.task_id::text || ' ' || x.user_id::text)::uuid AS id, x.task_id AS task_id, 'task_watchers' AS source, to_jsonb(x) AS row
    FROM task_watchers x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('time_entries' || ' ' || x.id::text)::uuid AS id, x.task_id AS task_id, 'time_entries' AS source, to_jsonb(x) AS row
    FROM time_entries x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('task_works' || ' ' || x.task_id::text)::uuid AS id, x.task_id AS task_id, 'task_works' AS source, to_jsonb(x) AS row
    FROM task_works x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('works' || ' ' || x.id::text)::uuid AS id, x.task_id AS task_id, 'works' AS source, to_jsonb(x) AS row
    FROM works x WHERE x.company_id = $1 AND (x.task_id = ANY ($2::uuid[]))
 UNION ALL SELECT x.company_id, md5('work_activities' || ' ' || x.id::text)::uuid AS id, p.task_id AS task_id, 'work_activities' AS source, to_jsonb(x) AS row
    FROM work_activities x JOIN works p ON p.company_id = x.company_id AND p.id = x.work_id WHERE x.company_id = $1 AND p.task_id = ANY ($2::uuid[])) k ORDER BY k.id ON CONFLICT DO NOTHING;
--| ModifyTable on trashed_rows
--|   Sort
--|     Append
--|       Index Scan on tasks by tasks_pkey
--|       Seq Scan on comments
--|       Seq Scan on answer_hints
--|       Seq Scan on promises
--|       Seq Scan on carried_tasks
--|       Seq Scan on task_blockers
--|       Seq Scan on task_descriptions
--|       Append
--|         Seq Scan on task_activity_first
--|         Seq Scan on task_activity_p…
--|         Seq Scan on task_activity_p…
--|       Seq Scan on task_labels
--|       Seq Scan on task_links
--|       Index Scan on task_texts by task_texts_pkey
--|       Seq Scan on task_mutes
--|       Seq Scan on task_former_tids
--|       Seq Scan on task_values
--|       Seq Scan on task_watchers
--|       Seq Scan on time_entries
--|       Seq Scan on task_works
--|       Seq Scan on works
--|       Nested Loop
--|         Seq Scan on work_activities
--|         Seq Scan on works

DELETE FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[]);
--| ModifyTable on tasks
--|   Index Scan on tasks by tasks_pkey

UPDATE project_counters SET task_count = task_count - $3 WHERE company_id = $1 AND project_id = $2;
--| ModifyTable on project_counters
--|   Seq Scan on project_counters

WITH counter AS (
  INSERT INTO event_positions AS c (company_id, position, generation, volume, volume_day)
  VALUES ($1, $2, 3, $9::bigint, $10::date)
  ON CONFLICT (company_id) DO UPDATE SET position = c.position + $2, volume_day = excluded.volume_day,
    volume = excluded.volume + CASE WHEN c.volume_day = excluded.volume_day THEN c.volume ELSE 0 END
  RETURNING position - $2 AS before), incoming AS MATERIALIZED (
  SELECT e.n, e.id, e.name, e."projectId" AS project_id, e.data, e.audience, e."taskProjects" AS task_projects, e.inbox,
    e."movedTo" AS moved_to, e."formerProjectId" AS former_project_id,
    e."notFor" AS not_for, e."isUndelivered" AS is_undelivered, e."apiKeyId" AS api_key_id, e.colleague
  FROM json_to_recordset($3::json) AS e (n integer, id uuid, name text, "projectId" uuid, data json, audience uuid[],
    "taskProjects" json, inbox json, "movedTo" uuid, "formerProjectId" uuid, "notFor" uuid[], "isUndelivered" boolean, "apiKeyId" uuid, colleague json)), written AS (INSERT INTO events
  (company_id, id, position, name, project_id, data, audience, task_projects, inbox, moved_to, occurred_at, actor_id,
    api_key_id, actor_colleague, via) SELECT $1, e.id, counter.before + e.n, e.name, e.project_id, e.data, e.audience, e.task_projects, e.inbox, e.moved_to, $4::timestamptz, $5::uuid,
  coalesce(e.api_key_id, $6::uuid), coalesce(e.colleague, $7::json), $8::json FROM counter, incoming e) INSERT INTO webhook_deliveries
    (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
  SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
  FROM incoming e JOIN webhooks w ON w.company_id = $1
  WHERE w.active AND e.is_undelivered IS NOT TRUE AND e.name <> 'inbox.told' AND e.name NOT IN ('promise.made', 'promise.ended')
    AND w.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', '*']
    AND (w.project_id IS NULL OR w.project_id = e.project_id OR w.project_id = e.former_project_id)
    AND (e.not_for IS NULL OR w.id <> ALL (e.not_for));
--| ModifyTable on webhook_deliveries
--|   ModifyTable on event_positions
--|     Result
--|   Function Scan
--|   ModifyTable on events
--|     Nested Loop
--|       CTE Scan
--|       CTE Scan
--|   Subquery Scan
--|     Nested Loop
--|       Seq Scan on webhooks
--|       CTE Scan
