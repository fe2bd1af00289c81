/** Whether the project can be changed. */
export function isActiveProject(project: string): string {
  return `${project}.status = 'active'`;
}

/** The ids of the projects that cannot be changed. `$1` is the company. */
export function archivedProjects(): string {
  return `SELECT ar.id FROM projects ar WHERE ar.company_id = $1 AND ar.status = 'archived'`;
}

/** The first of the two numbers of a lock on a project, which tells these locks apart from others. */
const STATUS_LOCKS = 1_015;

/**
 * SQL that keeps the status of the projects that `ids` selects until the transaction ends. What changes something in a
 * project shares this lock; archiving takes it alone, and waits in line with the others.
 */
export function shareStatusLock(ids: string): string {
  return `SELECT pg_advisory_xact_lock_shared(${STATUS_LOCKS}, hashtext(kept.id::text)) FROM (${ids} ORDER BY 1) kept (id)`;
}

/** SQL that waits for all who share the status of the project `$2` of company `$1`, and shuts out later ones. */
export const TAKE_STATUS_LOCK = `SELECT pg_advisory_xact_lock(${STATUS_LOCKS}, hashtext(id::text))
  FROM projects WHERE company_id = $1 AND id = $2`;

/** Selects how many tasks there are in the projects that `condition` holds for, of their rows `c`, which keep the count. */
export function selectTaskCount(companyId: string, condition: string): string {
  return `SELECT coalesce(sum(c.task_count), 0)::integer AS count FROM project_counters c
    WHERE c.company_id = ${companyId} AND ${condition}`;
}

/** `what` of the active leads of the project that a row refers to; the row `l` is a lead, and `$1` the company. */
export function selectFromLeads(what: string, row: string): string {
  return `SELECT ${what} FROM project_members pm JOIN users l ON l.company_id = pm.company_id AND l.id = pm.user_id
    WHERE pm.company_id = $1 AND pm.project_id = ${row}.project_id AND pm.role = 'lead' AND l.active`;
}

/** The ids of the projects of any of the teams; `teamIds` is a parameter. `$1` is the company. */
export function projectsOfTeams(teamIds: string): string {
  return `SELECT pt.id FROM projects pt WHERE pt.company_id = $1 AND pt.team_id = ANY (${teamIds}::uuid[])`;
}

/** The ids of the projects that rows of a table are in; `$1` is the company, `$3` their ids. */
export function projectsOfRows(table: string): string {
  return `SELECT s.project_id FROM ${table} s WHERE s.company_id = $1 AND s.id = ANY ($3::uuid[])`;
}

/** The ids of the projects that have no team. */
export function projectsWithoutTeam(): string {
  return 'SELECT pt.id FROM projects pt WHERE pt.company_id = $1 AND pt.team_id IS NULL';
}

/**
 * OWNER and ADMIN reach every project. Others reach one without a team, one of their teams, and one they are a member of.
 * `$1` is the company.
 */
export function reachableBy(user: string, project: string): string {
  return `(${project}.team_id IS NULL OR EXISTS (
    SELECT 1 FROM team_members tm
    WHERE tm.company_id = $1 AND tm.team_id = ${project}.team_id AND tm.user_id = ${user}
  ) OR EXISTS (
    SELECT 1 FROM project_members pm
    WHERE pm.company_id = $1 AND pm.project_id = ${project}.id AND pm.user_id = ${user}))`;
}

/** Whether the role of the row `user` reaches every project. */
export function reachesAll(user: string): string {
  return `${user}.role IN ('OWNER', 'ADMIN')`;
}

/** Whether the user of a row reaches the project of an id. `$1` is the company. */
export function reachesProject(user: string, projectId: string): string {
  return `(${reachesAll(user)} OR EXISTS (
    SELECT 1 FROM projects rp WHERE rp.company_id = $1 AND rp.id = ${projectId} AND ${reachableBy(`${user}.id`, 'rp')}))`;
}

/** Whether the id of a project is one of these, which are checked. */
export function isOneOf(projectId: string, ids: readonly string[]): string {
  return `${projectId} IN (${ids.map((id) => `'${id}'::uuid`).join(', ')})`;
}
