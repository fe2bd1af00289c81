import type { Conditions } from '#core/database/lists/conditions.js';
import { type Order, orderBy, reversed } from '#core/database/lists/keyset.js';
import { type ListStatement, ROW_TOTAL } from '#core/database/lists/lists.js';
import { FIRST_TASKS } from '#schema/first-tasks.js';
import { type TaskSort } from '#schema/tasks.js';
import { containsTerms, type ContainedTerms } from '#schema/task-texts.js';

/** What is asked for. */
interface AskedTasks {
  readonly columns: string;
  /** After the row `t`. */
  readonly joins: string;
  /** All but the search, which is added to it. */
  readonly filter: Conditions;
  readonly search: string | undefined;
  /** SQL of their number, when that is kept and need not be counted. */
  readonly kept: string | undefined;
  readonly order: Order;
  readonly sortBy: TaskSort | undefined;
  /** False of an order that no index has. */
  readonly isUsual: boolean;
  /** Whether tasks of all projects are asked for. */
  readonly isOfCompany: boolean;
  /** Whether the filter asks for no more than the search, in all projects: then `task_texts` alone tells what matches. */
  readonly isTextAlone: boolean;
}

interface TaskRows extends Pick<ListStatement, 'count' | 'nearby' | 'pageAt' | 'pageWithTotal'> {
  /** The rows, those that `condition` holds for, with one column more. */
  readonly select: (column?: string, condition?: string) => string;
}

const DEFAULT_SORT: TaskSort = 'createdAt';

/** The orders that an index has, so that the first rows are at hand. */
const WALKED: readonly TaskSort[] = ['createdAt', 'updatedAt'];

/** How the rows of a list of tasks are found. */
export function taskRows(tasks: AskedTasks): TaskRows {
  const asked = tasks.filter.where;
  const contained = containsTerms(tasks.filter, tasks.search);
  return contained === undefined ? allRows(tasks, asked) : matchingRows(tasks, asked, contained);
}

function allRows(tasks: AskedTasks, asked: string): TaskRows {
  const { columns, joins, kept, order, sortBy = DEFAULT_SORT, isUsual, isOfCompany } = tasks;
  const inOrder = `ORDER BY ${orderBy(order)}`;
  const firstTasks = isOfCompany && isUsual ? FIRST_TASKS[sortBy] : undefined;
  const select = (column?: string, condition = 'TRUE') =>
    `SELECT ${withColumn(columns, column)} FROM tasks t ${joins} WHERE ${asked} AND ${condition}`;
  return {
    ...(firstTasks && {
      nearby: (rows, column, condition = 'TRUE') =>
        `SELECT ${withColumn(columns, column)} FROM (${firstTasks(order, rows, condition)}) t ${joins} WHERE ${asked}`,
    }),
    count: kept ?? `SELECT count(*) FROM tasks t WHERE ${asked}`,
    ...(kept !== undefined && {
      pageWithTotal: (limit, offset) =>
        `${select(`(${kept}) AS "${ROW_TOTAL}"`)} ${inOrder} LIMIT ${limit} OFFSET ${offset}`,
    }),
    select,
    pageAt: ({ limit, offset, fromEnd }) => `
      WITH found AS (
        SELECT t.id FROM tasks t WHERE ${asked}
        ORDER BY ${orderBy(fromEnd ? reversed(order) : order)} LIMIT ${limit} OFFSET ${offset})
      SELECT ${columns} FROM found JOIN tasks t ON t.company_id = $1 AND t.id = found.id ${joins} ${inOrder}`,
  };
}

/**
 * The planner cannot know how rare a term is: it would walk the whole order to find a few matches. So matches are
 * found first and sorted then, unless a term is so frequent that the first rows in order already fill a page.
 */
function matchingRows(tasks: AskedTasks, asked: string, { indexed, lookedUp, own }: ContainedTerms): TaskRows {
  const { columns, joins, order, isUsual, sortBy = DEFAULT_SORT } = tasks;
  const inOrder = `ORDER BY ${orderBy(order)}`;
  const isTextAlone = tasks.isTextAlone && isUsual && sortBy === DEFAULT_SORT;
  const from = `FROM ${isTextAlone ? 'task_texts' : 'tasks'} t WHERE ${asked} AND ${isTextAlone ? own : indexed}`;
  return {
    select: (column, condition = 'TRUE') => `
      WITH found AS MATERIALIZED (SELECT t.id ${from} AND ${condition})
      SELECT ${withColumn(columns, column)} FROM found JOIN tasks t ON t.company_id = $1 AND t.id = found.id ${joins}`,
    pageWithTotal: (limit, offset) => `
      WITH found AS MATERIALIZED (
        SELECT t.id, row_number() OVER (${inOrder}) AS place ${from})
      SELECT ${columns}, (SELECT count(*) FROM found) AS "${ROW_TOTAL}"
      FROM found JOIN tasks t ON t.company_id = $1 AND t.id = found.id ${joins}
      WHERE found.place > ${offset}::bigint AND found.place <= ${offset}::bigint + ${limit}::bigint ORDER BY found.place`,
    count: `SELECT count(*) ${from}`,
    ...(isUsual &&
      WALKED.includes(sortBy) && {
        nearby: (rows, column, condition = 'TRUE') => `
        SELECT ${withColumn(columns, column)} FROM (
          SELECT t.* FROM tasks t WHERE ${asked} AND ${condition} ${inOrder} LIMIT ${rows}
        ) t ${joins} WHERE ${lookedUp}`,
      }),
  };
}

function withColumn(columns: string, column: string | undefined): string {
  return column === undefined ? columns : `${columns}, ${column}`;
}
