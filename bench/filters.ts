/** Filters of three conditions, and the same conditions by hand: `$1` is the company. */
export const FILTERS = [
  {
    name: 'status, priority, assignee',
    filter: 'status in ("To Do", "In Progress") and priority = High and assignee is empty',
    sql: `t.status IN ('To Do', 'In Progress') AND t.priority = 'High' AND t.assignee_id IS NULL`,
  },
  {
    name: 'done, estimate, created',
    filter: 'not done and estimate > 8 and created >= "2026-01-01T00:00:00Z"',
    sql: `t.status <> 'Done' AND t.estimated_hours > 8 AND t.created_at >= '2026-01-01T00:00:00Z'`,
  },
  {
    name: 'label, sprint, priority',
    filter: 'label is not empty and sprint is empty and priority >= Medium',
    sql: `EXISTS (SELECT 1 FROM task_labels l WHERE l.company_id = $1 AND l.task_id = t.id) AND t.sprint_id IS NULL
      AND t.priority IN ('Medium', 'High', 'Urgent')`,
  },
] as const;

/** What GET /tasks/groups adds up, by hand. */
export const GROUPS_BY_STATUS = `SELECT t.status, count(*) AS tasks, count(*) FILTER (WHERE t.status = 'Done') AS done,
    sum(t.estimated_hours) AS estimated, sum(t.logged_hours) AS logged,
    sum(greatest(t.estimated_hours - coalesce(t.logged_hours, 0), 0)) FILTER (WHERE t.status <> 'Done') AS remaining
  FROM tasks t WHERE t.company_id = $1 GROUP BY t.status`;
