import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../../common/errors/app-error.js';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { Conditions } from '../../../core/database/lists/conditions.js';
import { Database } from '../../../core/database/database.js';
import { epics } from '../../epics/epics.sql.js';
import { labels } from '../../labels/labels.sql.js';
import { projects } from '../../projects/projects.sql.js';
import { sprints } from '../../sprints/sprints.sql.js';
import { teams } from '../../teams/teams.sql.js';
import { users } from '../../users/users.sql.js';
import { UsersService } from '../../users/users.service.js';
import { colleagues } from '../../virtual-colleagues/virtual-colleagues.sql.js';
import { lanePosition } from '../../workflow-lanes/workflow-lanes.sql.js';
import { TaskQueries } from '../list/task-queries.service.js';
import { dueDay, isDone, isOpen, priorityPosition, remainingHours, tasks } from '../tasks.sql.js';
import { type GroupKey, type TaskGroupResponse, type TaskGroupsQuery } from './task-groups.dto.js';

const MOST_GROUPS = 1_000;

/** How tasks are grouped: `id` and `name` of a group, and what it is ordered by. */
interface Grouping {
  readonly join?: string;
  readonly id: string;
  readonly name: string;
  readonly order: readonly string[];
}

type MomentKey = Extract<GroupKey, `${string}${'Day' | 'Week' | 'Month'}`>;
type NamedKey = Exclude<GroupKey, MomentKey>;

const byName = (alias: string, name = `${alias}.name`) => ({
  id: `${alias}.id::text`,
  name,
  order: [`lower(${name})`],
});

/** `n` keeps the aliases of two groupings apart. */
const GROUPINGS: Record<NamedKey, (n: number) => Grouping> = {
  status: () => ({ id: 't.status', name: 't.status', order: [lanePosition('t.status'), 'lower(t.status)'] }),
  priority: () => ({ id: 't.priority', name: 't.priority', order: [`-${priorityPosition('t')}`] }),
  assignee: (n) => ({ join: `LEFT JOIN ${users(`a${n}`, 't.assignee_id')}`, ...byName(`a${n}`) }),
  delegate: (n) => ({ join: `LEFT JOIN ${colleagues(`d${n}`, 't.delegate_id')}`, ...byName(`d${n}`) }),
  creator: (n) => ({ join: `LEFT JOIN ${users(`c${n}`, 't.created_by_id')}`, ...byName(`c${n}`) }),
  label: (n) => ({
    join: `LEFT JOIN task_labels tl${n} ON tl${n}.company_id = $1 AND tl${n}.task_id = t.id
      LEFT JOIN ${labels(`l${n}`, `tl${n}.label_id`)}`,
    ...byName(`l${n}`),
  }),
  sprint: (n) => ({
    join: `LEFT JOIN ${sprints(`s${n}`, 't.sprint_id')}`,
    ...byName(`s${n}`),
    order: [`s${n}.start_date`, `lower(s${n}.name)`],
  }),
  epic: (n) => ({ join: `LEFT JOIN ${epics(`e${n}`, 't.epic_id')}`, ...byName(`e${n}`) }),
  project: (n) => ({ join: `LEFT JOIN ${projects(`gp${n}`, 't.project_id')}`, ...byName(`gp${n}`) }),
  team: (n) => ({
    join: `LEFT JOIN ${projects(`tp${n}`, 't.project_id')} LEFT JOIN ${teams(`te${n}`, `tp${n}.team_id`)}`,
    ...byName(`te${n}`),
  }),
  parent: (n) => ({
    join: `LEFT JOIN ${tasks(`pa${n}`, 't.parent_id')}`,
    id: `pa${n}.tid`,
    name: `pa${n}.title`,
    order: [`lower(pa${n}.title)`, `pa${n}.tid`],
  }),
};

interface GroupRow extends Omit<TaskGroupResponse, 'keys'> {
  keys: (string | null)[];
}

/** What tasks add up to, by one or two of their properties: a report in one request (filters 3). */
@Injectable()
export class TaskGroups {
  constructor(
    private readonly database: Database,
    private readonly queries: TaskQueries,
    private readonly users: UsersService,
  ) {}

  /** @throws ValidationError about `by`, and what `TaskQueries.narrow` throws */
  async find(context: RequestContext, { by: keys, ...query }: TaskGroupsQuery): Promise<TaskGroupResponse[]> {
    const zone = keys.some(isMoment) ? await this.users.findTimeZone(context, context.userId) : 'UTC';
    const conditions = await this.queries.narrow(context, query);
    const zoned = keys.some(isMoment) ? conditions.parameter(zone) : '';
    const groupings = keys.map((key, index) =>
      isMoment(key) ? momentGrouping(key, zoned) : GROUPINGS[key](index + 1),
    );
    const rows = await this.database.rows<GroupRow>(
      context,
      { text: statementOf(groupings, conditions) },
      conditions.values,
    );
    if (rows.length > MOST_GROUPS) {
      throw new ValidationError({ by: `Makes more than ${MOST_GROUPS.toLocaleString('en')} groups` });
    }
    return rows.map(({ keys: named, ...totals }) => ({
      keys: keys.map((_key, index) => ({ id: named[2 * index] ?? null, name: named[2 * index + 1] ?? null })),
      ...totals,
    }));
  }
}

function isMoment(key: GroupKey): key is MomentKey {
  return /(Day|Week|Month)$/.test(key);
}

/** The first day of the stretch in the caller's zone; weeks begin on Monday. */
function momentGrouping(key: MomentKey, zone: string): Grouping {
  const [, field = '', length = ''] = /^(due|created|completed)(Day|Week|Month)$/.exec(key) ?? [];
  const local = field === 'due' ? dueDay('t', zone) : `(t.${field}_at AT TIME ZONE ${zone})`;
  const day = `to_char(date_trunc('${length.toLowerCase()}', ${local}), 'YYYY-MM-DD')`;
  return { id: day, name: day, order: [day] };
}

function statementOf(groupings: readonly Grouping[], conditions: Conditions): string {
  const columns = groupings.flatMap(({ id, name }) => [id, name]);
  // What is unset comes last.
  const order = groupings.flatMap(({ id, order: keys }) => [
    `(${id}) IS NULL`,
    ...keys.map((key) => `min(${key}) NULLS LAST`),
    id,
  ]);
  return `SELECT ARRAY[${columns.map((column) => `(${column})::text`).join(', ')}] AS keys, count(*) AS tasks,
      count(*) FILTER (WHERE ${isDone('t')}) AS done,
      coalesce(sum(t.estimated_hours), 0) AS "estimatedHours", coalesce(sum(t.logged_hours), 0) AS "loggedHours",
      coalesce(sum(${remainingHours('t')}) FILTER (WHERE ${isOpen('t')}), 0) AS "remainingHours"
    FROM tasks t ${groupings.map(({ join = '' }) => join).join(' ')}
    WHERE ${conditions.where} GROUP BY ${columns.join(', ')} ORDER BY ${order.join(', ')} LIMIT ${MOST_GROUPS + 1}`;
}
