import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '../../../core/company-scope/request-context.js';
import { Database, Statement } from '../../../core/database/database.js';
import { type Change, changed, type DomainEvent } from '../../../core/events/domain-event.js';
import { Outbox } from '../../../core/events/outbox.js';
import { BlockedTasks, type BlockingEffect } from '../blockers/blocked-tasks.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import type { BulkDeleteTasks } from '../task-input.dto.js';
import type { BulkDeleteResponse } from '../task.dto.js';
import { TaskBatches } from './task-batches.service.js';
import { TaskLabels } from '../labels/task-labels.js';
import { DONE } from '../../workflow-lanes/workflow-lanes.sql.js';
import { type LockedTask, responseOf, TaskLocks } from './task-locks.service.js';

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

/** Deletes tasks (decisions 7). */
@Injectable()
export class TaskDeletion {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly batches: TaskBatches,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
    private readonly blocked: BlockedTasks,
  ) {}

  /** Those below it stay, without a parent; each of them is a change of its own (decisions 9). */
  async remove(context: RequestContext, id: string): Promise<void> {
    await this.removeAll(context, { ids: [id] });
  }

  /** All or nothing. Children that are deleted too are not changed first (extensions 4.4). */
  removeAll(context: RequestContext, { ids }: BulkDeleteTasks): Promise<BulkDeleteResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.locks.lockProjectsOf(tx, ids);
      const { tasks, childIds } = await this.locks.lockWithChildren(tx, ids);
      this.locks.ensureWritable(tasks);
      const { result: effects, events: completed } = await this.delete(tx, tasks, childIds);
      const deleted = tasks.map((task) => deletedEvent(task, withoutTasks(effects.get(task.id), ids)));
      return changed({ deleted: tasks.length }, ...deleted, ...completed);
    });
  }

  /** Deletes all tasks of a locked project that is about to be deleted. No event tells of each task (decisions 9). */
  async removeOfProject(tx: TransactionContext, projectId: string): Promise<void> {
    const { companyId } = tx;
    let last: { rank: string | null } | undefined = { rank: AFTER_ALL };
    while (last?.rank) {
      last = await this.database.row<{ rank: string | null }>(tx, DELETE_BATCH, [companyId, projectId, last.rank]);
    }
  }

  /** Returns the effect on the tasks that they blocked, by blocker. */
  private async delete(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    childIds: readonly string[],
  ): Promise<Change<Map<string, BlockingEffect>>> {
    const ids = tasks.map(({ id }) => id);
    const carried = [...(await this.labels.findIds(tx, ids)).values()].flat();
    return this.labels.completing(tx, { carried }, async () => {
      await this.batches.apply(tx, childIds, { parentId: null });
      const open = tasks.filter(({ status }) => status !== DONE);
      const areBlockers = open.length > 0 && (await this.blocked.lock(tx, open, undefined));
      const effects = await this.blocked.findEffects(tx, areBlockers ? open : [], 'unblocked');
      const text = 'DELETE FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[])';
      await this.database.execute(tx, { text }, [tx.companyId, ids]);
      await this.locks.countDeleted(tx, tasks);
      await this.sprints.write(tx, new Date().toISOString(), tasks, []);
      return effects;
    });
  }
}

function deletedEvent(task: LockedTask, effect: BlockingEffect | undefined): DomainEvent {
  const data = { ...responseOf(task), ...effect?.data };
  return { name: 'task.deleted', projectId: task.projectId, data, taskProjects: effect?.taskProjects };
}

/** Nothing is said of tasks that are deleted along with their blocker. */
function withoutTasks(effect: BlockingEffect | undefined, ids: readonly string[]): BlockingEffect | undefined {
  const unblocked = effect?.data.unblocked?.filter((id) => !ids.includes(id)) ?? [];
  return effect && unblocked.length > 0 ? { ...effect, data: { ...effect.data, unblocked } } : undefined;
}
