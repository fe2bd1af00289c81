-- # GET /tasks?projectId=…&sortBy=rank

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM tasks t  WHERE t.company_id = $1 AND t.project_id = $3::uuid AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = t.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))) AND TRUE ORDER BY t.rank ASC, t.id ASC LIMIT 501;
--| Limit
--|   Incremental Sort
--|     Nested Loop
--|       Index Scan on tasks by tasks_rank
--|       Materialize
--|         Index Scan on projects by projects_pkey
--|           Seq Scan on team_members
--|           Seq Scan on project_members
--|       Limit
--|         Seq Scan on task_blockers

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM tasks t  WHERE t.company_id = $1 AND t.project_id = $3::uuid AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = t.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))) AND TRUE ORDER BY t.rank ASC, t.id ASC;
--| Sort
--|   Nested Loop
--|     Bitmap Heap Scan on tasks
--|       Bitmap Index Scan by tasks_rank
--|     Materialize
--|       Index Scan on projects by projects_pkey
--|         Seq Scan on team_members
--|         Seq Scan on project_members
--|     Limit
--|       Seq Scan on task_blockers

-- # GET /tasks?projectId=…&page=1

SELECT * FROM (SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", (SELECT coalesce(sum(c.task_count), 0)::integer AS count FROM project_counters c
    WHERE c.company_id = $1 AND c.project_id = $3 AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = c.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2)))) AS "rowTotal" FROM tasks t  WHERE t.company_id = $1 AND t.project_id = $3::uuid AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = t.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))) AND TRUE ORDER BY t.created_at DESC, t.id DESC LIMIT 200 OFFSET 0) largest LIMIT $4;
--| Limit
--|   Limit
--|     Aggregate
--|       Nested Loop
--|         Seq Scan on project_counters
--|         Index Scan on projects by projects_pkey
--|           Seq Scan on team_members
--|           Seq Scan on project_members
--|     Nested Loop
--|       Index Scan on tasks by tasks_project_created_at
--|       Materialize
--|         Index Scan on projects by projects_pkey
--|           Seq Scan on team_members
--|           Seq Scan on project_members
--|       Limit
--|         Seq Scan on task_blockers

-- # GET /tasks?assigneeId=…&status=To Do,In Progress&page=1

SELECT name FROM workflow_lanes
  WHERE company_id = $1 AND folded(name) = ANY ($2::text[]);
--| Seq Scan on workflow_lanes

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM tasks t  WHERE t.company_id = $1 AND t.status = ANY ($3::text[]) AND t.assignee_id = $4::uuid AND coalesce((t.project_id IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))))::integer = 1, false) AND TRUE ORDER BY t.created_at DESC, t.id DESC LIMIT $5 OFFSET $6;
--| Limit
--|   Sort
--|     Index Scan on tasks by tasks_assignee
--|       Limit
--|         Seq Scan on task_blockers
--|       Seq Scan on projects
--|         Seq Scan on team_members
--|         Seq Scan on project_members

-- # GET /tasks?search=…&page=1

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM (
          SELECT t.* FROM tasks t WHERE t.company_id = $1 AND coalesce((t.project_id IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))))::integer = 1, false) AND TRUE ORDER BY t.created_at DESC, t.id DESC LIMIT $4
        ) t  WHERE coalesce((SELECT true FROM task_texts tt WHERE tt.company_id = $1 AND tt.id = t.id AND tt.text LIKE $3 LIMIT 1), false) ORDER BY t.created_at DESC, t.id DESC LIMIT $5 OFFSET $6;
--| Limit
--|   Subquery Scan
--|     Limit
--|       Index Scan on tasks by tasks_created_at
--|         Seq Scan on projects
--|           Seq Scan on team_members
--|           Seq Scan on project_members
--|     Limit
--|       Seq Scan on task_blockers
--|     Limit
--|       Index Scan on task_texts by task_texts_pkey

WITH found AS MATERIALIZED (
        SELECT t.id, row_number() OVER (ORDER BY t.created_at DESC, t.id DESC) AS place FROM task_texts t WHERE t.company_id = $1 AND coalesce((t.project_id IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))))::integer = 1, false) AND t.text LIKE $3)
      SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", (SELECT count(*) FROM found) AS "rowTotal"
      FROM found JOIN tasks t ON t.company_id = $1 AND t.id = found.id
      WHERE found.place > $5::bigint AND found.place <= $5::bigint + $4::bigint ORDER BY found.place;
--| Sort
--|   WindowAgg
--|     Sort
--|       Bitmap Heap Scan on task_texts
--|         Bitmap Index Scan by task_texts_search
--|         Seq Scan on projects
--|           Seq Scan on team_members
--|           Seq Scan on project_members
--|   Aggregate
--|     CTE Scan
--|   Nested Loop
--|     CTE Scan
--|     Index Scan on tasks by tasks_pkey
--|     Limit
--|       Seq Scan on task_blockers

-- # GET /tasks?cursor=…

SELECT t.id AS "id", t.tid AS "tid", t.title AS "title", t.description AS "description", t.status AS "status", t.priority AS "priority", t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours", t.project_id AS "projectId", t.assignee_id AS "assigneeId", t.delegate_id AS "delegateId", t.sprint_id AS "sprintId", t.epic_id AS "epicId", t.parent_id AS "parentId", t.due_date AS "dueDate", t.start_date AS "startDate", t.rank AS "rank", (t.status = 'Blocked' OR coalesce((SELECT true FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = t.id AND b.is_open LIMIT 1), false)) AS "isBlocked", t.recurrence_id AS "recurrenceId", t.created_by_id AS "createdById", t.completed_at AS "completedAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt", json_build_array((t.rank)::text, (t.id)::text) AS "rowKeys" FROM tasks t  WHERE t.company_id = $1 AND t.project_id = $3::uuid AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = t.project_id AND (p.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = p.team_id AND tm.user_id = $2
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = p.id AND pm.user_id = $2))) AND (t.rank, t.id) > ($4::text, $5::uuid) ORDER BY t.rank ASC, t.id ASC LIMIT $6;
--| Limit
--|   Incremental Sort
--|     Nested Loop
--|       Index Scan on tasks by tasks_rank
--|       Materialize
--|         Index Scan on projects by projects_pkey
--|           Seq Scan on team_members
--|           Seq Scan on project_members
--|       Limit
--|         Seq Scan on task_blockers
