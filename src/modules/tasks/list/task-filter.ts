import { searchTerms } from '../../../common/validation/search.js';
import { IS_BLOCKED, SEARCHED_TEXT } from '../tasks.sql.js';
import { PRIORITIES } from '../task.entity.js';
import type { TasksQuery, TaskSort } from './tasks-query.dto.js';

/** Conditions on the task row `t`, with their parameters. */
export class TaskFilter {
  readonly values: unknown[];
  private readonly conditions: string[] = [];

  /** `values` are the parameters that are already taken; `$1` is the company. */
  constructor(values: unknown[]) {
    this.values = [...values];
  }

  get where(): string {
    return this.conditions.join(' AND ');
  }

  add(condition: string): void {
    this.conditions.push(condition);
  }

  /** All that the query asks for. */
  addAll(query: TasksQuery): void {
    this.addIn('t.project_id', 'uuid', query.projectId);
    this.addIn('t.status', 'text', query.status);
    this.addIn('t.priority', 'text', query.priority);
    this.addIn('t.assignee_id', 'uuid', query.assigneeId);
    this.addIn('t.sprint_id', 'uuid', query.sprintId);
    this.addIn('t.epic_id', 'uuid', query.epicId);
    this.addIn('t.parent_id', 'uuid', query.parentId);
    this.addIn(
      't.tid',
      'text',
      query.tid?.map((tid) => tid.toUpperCase()),
    );
    this.addLabels(query.labelIds);
    this.addBlocked(query.isBlocked);
    this.addBounds('t.due_date', query.dueAfter, query.dueBefore);
    this.addBounds('t.created_at', query.createdAfter, query.createdBefore);
    this.addBounds('t.updated_at', query.updatedAfter, query.updatedBefore);
    for (const term of termsOf(query.search)) this.add(`${SEARCHED_TEXT} ILIKE ${this.parameter(containing(term))}`);
  }

  private parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** A single value is compared plainly: only then can an index give the rows in order. */
  private addIn(column: string, type: 'uuid' | 'text', given: readonly string[] | undefined): void {
    if (given === undefined) return;
    const values = given.filter((value) => type === 'text' || value !== 'null');
    const alternatives: string[] = [];
    if (values.length < given.length) alternatives.push(`${column} IS NULL`);
    if (values.length === 1) alternatives.push(`${column} = ${this.parameter(values[0])}::${type}`);
    if (values.length > 1) alternatives.push(`${column} = ANY (${this.parameter(values)}::${type}[])`);
    this.add(alternatives.length === 1 ? (alternatives[0] as string) : `(${alternatives.join(' OR ')})`);
  }

  private addLabels(labelIds: readonly string[] | undefined): void {
    if (labelIds === undefined) return;
    this.add(`t.id IN (SELECT tl.task_id FROM task_labels tl
      WHERE tl.company_id = $1 AND tl.label_id = ANY (${this.parameter(labelIds)}::uuid[]))`);
  }

  /** Blocked tasks are few: they are looked up, not searched for among all. */
  private addBlocked(isBlocked: boolean | undefined): void {
    if (isBlocked === false) this.add(`NOT ${IS_BLOCKED}`);
    if (isBlocked !== true) return;
    this.add(`t.id IN (
      SELECT s.id FROM tasks s WHERE s.company_id = $1 AND s.status = 'Blocked'
      UNION SELECT b.task_id FROM task_blockers b WHERE b.company_id = $1 AND b.is_open)`);
  }

  private addBounds(column: string, from: string | undefined, before: string | undefined): void {
    if (from !== undefined) this.add(`${column} >= ${this.parameter(from)}::timestamptz`);
    if (before !== undefined) this.add(`${column} < ${this.parameter(before)}::timestamptz`);
  }
}

/** The terms of a search, without those that others contain: where the longer one is, so is the shorter. */
export function termsOf(search = ''): string[] {
  const terms = [...searchTerms(search)];
  const isContained = (term: string) => terms.some(([other]) => other !== term && other.includes(term));
  return terms.filter(([term]) => !isContained(term)).map(([, given]) => given);
}

/** The LIKE pattern of texts that contain `term`, whose own `%`, `_` and `\` are ordinary characters. */
function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

const PRIORITY_ORDER = `array_position(ARRAY['${PRIORITIES.join("', '")}'], t.priority)`;
/** The lanes are looked up once a statement, not once a task. */
const LANE_POSITION = `array_position((SELECT array_agg(lower(l.name) ORDER BY l.position)
  FROM workflow_lanes l WHERE l.company_id = $1), lower(t.status))`;

/** ORDER BY of each sort: total, and `desc` the exact reverse but for unset due dates, which are always last. */
const ORDERS: Record<TaskSort, (direction: 'ASC' | 'DESC') => string> = {
  createdAt: (direction) => `t.created_at ${direction}`,
  updatedAt: (direction) => `t.updated_at ${direction}`,
  dueDate: (direction) => `t.due_date ${direction} NULLS LAST`,
  priority: (direction) => `${PRIORITY_ORDER} ${direction}`,
  status: (direction) =>
    `${LANE_POSITION} ${direction} NULLS ${direction === 'ASC' ? 'LAST' : 'FIRST'}, t.status ${direction}`,
  title: (direction) => `lower(t.title) ${direction}`,
  rank: (direction) => `t.rank ${direction}`,
};

export function orderBy({ sortBy = 'createdAt', sortOrder = 'desc' }: TasksQuery): string {
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  return `${ORDERS[sortBy](direction)}, t.id ${direction}`;
}
