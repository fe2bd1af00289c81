import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { columnName } from '#core/database/schema/columns.js';
import { DONE } from '#schema/lanes.js';
import { REWRITE_TEXTS } from '#schema/task-texts.js';
import { LABEL_COUNT, NOTE_EXTRAS, selectFields } from '#schema/tasks.js';
import type { TaskResponse } from '../task.dto.js';
import { SETTABLE } from './task-differences.js';
import type { TaskSettings } from './task-settings.js';

export type ChangedRow = TaskResponse & { readonly labelCount: number };

/** What is written into locked tasks. */
interface TasksUpdate {
  readonly now: string;
  readonly ids: readonly string[];
  /** Those that become done, or open again. */
  readonly turnedIds: readonly string[];
  /** Those that get another status. */
  readonly movedIds: readonly string[];
  readonly settings: TaskSettings;
}

/** Whether the task `t` has blockers, open or closed. */
const HAS_BLOCKERS = `EXISTS (SELECT 1 FROM task_blockers h WHERE h.company_id = $1 AND h.task_id = t.id)`;

/** Locked tasks as a change writes and reads them. */
@Injectable()
export class ChangedTasksRepository {
  constructor(private readonly database: Database) {}

  async updateTasks(tx: TransactionContext, { now, ids, turnedIds, movedIds, settings }: TasksUpdate): Promise<void> {
    const fields = [...SETTABLE, 'mentions' as const].filter((field) => settings[field] !== undefined);
    const assignments = fields.map((field, index) => `${columnName(field)} = $${index + 4}`);
    const values: unknown[] = [tx.companyId, ids, now, ...fields.map((field) => settings[field])];
    const marks = turnedIds.length > 0 ? marksOf(values.push(turnedIds), values.push(settings.status !== DONE)) : [];
    if (movedIds.length > 0) marks.push(endOfMutes(values.push(movedIds)));
    const text = `${marks.length > 0 ? `WITH ${marks.join(', ')}` : ''} UPDATE tasks SET ${['updated_at = $3', 'change_count = change_count + 1', ...completion(settings.status), ...assignments].join(', ')}
      WHERE company_id = $1 AND id = ANY ($2::uuid[])`;
    await this.database.execute(tx, { text }, values);
  }

  /** What searches look into. */
  async rewriteTexts(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    await this.database.execute(tx, { text: REWRITE_TEXTS }, [tx.companyId, ids]);
  }

  async noteExtras(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    await this.database.execute(tx, { text: NOTE_EXTRAS }, [tx.companyId, ids]);
  }

  /** As they are now: RETURNING does not yet see what an UPDATE does to blockers, and so to `isBlocked`. */
  findTasks(tx: TransactionContext, ids: readonly string[]): Promise<(ChangedRow & { hasBlockers: boolean })[]> {
    const text = `SELECT ${selectFields()}, ${LABEL_COUNT} AS "labelCount", ${HAS_BLOCKERS} AS "hasBlockers"
          FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[])`;
    return this.database.rows(tx, { text }, [tx.companyId, ids]);
  }
}

/** `$3` is now; `status` is the one before. */
function completion(status: string | undefined): string[] {
  if (status === undefined) return [];
  return [`completed_at = ${status === DONE ? `CASE WHEN status = '${DONE}' THEN completed_at ELSE $3 END` : 'NULL'}`];
}

/**
 * Blockers and label rows store whether their task is open. The parameters are the tasks, and whether they are open.
 */
function marksOf(tasks: number, isOpen: number): string[] {
  const mark = (table: string, column: string) => `UPDATE ${table} SET is_open = $${isOpen}
    WHERE company_id = $1 AND ${column} = ANY ($${tasks}::uuid[])`;
  return [`blockers AS (${mark('task_blockers', 'blocker_id')})`, `labels AS (${mark('task_labels', 'task_id')})`];
}

/** Tasks without a moment until which they are muted are so until they have another status. */
function endOfMutes(tasks: number): string {
  return `mutes AS (DELETE FROM task_mutes WHERE company_id = $1 AND task_id = ANY ($${tasks}::uuid[]) AND until IS NULL)`;
}
