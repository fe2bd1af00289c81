import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { BLOCKED, DONE } from '#schema/lanes.js';
import { hasStatus } from '#schema/tasks.js';
import { LockedTask } from '../changes/task-locks.service.js';
import type { TaskResponse } from '../task.dto.js';

export interface BlockedTask {
  readonly blockerId: string;
  readonly id: string;
  readonly projectId: string;
}

export interface Blocker {
  readonly id: string;
  readonly projectId: string;
  readonly status: string;
}

/** Ids that one event names. */
export const MOST_IDS = 200;

const ARE_LINKED: Statement = {
  name: 'are-blockers-or-blocked',
  text: `SELECT EXISTS (SELECT 1 FROM task_blockers WHERE company_id = $1 AND blocker_id = ANY ($2::uuid[]))
    OR EXISTS (SELECT 1 FROM task_blockers WHERE company_id = $1 AND task_id = ANY ($3::uuid[])) AS "areLinked"`,
};

/** For each blocker, the tasks that only it blocks: their own status does not, and no blocker outside `$2` does. */
const SELECT_BLOCKED: Statement = selectBlocked(`LIMIT ${MOST_IDS + 1}`);

/** Those that an event of the blocker does not name. */
const SELECT_BEYOND: Statement = selectBlocked(`OFFSET ${MOST_IDS}`);

/** The tasks outside the project `$2` that only its tasks block. */
const SELECT_FREED: Statement = {
  text: `SELECT DISTINCT t.id FROM tasks k
      JOIN task_blockers b ON b.company_id = k.company_id AND b.blocker_id = k.id AND b.is_open
      JOIN tasks t ON t.company_id = b.company_id AND t.id = b.task_id
    WHERE k.company_id = $1 AND k.project_id = $2 AND t.company_id = $1 AND t.project_id <> $2
      AND NOT ${hasStatus('t', BLOCKED)} AND NOT EXISTS (
        SELECT 1 FROM task_blockers o JOIN tasks ot ON ot.company_id = o.company_id AND ot.id = o.blocker_id
        WHERE o.company_id = $1 AND o.task_id = t.id AND o.is_open AND ot.project_id <> $2)`,
};

export type BlockingTask = Pick<TaskResponse, 'id' | 'projectId'>;

/** Which tasks wait for which. */
@Injectable()
export class TaskBlockersRepository {
  constructor(private readonly database: Database) {}

  /** Whether one of the first blocks a task, or one of the others is blocked. */
  async areLinked(tx: TransactionContext, blockers: readonly Blocker[], blocked: readonly Blocker[]): Promise<boolean> {
    const values = [tx.companyId, blockers.map(({ id }) => id), blocked.map(({ id }) => id)];
    return (await this.database.row<{ areLinked: boolean }>(tx, ARE_LINKED, values))?.areLinked === true;
  }

  findBlocked(tx: TransactionContext, blockerIds: readonly string[]): Promise<BlockedTask[]> {
    return this.database.rows<BlockedTask>(tx, SELECT_BLOCKED, [tx.companyId, blockerIds]);
  }

  findBeyond(tx: TransactionContext, blockerIds: readonly string[]): Promise<BlockedTask[]> {
    return this.database.rows<BlockedTask>(tx, SELECT_BEYOND, [tx.companyId, blockerIds]);
  }

  findFreed(tx: TransactionContext, projectId: string): Promise<{ id: string }[]> {
    return this.database.rows<{ id: string }>(tx, SELECT_FREED, [tx.companyId, projectId]);
  }

  findBlockers(tx: TransactionContext, taskId: string): Promise<BlockingTask[]> {
    return this.database.rows<BlockingTask>(
      tx,
      {
        text: `SELECT t.id, t.project_id AS "projectId"
          FROM task_blockers b JOIN tasks t ON t.company_id = b.company_id AND t.id = b.blocker_id
          WHERE b.company_id = $1 AND b.task_id = $2`,
      },
      [tx.companyId, taskId],
    );
  }

  async insertBlocker(
    tx: TransactionContext,
    taskId: string,
    { id, status }: Pick<LockedTask, 'id' | 'status'>,
  ): Promise<void> {
    const text = 'INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open) VALUES ($1, $2, $3, $4)';
    await this.database.execute(tx, { text }, [tx.companyId, taskId, id, status !== DONE]);
  }

  async deleteBlocker(tx: TransactionContext, taskId: string, blockerId: string): Promise<void> {
    const text = 'DELETE FROM task_blockers WHERE company_id = $1 AND task_id = $2 AND blocker_id = $3';
    await this.database.execute(tx, { text }, [tx.companyId, taskId, blockerId]);
  }

  /** Whether the task is the other, or waits for it, over however many between them. */
  async waitsFor(tx: TransactionContext, taskId: string, otherId: string): Promise<boolean> {
    const text = `WITH RECURSIVE blockers (id) AS (
            SELECT $2::uuid
            UNION SELECT b.blocker_id FROM task_blockers b JOIN blockers ON b.company_id = $1 AND b.task_id = blockers.id
          ) SELECT 1 FROM blockers WHERE id = $3`;
    return (await this.database.row(tx, { text }, [tx.companyId, taskId, otherId])) !== undefined;
  }
}

function selectBlocked(range: string): Statement {
  return {
    text: `SELECT blocker.id AS "blockerId", task.* FROM unnest($2::uuid[]) blocker (id), LATERAL (
      SELECT t.id, t.project_id AS "projectId"
      FROM task_blockers b JOIN tasks t ON t.company_id = b.company_id AND t.id = b.task_id
      WHERE b.company_id = $1 AND b.blocker_id = blocker.id AND NOT ${hasStatus('t', BLOCKED)} AND NOT EXISTS (
        SELECT 1 FROM task_blockers o
        WHERE o.company_id = $1 AND o.task_id = t.id AND o.is_open AND o.blocker_id <> ALL ($2::uuid[]))
      ORDER BY t.id ${range}) task`,
  };
}
