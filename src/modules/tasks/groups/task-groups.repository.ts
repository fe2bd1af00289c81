import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import type { FieldDefinition } from '#schema/fields.js';
import { lanePosition } from '#schema/lanes.js';
import { sprintStart } from '#schema/sprints.js';
import { dueDay, isDone, isOpen, priorityPlace, remainingHours, startDay } from '#schema/tasks.js';
import type { GroupKey, TaskGroupResponse, TaskGroupsQuery } from './task-groups.dto.js';

/**
 * How tasks are grouped. Names and order are looked up once for each group, not for each task: `g` is the row of a group, and
 * `g.k1` its first key.
 */
interface Grouping {
  /** What the key needs besides the task `t`. */
  readonly join?: string;
  readonly key: string;
  /** The join that finds `id`, `name` and `order` of the group `g`. */
  readonly named?: string;
  readonly id: string;
  readonly name: string;
  readonly order: readonly string[];
}

type MomentKey = Extract<GroupKey, `${string}${'Day' | 'Week' | 'Month'}`>;
type NamedKey = Exclude<GroupKey, MomentKey>;

/** Groups by the id of a row with a name. `alias` is of its table; `before` goes before the name in the order. */
const byThing = (
  table: string,
  { alias, key, join, before = [] }: { alias: string; key: string; join?: string; before?: string[] },
  n: number,
): Grouping => ({
  ...(join !== undefined && { join }),
  key,
  named: `LEFT JOIN ${table} ${alias} ON ${alias}.company_id = $1 AND ${alias}.id = g.k${n}`,
  id: `${alias}.id`,
  name: `${alias}.name`,
  order: [...before, `${alias}.name COLLATE alphabet`],
});

/** `n` is the place of the grouping, from 1. Aliases contain it, so that those of two groupings differ. */
const GROUPINGS: Record<NamedKey, (n: number) => Grouping> = {
  status: (n) => ({
    key: 't.status',
    id: `g.k${n}`,
    name: `g.k${n}`,
    order: [lanePosition(`g.k${n}`), `g.k${n} COLLATE alphabet`],
  }),
  priority: (n) => ({
    key: 't.priority',
    id: `g.k${n}`,
    name: `g.k${n}`,
    order: [`-${priorityPlace(`g.k${n}`)}`],
  }),
  assignee: (n) => byThing('users', { alias: `a${n}`, key: 't.assignee_id' }, n),
  delegate: (n) => byThing('virtual_colleagues', { alias: `d${n}`, key: 't.delegate_id' }, n),
  creator: (n) => byThing('users', { alias: `c${n}`, key: 't.created_by_id' }, n),
  label: (n) => {
    const join = `LEFT JOIN task_labels tl${n} ON tl${n}.company_id = $1 AND tl${n}.task_id = t.id`;
    return byThing('labels', { alias: `l${n}`, key: `tl${n}.label_id`, join }, n);
  },
  sprint: (n) => byThing('sprints', { alias: `s${n}`, key: 't.sprint_id', before: [sprintStart(`s${n}`)] }, n),
  epic: (n) => byThing('epics', { alias: `e${n}`, key: 't.epic_id' }, n),
  project: (n) => byThing('projects', { alias: `gp${n}`, key: 't.project_id' }, n),
  team: (n) => {
    const join = `LEFT JOIN projects tp${n} ON tp${n}.company_id = t.company_id AND tp${n}.id = t.project_id`;
    return byThing('teams', { alias: `te${n}`, key: `tp${n}.team_id`, join }, n);
  },
  parent: (n) => ({
    key: 't.parent_id',
    named: `LEFT JOIN tasks pa${n} ON pa${n}.company_id = $1 AND pa${n}.id = g.k${n}`,
    id: `pa${n}.tid`,
    name: `pa${n}.title`,
    order: [`pa${n}.title COLLATE alphabet`, `pa${n}.tid`],
  }),
};

/** The id and the name of each key, one after the other, and the totals. */
interface GroupRow extends Omit<TaskGroupResponse, 'keys'> {
  keys: (string | null)[];
}

/** What tasks are grouped by. */
interface GroupedBy {
  readonly keys: TaskGroupsQuery['by'];
  /** The company's own fields among the keys. */
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  /** The caller's time zone, when a key is a moment. */
  readonly zone: string | undefined;
}

/** Adds tasks up. */
@Injectable()
export class TaskGroupsRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit` groups of the tasks `t` that meet the conditions. */
  findGroups(
    context: RequestContext,
    conditions: Conditions,
    { keys, fields, zone }: GroupedBy,
    limit: number,
  ): Promise<GroupRow[]> {
    const zoned = zone === undefined ? '' : conditions.parameter(zone);
    const groupings = keys.map((key, index) => {
      const field = fields.get(key);
      if (field) return fieldGrouping(field, conditions, index + 1);
      return isMoment(key) ? momentGrouping(key, zoned, index + 1) : GROUPINGS[key as NamedKey](index + 1);
    });
    return this.database.rows(context, { text: statementOf(groupings, conditions, limit) }, conditions.values);
  }
}

/** Groups by a field of the company's own: options in their order, persons by name, checked before unchecked. */
function fieldGrouping(field: FieldDefinition, conditions: Conditions, n: number): Grouping {
  const values = `cv${n}`;
  const join = `LEFT JOIN task_values ${values} ON ${values}.company_id = $1 AND ${values}.id = t.id`;
  const isMeant = field.projectIds
    ? `t.project_id = ANY (${conditions.parameter(field.projectIds)}::uuid[])`
    : `t.project_id IS NOT NULL`;
  const id = conditions.parameter(field.id);
  const text = `CASE WHEN ${isMeant} THEN ${values}.custom ->> ${id} END`;
  if (field.type === 'person') return byThing('users', { alias: `cu${n}`, key: `(${text})::uuid`, join }, n);
  if (field.type === 'checkbox') {
    return { join, key: text, id: `g.k${n}`, name: `g.k${n}`, order: [`g.k${n} = 'false'`] };
  }
  const ids = `${conditions.parameter(field.options.map((option) => option.id))}::text[]`;
  const place = `array_position(${ids}, g.k${n})`;
  const named = {
    id: `g.k${n}`,
    name: `(${conditions.parameter(field.options.map(({ name }) => name))}::text[])[${place}]`,
    order: [place],
  };
  if (field.type === 'select') return { join, key: text, ...named };
  const each = `LEFT JOIN LATERAL jsonb_array_elements_text(CASE WHEN ${isMeant} THEN ${values}.custom -> ${id} END)
    ce${n} (option_id) ON true`;
  return { join: `${join} ${each}`, key: `ce${n}.option_id`, ...named };
}

export function isMoment(key: string): key is MomentKey {
  return /(Day|Week|Month)$/.test(key);
}

const LOCAL_TIMES: Readonly<Record<string, typeof dueDay>> = { due: dueDay, start: startDay };

/** Groups by the first day of the day, week or month in the caller's time zone. Weeks begin on Monday. */
function momentGrouping(key: MomentKey, zone: string, n: number): Grouping {
  const [, field = '', length = ''] = /^(due|start|created|completed)(Day|Week|Month)$/.exec(key) ?? [];
  const local = LOCAL_TIMES[field]?.('t', zone) ?? `(t.${field}_at AT TIME ZONE ${zone})`;
  const day = `to_char(g.k${n}, 'YYYY-MM-DD')`;
  return { key: `date_trunc('${length.toLowerCase()}', ${local})`, id: day, name: day, order: [`g.k${n}`] };
}

function statementOf(groupings: readonly Grouping[], { where }: Conditions, limit: number): string {
  const columns = groupings.flatMap(({ id, name }) => [id, name]);
  // Groups without a value come last.
  const order = groupings.flatMap(({ id, order: keys }) => [
    `(${id}) IS NULL`,
    ...keys.map((key) => `${key} NULLS LAST`),
    id,
  ]);
  return `SELECT ARRAY[${columns.map((column) => `(${column})::text`).join(', ')}] AS keys, g.tasks, g.done,
      g."estimatedHours", g."loggedHours", g."remainingHours"
    FROM (SELECT ${groupings.map(({ key }, index) => `${key} AS k${index + 1}`).join(', ')}, count(*) AS tasks,
        count(*) FILTER (WHERE ${isDone('t')}) AS done,
        coalesce(sum(t.estimated_hours), 0) AS "estimatedHours", coalesce(sum(t.logged_hours), 0) AS "loggedHours",
        coalesce(sum(${remainingHours('t')}) FILTER (WHERE ${isOpen('t')}), 0) AS "remainingHours"
      FROM tasks t ${groupings.map(({ join = '' }) => join).join(' ')}
      WHERE ${where} GROUP BY ${groupings.map((_grouping, index) => index + 1).join(', ')}) g
    ${groupings.map(({ named = '' }) => named).join(' ')}
    ORDER BY ${order.join(', ')} LIMIT ${limit}`;
}
