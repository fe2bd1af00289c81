import { isActiveProject } from '#schema/projects.js';
import { isOpen, isBlocked, openBlockersOf, priorityPosition } from '#schema/tasks.js';
import { isGivenTo, maxAttempts } from '#schema/colleagues.js';
import { BLOCKED, DONE } from '#schema/lanes.js';
import { isLive } from '#schema/work.js';
import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';

// Rows: `t` is a task, `p` its project, `c` the agent that it is delegated to, `k` what is known of it. `$1` is the company.

/** The order in which tasks are taken, after the returned ones. */
export const TASK_ORDER = `${priorityPosition('t')} DESC, t.due_date, t.rank, t.id`;

const IS_RETURNED = 'k.is_returned IS TRUE';
const IS_PUT_OFF = isPutOff('k');

/** The whole order, of lists that are short. */
export const READY_ORDER = `${IS_PUT_OFF}, (${IS_RETURNED}) DESC, ${TASK_ORDER}`;

export const DELEGATED = `tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id JOIN virtual_colleagues c ON c.company_id = t.company_id AND c.id = t.delegate_id
  LEFT JOIN task_works k ON k.company_id = $1 AND k.task_id = t.id`;

const IS_OPEN_SUBTASK = `st.delegate_id IS NOT NULL AND ${isOpen('st')}`;

const OPEN_SUBTASKS = `tasks st WHERE st.company_id = $1 AND st.parent_id = t.id AND ${IS_OPEN_SUBTASK}`;

const HAS_OPEN_SUBTASKS = `EXISTS (SELECT 1 FROM ${OPEN_SUBTASKS})`;

/** What keeps tasks from being taken, each read once: no statistics are asked how. */
const HINDERED = [
  isBlocked('t', 'hashed'),
  `t.id IN (${knownTasks('uk.is_stuck OR uk.is_held')})`,
  `t.id IN (SELECT lw.task_id FROM works lw WHERE lw.company_id = $1 AND ${isLive('lw')})`,
];

/** Whether the task can be taken: of a few tasks, each looked up. */
export const IS_READY = isReady([
  isBlocked('t'),
  'k.is_stuck IS TRUE OR k.is_held IS TRUE',
  `EXISTS (SELECT 1 FROM works lw WHERE lw.company_id = $1 AND lw.task_id = t.id AND ${isLive('lw')})`,
  HAS_OPEN_SUBTASKS,
]);

/** As `IS_READY`, of all tasks until one is ready. */
export const IS_NEXT_READY = isReady([...HINDERED, HAS_OPEN_SUBTASKS]);

const HINDERED_OF_ALL = [
  ...HINDERED,
  `t.id IN (SELECT st.parent_id FROM tasks st WHERE st.company_id = $1 AND st.parent_id IS NOT NULL AND ${IS_OPEN_SUBTASK})`,
];

/** As `IS_READY`, of all tasks. */
export const IS_AMONG_READY = isReady(HINDERED_OF_ALL);

/**
 * As `IS_AMONG_READY`, of one agent, an id in SQL, and of no row but `t`: what depends on the project is found once, not
 * for each task. `reach` is a condition on the project. `coalesce` keeps the planner from making the IN a join.
 */
function isReadyFor(agentId: string, reach: string): string {
  const projectIds = `SELECT p.id FROM projects p, virtual_colleagues c WHERE p.company_id = $1 AND c.company_id = $1
    AND c.id = ${agentId} AND c.active AND ${isActiveProject('p')} AND ${isGivenTo('c.id', 'p')} AND ${reach}`;
  return `(t.delegate_id = ${agentId} AND ${isOpen('t')} AND coalesce(t.project_id IN (${projectIds}), false)
    ${isFree(HINDERED_OF_ALL)})`;
}

/** Those that come first, then all others, then those that were just released. */
export const TURNS = [
  `k.is_returned AND ${IS_PUT_OFF} IS NOT TRUE`,
  `t.id NOT IN (${knownTasks('uk.is_returned')}) AND t.id NOT IN (${knownTasks(isPutOff('uk'))})`,
  IS_PUT_OFF,
];

function isReady(hindered: readonly string[]): string {
  return `(${isOpen('t')} AND c.active AND ${isActiveProject('p')} AND ${isGivenTo('c.id', 'p')} ${isFree(hindered)})`;
}

function isFree(hindered: readonly string[]): string {
  return hindered.map((condition) => `AND NOT (${condition})`).join(' ');
}

/** The ids of tasks of which something is known. */
function knownTasks(condition: string): string {
  return `SELECT uk.task_id FROM task_works uk WHERE uk.company_id = $1 AND (${condition})`;
}

function isPutOff(known: string): string {
  return `(${known}.put_off_until IS NOT NULL AND ${known}.put_off_until > clock_timestamp())`;
}

export const ATTEMPTS_USED = ' attempts used';

/** Why a task is not ready, in SQL: as an array of words. */
export const REASONS = `array_remove(ARRAY[
    CASE WHEN NOT ${isOpen('t')} THEN 'it is ${DONE}' END,
    (SELECT 'taken by ' || lc.name || CASE lw.state WHEN 'submitted' THEN ', waits for review' WHEN 'asking' THEN ', waits for an answer' ELSE '' END
      FROM works lw JOIN virtual_colleagues lc ON lc.company_id = lw.company_id AND lc.id = lw.colleague_id
      WHERE lw.company_id = $1 AND lw.task_id = t.id AND ${isLive('lw')}),
    CASE WHEN t.status = '${BLOCKED}' THEN 'its status is ${BLOCKED}' END,
    (SELECT 'blocked by ' || string_agg(blocker.tid, ', ' ORDER BY blocker.tid) FROM ${openBlockersOf('t')}),
    (SELECT 'has delegated subtasks: ' || string_agg(st.tid, ', ' ORDER BY st.tid) FROM ${OPEN_SUBTASKS}),
    CASE WHEN k.is_stuck THEN CASE WHEN k.failures >= ${maxAttempts('c')} THEN ${maxAttempts('c')} || ' of '
      || ${maxAttempts('c')} || '${ATTEMPTS_USED}' ELSE 'stuck: delegate it anew' END END,
    CASE WHEN k.is_held THEN 'its work was stopped: delegate it anew' END,
    CASE WHEN NOT c.active THEN c.name || ' is disabled' END,
    CASE WHEN NOT ${isActiveProject('p')} THEN 'the project is archived' END,
    CASE WHEN NOT ${isGivenTo('c.id', 'p')} THEN c.name || ' does not reach the project' END
  ], NULL)`;
const COUNT_READY: Statement = {
  text: `SELECT count(*) AS count FROM ${DELEGATED} WHERE t.delegate_id IS NOT NULL AND ${IS_READY}`.replaceAll(
    '$1',
    't.company_id',
  ),
};

const COUNT_LIVE: Statement = {
  text: 'SELECT w.state, count(*) AS count FROM works w WHERE w.ended_at IS NULL GROUP BY w.state',
};

@Injectable()
export class ReadyTasksRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  async countAll(): Promise<number> {
    const row = await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, COUNT_READY);
    return row?.count ?? 0;
  }

  countLiveWorks(): Promise<{ state: string; count: number }[]> {
    return this.database.rows<{ state: string; count: number }>(OWN_WORK_CONTEXT, COUNT_LIVE);
  }

  /** How many tasks are ready for the agent of the context. */
  async countReady(context: RequestContext): Promise<number> {
    const text = `SELECT count(*) AS count FROM tasks t
      WHERE t.company_id = $1 AND ${isReadyFor('$3::uuid', this.access.conditionOnProject(context))}`;
    const values = [...this.access.parametersOf(context), context.agent?.id];
    return (await this.database.row<{ count: number }>(context, { text }, values))?.count ?? 0;
  }
}
