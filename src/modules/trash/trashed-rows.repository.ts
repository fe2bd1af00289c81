import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { DONE } from '#schema/lanes.js';
import { PRESENT_RECURRENCES } from '#schema/recurrences.js';
import { TASKS, type TrashedTable, TrashedTables } from './trashed-tables.js';

const LABELS = 'task_labels';
const BLOCKERS = 'task_blockers';
const LINKS = 'task_links';

/** A task as its row stood, by the names of columns. */
export interface TrashedTaskRow {
  readonly id: string;
  readonly project_id: string;
  readonly rank: string;
  readonly change_count: number;
  readonly parent_id: string | null;
  readonly sprint_id: string | null;
  readonly epic_id: string | null;
  readonly assignee_id: string | null;
  readonly delegate_id: string | null;
  /** Left out of what was deleted before there were any. */
  readonly recurrence_id?: string | null;
}

export interface TrashedBlocker {
  readonly taskId: string;
  readonly blockerId: string;
  /** Null when the blocker is gone, or in the trash. */
  readonly status: string | null;
}

/** Moves rows of tasks between their tables and the trash. */
@Injectable()
export class TrashedRowsRepository {
  private readonly keeping: string;

  constructor(
    private readonly database: Database,
    private readonly tables: TrashedTables,
  ) {
    this.keeping = tables.all.map(selectKept).join('\n UNION ALL ');
  }

  /** Copies the rows of the tasks, and of all that goes with them, into the trash. */
  async keepRows(tx: TransactionContext, taskIds: readonly string[]): Promise<void> {
    // What others write to them now is waited for, and copied.
    const lock = 'SELECT FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE';
    await this.database.execute(tx, { text: lock }, [tx.companyId, taskIds]);
    // A row that hangs on two tasks which are deleted at once is kept with the one that comes first.
    const text = `INSERT INTO trashed_rows (company_id, id, task_id, source, row)
      SELECT k.company_id, k.id, k.task_id, k.source, k.row FROM (${this.keeping}) k ORDER BY k.id ON CONFLICT DO NOTHING`;
    await this.database.execute(tx, { text }, [tx.companyId, taskIds]);
  }

  async findTasks(tx: TransactionContext, taskIds: readonly string[]): Promise<TrashedTaskRow[]> {
    const text = `SELECT r.row FROM trashed_rows r
      WHERE r.company_id = $1 AND r.task_id = ANY ($2::uuid[]) AND r.source = '${TASKS}' ORDER BY r.row ->> 'rank', r.task_id`;
    const rows = await this.database.rows<{ row: TrashedTaskRow }>(tx, { text }, [tx.companyId, taskIds]);
    return rows.map(({ row }) => row);
  }

  /** Those of the recurrences that are there, which stay until the transaction ends. */
  async findRecurrences(tx: TransactionContext, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const text = `${PRESENT_RECURRENCES} ORDER BY r.id FOR KEY SHARE`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** The labels of the tasks, and whether each is still there. */
  findLabels(
    tx: TransactionContext,
    taskIds: readonly string[],
  ): Promise<{ taskId: string; id: string; isThere: boolean }[]> {
    const text = `SELECT r.task_id AS "taskId", r.row ->> 'label_id' AS id, EXISTS (
        SELECT FROM labels l WHERE l.company_id = $1 AND l.id = (r.row ->> 'label_id')::uuid) AS "isThere"
      FROM trashed_rows r WHERE r.company_id = $1 AND r.task_id = ANY ($2::uuid[]) AND r.source = '${LABELS}'`;
    return this.database.rows(tx, { text }, [tx.companyId, taskIds]);
  }

  /**
   * The tasks at the other ends of links and blockers stay, or stay in the trash, until the transaction ends. Those that are there keep
   * their status.
   */
  async lockOthers(tx: TransactionContext, taskIds: readonly string[]): Promise<void> {
    for (const text of OTHERS) await this.database.execute(tx, { text }, [tx.companyId, taskIds]);
  }

  /** What hangs on another task, too, that is still in the trash comes back with that one. */
  async passOn(tx: TransactionContext, taskIds: readonly string[]): Promise<void> {
    const text = `UPDATE trashed_rows r SET task_id = o.id FROM trashed_tasks o
      WHERE r.company_id = $1 AND r.task_id = ANY ($2::uuid[]) AND o.company_id = $1 AND o.id <> ALL ($2::uuid[])
        AND ((r.source = '${LINKS}' AND o.id IN ((r.row ->> 'first_id')::uuid, (r.row ->> 'second_id')::uuid))
          OR (r.source = '${BLOCKERS}' AND o.id IN ((r.row ->> 'task_id')::uuid, (r.row ->> 'blocker_id')::uuid)))`;
    await this.database.execute(tx, { text }, [tx.companyId, taskIds]);
  }

  /** Takes away what a person who is erased has said and is, as it is done of tasks that are there. */
  async forgetPerson(context: RequestContext, userId: string): Promise<void> {
    const values = [context.companyId, userId];
    const words = `UPDATE trashed_rows SET row = row || '{"words": null}' WHERE company_id = $1 AND source = 'promises'
      AND row ->> 'person_id' = $2::text`;
    await this.database.execute(context, { text: words }, values);
    const persons = `WITH cleaned AS (
        SELECT v.id, coalesce((SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(v.row -> 'custom') e
          WHERE e.value <> to_jsonb($2::text)), '{}') AS custom
        FROM trashed_rows v WHERE v.company_id = $1 AND v.source = 'task_values' AND strpos(v.row ->> 'custom', $2::text) > 0
          AND EXISTS (SELECT FROM trashed_rows t WHERE t.company_id = $1 AND t.task_id = v.task_id AND t.source = '${TASKS}'
            AND t.row ->> 'status' <> '${DONE}'))
      UPDATE trashed_rows v SET row = jsonb_set(v.row, '{custom}', cleaned.custom) FROM cleaned
      WHERE v.company_id = $1 AND v.id = cleaned.id`;
    await this.database.execute(context, { text: persons }, values);
  }

  /** What the tasks wait for and what waits for them, where what waits is there. */
  findBlockers(tx: TransactionContext, taskIds: readonly string[]): Promise<TrashedBlocker[]> {
    const text = `SELECT r.row ->> 'task_id' AS "taskId", r.row ->> 'blocker_id' AS "blockerId", b.status
      FROM trashed_rows r JOIN tasks t ON t.company_id = r.company_id AND t.id = (r.row ->> 'task_id')::uuid
        LEFT JOIN tasks b ON b.company_id = $1 AND b.id = (r.row ->> 'blocker_id')::uuid
      WHERE r.company_id = $1 AND r.task_id = ANY ($2::uuid[]) AND r.source = '${BLOCKERS}'
      ORDER BY 1, 2`;
    return this.database.rows(tx, { text }, [tx.companyId, taskIds]);
  }

  /** Puts the rows of the tasks back, tasks with these columns changed; what hangs on something that is gone stays away, as do blockers. */
  async putBack(
    tx: TransactionContext,
    taskIds: readonly string[],
    changed: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  ): Promise<void> {
    const values = [tx.companyId, taskIds];
    const text = `SELECT DISTINCT r.source, ${KEYS} AS keys FROM trashed_rows r WHERE r.company_id = $1 AND r.task_id = ANY ($2::uuid[])`;
    const found = await this.database.rows<{ source: string; keys: string[] }>(tx, { text }, values);
    for (const table of this.tables.all) {
      if (table.name === BLOCKERS) continue;
      for (const { keys } of found.filter(({ source }) => source === table.name)) {
        const statement = { text: insertion(table, keys) };
        await this.database.execute(tx, statement, [...values, keys, JSON.stringify(Object.fromEntries(changed))]);
      }
    }
  }
}

/** SQL of the tasks at both ends of links and blockers that were kept with the tasks `$2`. */
const ENDS = [
  [LINKS, 'first_id'],
  [LINKS, 'second_id'],
  [BLOCKERS, 'task_id'],
  [BLOCKERS, 'blocker_id'],
].map(
  ([source = '', column = '']) => `SELECT (r.row ->> '${column}')::uuid FROM trashed_rows r
      WHERE r.company_id = $1 AND r.task_id = ANY ($2::uuid[]) AND r.source = '${source}'`,
);

/** SQL that locks them: first those in the trash, which may be about to come back, then those that are there. */
const OTHERS = ['trashed_tasks o', 'tasks o'].map(
  (table) => `SELECT FROM ${table} WHERE o.company_id = $1 AND o.id IN (${ENDS.join(' UNION ALL ')})
      ORDER BY o.id FOR NO KEY UPDATE`,
);

/** The names of the columns that a row was kept with: a later version may have more. */
const KEYS = '(SELECT array_agg(k ORDER BY k) FROM jsonb_object_keys(r.row) k)';

/** SQL of the rows of the table that go with the tasks `$2`. The ids are made from theirs. */
function selectKept({ name, ids, ties }: TrashedTable): string {
  const [tie] = ties;
  const isParent = tie !== undefined && tie.to !== TASKS;
  const columns = name === TASKS ? ['id'] : ties.filter(({ to }) => to === TASKS).map(({ column }) => column);
  const owner = isParent ? 'p.task_id' : firstOf(columns.map((column) => `x.${column}`));
  const isKept = isParent
    ? 'p.task_id = ANY ($2::uuid[])'
    : `(${columns.map((column) => `x.${column} = ANY ($2::uuid[])`).join(' OR ')})`;
  const parent = isParent ? ` JOIN ${tie.to} p ON p.company_id = x.company_id AND p.id = x.${tie.column}` : '';
  const key = [`'${name}'`, ...ids.map((id) => `x.${id}::text`)].join(" || ' ' || ");
  return `SELECT x.company_id, md5(${key})::uuid AS id, ${owner} AS task_id, '${name}' AS source, to_jsonb(x) AS row
    FROM ${name} x${parent} WHERE x.company_id = $1 AND ${isKept}`;
}

/** Of several tasks the first that goes. */
function firstOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0
    ? first
    : `CASE WHEN ${first} = ANY ($2::uuid[]) THEN ${first} ELSE ${firstOf(others)} END`;
}

function insertion({ name, columns, needs }: TrashedTable, keys: readonly string[]): string {
  const names = columns.filter((column) => keys.includes(column));
  const are = needs.map(
    ({ column, to }) =>
      `(x.${column} IS NULL OR EXISTS (SELECT FROM ${to} n WHERE n.company_id = $1 AND n.id = x.${column}))`,
  );
  const row = `r.row || coalesce(CASE WHEN r.source = '${TASKS}' THEN $4::jsonb -> r.task_id::text END, '{}')`;
  return `INSERT INTO ${name} (${names.join(', ')}) SELECT ${names.map((column) => `x.${column}`).join(', ')}
    FROM trashed_rows r, jsonb_populate_record(NULL::${name}, ${row}) x
    WHERE ${['r.company_id = $1', 'r.task_id = ANY ($2::uuid[])', `r.source = '${name}'`, `${KEYS} = $3::text[]`, ...are].join(' AND ')}
    ON CONFLICT DO NOTHING`;
}
