-- # GET /events?after=…

SELECT c.position AS "end", c.dropped, e.* FROM event_positions c LEFT JOIN LATERAL (
        SELECT e.position, e.id, e.name, e.project_id AS "projectId", e.data::text AS data,
    e.occurred_at AS timestamp, e.actor_id AS "actorId", u.name AS "actorName", e.api_key_id AS "apiKeyId",
    e.actor_colleague AS "actorColleague", e.via,
    ARRAY(SELECT a FROM unnest(e.audience) a WHERE a = ANY (ARRAY[$2]::uuid[])) AS audience,
    e.task_projects AS "taskProjects", e.moved_to AS "movedTo"
  FROM events e LEFT JOIN users u ON u.company_id = e.company_id AND u.id = e.actor_id WHERE e.company_id = $1 AND e.name <> 'inbox.told' AND e.position > coalesce($3::bigint, c.dropped) AND e.position <= coalesce($3::bigint, c.dropped) + 10000 AND (e.project_id IS NULL OR e.name = 'project.deleted' OR coalesce((e.project_id IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))))::integer = 1, false)) AND (e.moved_to IS NULL OR NOT coalesce((e.moved_to IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))))::integer = 1, false)) AND true ORDER BY e.position
        LIMIT $4
      ) e ON true WHERE c.company_id = $1 ORDER BY e.position;
--| Sort
--|   Nested Loop
--|     Seq Scan on event_positions
--|     Limit
--|       Result
--|         Sort
--|           Nested Loop
--|             Append
--|               Seq Scan on events_first
--|                 Seq Scan on projects
--|                   Seq Scan on team_members
--|                   Seq Scan on project_members
--|                 Seq Scan on projects
--|                   Seq Scan on team_members
--|                   Seq Scan on project_members
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|               Seq Scan on events_p…
--|             Materialize
--|               Seq Scan on users
--|         Function Scan
