import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { BeforeProjectRemoval } from '#modules/projects/project.hooks.js';
import { BlockedTasks } from '../blockers/blocked-tasks.js';

/** Tasks of a project that are deleted in one statement: some 100 ms. */
const BATCH = 1_000;
/** Sorts after every rank. */
const AFTER_ALL = '~';

/**
 * Deletes the last tasks of a project before a rank, so that most subtasks go before their parents. A subtask that stays
 * for a later batch loses its parent. Nobody sees that: the project goes in the same transaction. `OFFSET 0` makes
 * PostgreSQL look subtasks up task by task.
 */
const DELETE_BATCH: Statement = {
  name: 'delete-tasks-of-project',
  text: `WITH batch AS (
      SELECT id, rank FROM tasks WHERE company_id = $1 AND project_id = $2 AND rank < $3 ORDER BY rank DESC LIMIT ${BATCH}),
    children AS (
      UPDATE tasks SET parent_id = NULL WHERE company_id = $1 AND id NOT IN (SELECT id FROM batch) AND id IN (
        SELECT c.id FROM batch, LATERAL (SELECT id FROM tasks WHERE company_id = $1 AND parent_id = batch.id OFFSET 0) c)),
    deleted AS (DELETE FROM tasks WHERE company_id = $1 AND id IN (SELECT id FROM batch))
    SELECT min(rank) AS rank FROM batch`,
};

/** Deletes the tasks of projects that are deleted. */
@Injectable()
export class ProjectTasksDeletion {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly blocked: BlockedTasks,
  ) {}

  /** Deletes all tasks of a locked project that is about to be deleted. No event tells of each task. */
  @BeforeProjectRemoval()
  async removeAll(tx: TransactionContext, projectId: string): Promise<void> {
    const { companyId } = tx;
    const freed = await this.blocked.findFreedByDeletion(tx, projectId);
    await this.outbox.commit(tx, () => Promise.resolve(changed(undefined, ...freed)));
    let last: { rank: string | null } | undefined = { rank: AFTER_ALL };
    while (last?.rank) {
      last = await this.database.row<{ rank: string | null }>(tx, DELETE_BATCH, [companyId, projectId, last.rank]);
    }
  }
}
