import type { Conditions } from '#core/database/lists/conditions.js';
import { type Order, orderBy, reversed } from '#core/database/lists/keyset.js';
import { type ListStatement, ROW_TOTAL } from '#core/database/lists/lists.js';
import { FIRST_TASKS, type FirstTasks } from '#schema/first-tasks.js';
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
  /** Whether nothing tells beforehand how many tasks the filter lets through. */
  readonly isGuessed: boolean;
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
  if (contained) return matchingRows(tasks, asked, contained);
  return tasks.isGuessed ? guessedRows(tasks, asked) : allRows(tasks, asked);
}

function allRows(tasks: AskedTasks, asked: string): TaskRows {
  const { columns, joins, kept, order } = tasks;
  const inOrder = `ORDER BY ${orderBy(order)}`;
  const select = (column?: string, condition = 'TRUE') =>
    `SELECT ${withColumn(columns, column)} FROM tasks t ${joins} WHERE ${asked} AND ${condition}`;
  return {
    ...nearbyOf(tasks, asked, firstTasksOf(tasks)),
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

/** As those of a search: matches may be as rare. */
function guessedRows(tasks: AskedTasks, asked: string): TaskRows {
  const firstTasks = firstTasksOf(tasks) ?? (tasks.isOfCompany && isWalked(tasks) ? walkedTasks : undefined);
  return { ...foundRows(tasks, `FROM tasks t WHERE ${asked}`), ...nearbyOf(tasks, asked, firstTasks) };
}

const walkedTasks: FirstTasks = (order, rows, condition) =>
  `SELECT t.* FROM tasks t WHERE t.company_id = $1 AND ${condition} ORDER BY ${orderBy(order)} LIMIT ${rows}`;

function matchingRows(tasks: AskedTasks, asked: string, { indexed, lookedUp, own }: ContainedTerms): TaskRows {
  const { columns, joins, order, isUsual, sortBy = DEFAULT_SORT } = tasks;
  const isTextAlone = tasks.isTextAlone && isUsual && sortBy === DEFAULT_SORT;
  const from = `FROM ${isTextAlone ? 'task_texts' : 'tasks'} t WHERE ${asked} AND ${isTextAlone ? own : indexed}`;
  return {
    ...foundRows(tasks, from),
    ...(isWalked(tasks) && {
      nearby: (rows, column, condition = 'TRUE') => `
        SELECT ${withColumn(columns, column)} FROM (
          SELECT t.* FROM tasks t WHERE ${asked} AND ${condition} ORDER BY ${orderBy(order)} LIMIT ${rows}
        ) t ${joins} WHERE ${lookedUp}`,
    }),
  };
}

/**
 * The planner cannot know how rare a match is: it would walk the whole order to find a few. So matches are found first and
 * sorted then, unless they are so frequent that the first rows in order already fill a page.
 */
function foundRows({ columns, joins, order }: AskedTasks, from: string): TaskRows {
  const inOrder = `ORDER BY ${orderBy(order)}`;
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
  };
}

/** Looks among the first tasks of the company, where they are at hand. */
function nearbyOf(
  { columns, joins, order }: AskedTasks,
  asked: string,
  firstTasks: FirstTasks | undefined,
): Pick<TaskRows, 'nearby'> {
  if (!firstTasks) return {};
  return {
    nearby: (rows, column, condition = 'TRUE') =>
      `SELECT ${withColumn(columns, column)} FROM (${firstTasks(order, rows, condition)}) t ${joins} WHERE ${asked}`,
  };
}

function firstTasksOf({ isOfCompany, isUsual, sortBy = DEFAULT_SORT }: AskedTasks): FirstTasks | undefined {
  return isOfCompany && isUsual ? FIRST_TASKS[sortBy] : undefined;
}

function isWalked({ isUsual, sortBy = DEFAULT_SORT }: AskedTasks): boolean {
  return isUsual && WALKED.includes(sortBy);
}

function withColumn(columns: string, column: string | undefined): string {
  return column === undefined ? columns : `${columns}, ${column}`;
}
