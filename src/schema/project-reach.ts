import { isGivenTo } from './colleagues.js';
import { isOneOf, reachableBy, reachesAll } from './projects.js';

// Who reaches which project is decided here alone, as SQL. In each fragment `$1` is the company.

/** What decides which projects a person or an agent reaches. An agent reaches what its user reaches and it was given itself. */
interface PersonOrAgent {
  readonly role: string;
  readonly agent?: { readonly id: string; readonly userRole: string; readonly isFenced: boolean } | undefined;
}

/** A caller, in so far as its reach depends on it. A program reaches what its person reaches and has chosen for it. */
interface Caller extends PersonOrAgent {
  readonly grant?: { readonly projectIds: readonly string[] | null } | undefined;
}

/** Always true. It names `$1` and `$2` because a statement takes the same values for every role. */
const UNRESTRICTED = '($1::uuid IS NOT NULL AND $2::uuid IS NOT NULL)';

/** The SQL condition under which the caller, `$2`, reaches the project of the row `project`. */
export function isReached({ grant, ...caller }: Caller, project: string): string {
  if (caller.agent && !caller.agent.isFenced) return UNRESTRICTED;
  const reached = isReachedWithoutGrant(caller, project);
  return grant?.projectIds ? `(${reached} AND ${isOneOf(`${project}.id`, grant.projectIds)})` : reached;
}

function isReachedWithoutGrant({ role, agent }: PersonOrAgent, project: string): string {
  if (agent) {
    const user = isReachedWithoutGrant({ role: agent.userRole }, project);
    return `(${user} AND ${isGivenTo(`'${agent.id}'::uuid`, project)})`;
  }
  return role === 'OWNER' || role === 'ADMIN' ? UNRESTRICTED : reachableBy('$2', project);
}

/** Whether the caller reaches every project. */
export function hasFullReach(caller: Caller): boolean {
  return isReached(caller, 'p') === UNRESTRICTED;
}

/** As `isReached`, for a row that names its project in `column`. */
export function isReachedOn(caller: Caller, column: string): string {
  const condition = isReached(caller, 'p');
  return condition === UNRESTRICTED
    ? condition
    : `EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = ${column} AND ${condition})`;
}

/**
 * As `isReachedOn`, for rows of many projects: the statement finds the projects within reach once. Without `coalesce` the
 * planner could make the IN a join and begin with it. PostgreSQL takes the comparison of a number for dearer than others: it
 * looks at cheap conditions first, and begins with an index that leaves few rows.
 */
export function isReachedOnMany(caller: Caller, column: string): string {
  const condition = isReached(caller, 'p');
  return condition === UNRESTRICTED
    ? condition
    : `coalesce((${column} IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND ${condition}))::integer = 1, false)`;
}

/** Whether the user of the row `u` reaches the project of the row `p`. */
export const REACHED_BY_U = `(${reachesAll('u')} OR ${reachableBy('u.id', 'p')})`;

/** Selects `what` of the active users `u` who reach the project `p` of `$2`. */
export function selectReaders(what: string): string {
  return `SELECT ${what} FROM users u JOIN projects p ON p.company_id = u.company_id AND p.id = $2
      WHERE u.company_id = $1 AND u.active AND ${REACHED_BY_U}`;
}
