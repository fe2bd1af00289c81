import { isUuid } from '#common/validation/uuid.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import { commentCount } from '#schema/comments.js';
import { attachmentCount } from '#schema/files.js';
import { isCalledAny } from '#schema/former-tids.js';
import { cameFromAny, cameFromOutside } from '#schema/imports.js';
import { archivedProjects, projectsOfTeams, projectsWithoutTeam } from '#schema/projects.js';
import { promisedDay } from '#schema/promises.js';
import { activeOrPlannedSprints } from '#schema/sprints.js';
import {
  carriesAnyLabel,
  carriesNoLabel,
  isBlocked,
  isDone,
  isOpen,
  isWatchedByAny,
  PRIORITIES,
  remainingHours,
  statusesLike,
  subtaskCount,
  isDay,
} from '#schema/tasks.js';
import { containsSearchedText, containsTerms, containsText, isTitled } from '#schema/task-texts.js';
import { isDuplicate } from '#schema/task-links.js';
import { type CodeValue, hasCode } from '#schema/code.js';
import { hasWork } from '#schema/work.js';
import type { FieldName } from './language/filter-fields.js';
import { OwnConditions } from './own-conditions.js';
import { type DateValue, dateValueOf, dayHolding, type Span, spanOf } from './language/moments.js';
import {
  type Comparison,
  type Condition,
  isKeyword,
  type Node,
  texts,
  type Tree,
  type Value,
} from './language/syntax-tree.js';

/** Who asks, when and where. */
export interface FilterReader {
  readonly userId: string;
  /** IANA name. */
  readonly zone: string;
  readonly now: Date;
  /** Whether it looks at most tasks of a company, not at a page of them. */
  readonly looksAtMany?: boolean;
}

/**
 * Where a condition stands. In a WHERE what is unknown counts as false; `anywhere`, as in a CASE or under NOT, nothing may
 * be unknown. No index serves what is made sure of so.
 */
export type Place = 'where' | 'anywhere';

const DUE = 't.due_date';
const COLUMNS: Partial<Record<FieldName, string>> = {
  project: 't.project_id',
  assignee: 't.assignee_id',
  delegate: 't.delegate_id',
  creator: 't.created_by_id',
  sprint: 't.sprint_id',
  epic: 't.epic_id',
  parent: 't.parent_id',
  recurrence: 't.recurrence_id',
  due: DUE,
  start: 't.start_date',
  created: 't.created_at',
  updated: 't.updated_at',
  completed: 't.completed_at',
  estimate: 't.estimated_hours',
  logged: 't.logged_hours',
};

/** Zones are at most so far from UTC. */
const FARTHEST_EAST = 14;
const FARTHEST_WEST = 12;
const HOUR = 3_600_000;
const LAST_YEAR = 9_999;

/**
 * The condition on the row `t` that lets a task through. It is true or false, never unknown. `$1` of the
 * statement is the company; values become parameters.
 */
export function compile(tree: Tree, conditions: Conditions, reader: FilterReader, place: Place): string {
  return tree ? new FilterCompiler(conditions, reader, place).node(tree, false) : 'TRUE';
}

class FilterCompiler {
  private readonly own: OwnConditions;

  constructor(
    private readonly conditions: Conditions,
    private readonly reader: FilterReader,
    private readonly place: Place,
  ) {
    this.own = new OwnConditions(conditions, reader.userId, (day, operator, value) =>
      this.within(this.inZone(day), operator, this.span(operator, value)),
    );
  }

  /** Negation is carried down to the conditions: there it turns what is unknown into true. */
  node(node: Node, isNegated: boolean): string {
    if (node.kind === 'not') return this.node(node.node, !isNegated);
    if (node.kind === 'and' || node.kind === 'or') {
      const isAnd = (node.kind === 'and') !== isNegated;
      return `(${node.nodes.map((inner) => this.node(inner, isNegated)).join(isAnd ? ' AND ' : ' OR ')})`;
    }
    const isTurned = isTurnedAround(node) !== isNegated;
    const condition = this.condition(node);
    if (isNeverUnknown(node)) return isTurned ? `NOT (${condition})` : `(${condition})`;
    if (isTurned) return `(${condition}) IS NOT TRUE`;
    return this.place === 'where' ? `(${condition})` : `((${condition}) IS TRUE)`;
  }

  /** The condition without its own negation: of `!=` that of `=`. */
  private condition(condition: Condition): string {
    if (condition.field.own) return this.own.of(condition.field.own, condition);
    const field = condition.field.name as FieldName;
    switch (condition.kind) {
      case 'flag':
        return this.flag(field);
      case 'empty':
        return this.empty(field);
      case 'in':
        return this.equals(field, condition.values);
      case 'compare':
        return this.comparison(field, condition.operator, condition.value);
    }
  }

  private comparison(field: FieldName, operator: Comparison, value: Value): string {
    if (operator === '~' || operator === '!~') return this.contains(field, value.text);
    switch (field) {
      case 'priority':
        return this.priority(operator, value.text);
      case 'due':
      case 'start':
      case 'created':
      case 'updated':
      case 'completed':
      case 'promised':
        return this.date(field, operator, value);
      case 'estimate':
      case 'logged':
      case 'remaining':
      case 'attachments':
      case 'comments':
      case 'subtasks':
        return `${numberOf(field)} ${sqlOperator(operator)} ${this.conditions.parameter(value.text)}::numeric`;
      default:
        return this.equals(field, [value]);
    }
  }

  private equals(field: FieldName, values: readonly Value[]): string {
    switch (field) {
      case 'status':
        return this.status(values);
      case 'priority':
        return this.any('t.priority', 'text', values);
      case 'title':
        return isTitled(this.conditions, values[0]?.text ?? '');
      case 'team':
        return `t.project_id IN (${projectsOfTeams(this.conditions.parameter(texts(values)))})`;
      case 'label':
        return carriesAnyLabel('t', this.conditions.parameter(texts(values)));
      case 'tid':
        return this.either([
          this.anyOf('t.id', 'uuid', values.filter(isId)),
          this.tids(values.filter((value) => !isId(value))),
        ]);
      case 'sprint':
        return this.sprint(values);
      case 'watcher':
        return this.watcher(values);
      case 'work':
        return hasWork('t', this.conditions.parameter(texts(values)));
      case 'code':
        return this.either(texts(values).map((value) => hasCode('t', value as CodeValue)));
      case 'external':
        return cameFromAny('t', this.conditions.parameter(texts(values)));
      default:
        return this.any(columnOf(field), 'uuid', values.map((value) => this.meant(field, value)).filter(isId));
    }
  }

  /** Tids that nobody's task had when the filter was read, or none within reach. */
  private tids(values: readonly Value[]): string | undefined {
    return values.length > 0 ? isCalledAny('t', this.conditions.parameter(texts(values))) : undefined;
  }

  /** `me` is who asks. */
  private meant(field: FieldName, value: Value): Value {
    const isPerson = field === 'assignee' || field === 'creator' || field === 'watcher';
    return isPerson && isKeyword(value, 'me') ? { ...value, text: this.reader.userId } : value;
  }

  /** Lanes are written in one way, other statuses as people like. */
  private status(values: readonly Value[]): string {
    const others = texts(values.filter(({ isLane }) => !isLane));
    return this.either([
      this.anyOf(
        't.status',
        'text',
        values.filter(({ isLane }) => isLane),
      ),
      others.length > 0 ? `t.status = ANY (${statusesLike(this.conditions.parameter(others))})` : undefined,
    ]);
  }

  private sprint(values: readonly Value[]): string {
    const states = ['active', 'planned'].filter((state) => values.some((value) => isKeyword(value, state)));
    const parameter = states.length > 0 ? this.conditions.parameter(states) : undefined;
    return this.either([
      parameter && `t.sprint_id IN (${activeOrPlannedSprints(parameter)})`,
      this.anyOf('t.sprint_id', 'uuid', values.filter(isId)),
    ]);
  }

  private watcher(values: readonly Value[]): string {
    const userIds = texts(values.map((value) => this.meant('watcher', value)).filter(isId));
    return isWatchedByAny('t', this.conditions.parameter(userIds));
  }

  private either(alternatives: readonly (string | undefined)[]): string {
    return alternatives.filter((alternative) => alternative !== undefined).join(' OR ') || 'FALSE';
  }

  private anyOf(column: string, type: 'uuid' | 'text', values: readonly Value[]): string | undefined {
    return values.length > 0 ? this.any(column, type, values) : undefined;
  }

  /** A single value is compared plainly: only then can an index give the rows in order. */
  private any(column: string, type: 'uuid' | 'text', values: readonly Value[]): string {
    if (values.length === 0) return 'FALSE';
    const [only] = values;
    if (values.length === 1) return `${column} = ${this.conditions.parameter(only?.text)}::${type}`;
    return `${column} = ANY (${this.conditions.parameter(texts(values))}::${type}[])`;
  }

  private contains(field: FieldName, text: string): string {
    if (field === 'text') return containsTerms(this.conditions, text)?.indexed ?? 'TRUE';
    const contains = field === 'status' ? containsText : containsSearchedText;
    return contains(`t.${field}`, this.conditions, text);
  }

  private priority(operator: Comparison, text: string): string {
    const place = PRIORITIES.findIndex((name) => name === text);
    if (operator === '=' || operator === '!=') return `t.priority = ${this.conditions.parameter(PRIORITIES[place])}`;
    const matching = PRIORITIES.filter((_name, index) => compares(index, operator, place));
    return `t.priority = ANY (${this.conditions.parameter(matching)}::text[])`;
  }

  private empty(field: FieldName): string {
    switch (field) {
      case 'team':
        return `t.project_id IN (${projectsWithoutTeam()})`;
      case 'label':
        return carriesNoLabel('t');
      case 'external':
        return `NOT ${cameFromOutside('t')}`;
      case 'description':
        return `coalesce(t.description, '') = ''`;
      case 'remaining':
        return 't.estimated_hours IS NULL';
      case 'promised':
        return `${promisedDay('t')} IS NULL`;
      default:
        return `${columnOf(field)} IS NULL`;
    }
  }

  private flag(field: FieldName): string {
    switch (field) {
      case 'blocked':
        return isBlocked('t', this.reader.looksAtMany ? 'hashed' : 'looked-up');
      case 'done':
        return isDone('t');
      case 'overdue':
        return this.overdue();
      case 'archived':
        return `t.project_id IN (${archivedProjects()})`;
      case 'duplicate':
        return isDuplicate('t');
      default:
        return 't.parent_id IS NOT NULL';
    }
  }

  /** A day is over at its end in the zone of who asks. */
  private overdue(): string {
    const now = this.timestamp(this.reader.now);
    const bound = this.timestamp(new Date(this.reader.now.getTime() + FARTHEST_EAST * HOUR));
    const isOver = `CASE WHEN ${isDay(DUE)} THEN ${this.inZone(`${DUE} AT TIME ZONE 'UTC' + interval '1 day'`)} <= ${now}
      ELSE ${DUE} < ${now} END`;
    return `${isOpen('t')} AND ${DUE} < ${bound} AND ${isOver}`;
  }

  private date(field: FieldName, operator: Comparison, value: Value): string {
    const meant = this.span(operator, value);
    if (field === 'promised') {
      return this.within(this.inZone(`${promisedDay('t')}::timestamp`), operator, meant);
    }
    if (field === 'due' || field === 'start') return this.dayOrMoment(columnOf(field), operator, meant);
    return this.within(columnOf(field), operator, meant);
  }

  /** Exactly midnight UTC is that calendar day, in every zone. */
  private dayOrMoment(column: string, operator: Comparison, meant: Span): string {
    const { begin, end } = meant;
    const day = `CASE WHEN ${isDay(column)} THEN ${this.inZone(`${column} AT TIME ZONE 'UTC'`)} ELSE ${column} END`;
    // The bounds are what an index can serve: no zone is farther from UTC.
    const isUpper = operator === '<' || operator === '<=';
    const isLower = operator === '>' || operator === '>=';
    const wide = {
      begin: new Date(begin.getTime() + (isUpper ? FARTHEST_EAST : -FARTHEST_WEST) * HOUR),
      end: new Date(end.getTime() + (isLower ? -FARTHEST_WEST : FARTHEST_EAST) * HOUR),
    };
    return `${this.within(column, operator, wide)} AND ${this.within(day, operator, meant)}`;
  }

  private span(operator: Comparison, value: Value): Span {
    const { zone, now } = this.reader;
    const span = spanOf(dateValueOf(value.text, value.isQuoted) as DateValue, now, zone);
    return operator === '=' || operator === '!=' ? dayHolding(span, zone) : span;
  }

  /** Of `<` and `>=` the beginning counts, of `<=` and `>` the end. A moment begins where it ends. */
  private within(column: string, operator: Comparison, { begin, end }: Span): string {
    const isMoment = begin.getTime() === end.getTime();
    switch (operator) {
      case '<':
        return `${column} < ${this.timestamp(begin)}`;
      case '>=':
        return `${column} >= ${this.timestamp(begin)}`;
      case '<=':
        return `${column} ${isMoment ? '<=' : '<'} ${this.timestamp(end)}`;
      case '>':
        return `${column} ${isMoment ? '>' : '>='} ${this.timestamp(end)}`;
      default:
        return `${column} >= ${this.timestamp(begin)} AND ${column} < ${this.timestamp(end)}`;
    }
  }

  /** The last day ends where years have five digits, later than any moment that is stored. */
  private timestamp(moment: Date): string {
    const text = moment.getUTCFullYear() > LAST_YEAR ? 'infinity' : moment.toISOString();
    return `${this.conditions.parameter(text)}::timestamptz`;
  }

  private inZone(local: string): string {
    return `((${local}) AT TIME ZONE ${this.conditions.parameter(this.reader.zone)})`;
  }
}

/** Fields that every task has. */
const ALWAYS_SET: ReadonlySet<FieldName> = new Set<FieldName>([
  ...(['project', 'tid', 'status', 'priority', 'title', 'created', 'updated', 'label', 'team'] as const),
  ...(['blocked', 'done', 'subtask', 'duplicate', 'archived', 'comments', 'subtasks', 'attachments', 'code'] as const),
]);

/** Then NOT turns it around, through which the planner sees an index or a join. */
function isNeverUnknown({ kind, field }: Condition): boolean {
  return kind === 'empty' || field.own !== undefined || ALWAYS_SET.has(field.name as FieldName);
}

function isTurnedAround(condition: Condition): boolean {
  if (condition.kind === 'compare') return condition.operator === '!=' || condition.operator === '!~';
  return condition.kind !== 'flag' && condition.isNot;
}

const isId = ({ text }: Value): boolean => isUuid(text);

function columnOf(field: FieldName): string {
  return COLUMNS[field] ?? 'NULL';
}

function numberOf(field: FieldName): string {
  if (field === 'attachments') return attachmentCount('t');
  if (field === 'comments') return commentCount('t');
  if (field === 'subtasks') return subtaskCount('t');
  if (field === 'remaining') return `CASE WHEN t.estimated_hours IS NOT NULL THEN ${remainingHours('t')} END`;
  return columnOf(field);
}

/** `!=` is the negation of `=`. */
const sqlOperator = (operator: Comparison): string => (operator === '!=' ? '=' : operator);

const COMPARE: Record<string, (one: number, other: number) => boolean> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

function compares(one: number, operator: Comparison, other: number): boolean {
  return COMPARE[operator]?.(one, other) ?? one === other;
}
