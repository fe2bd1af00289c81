import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import type { DomainEvent, WatchMark } from '#core/events/domain-event.js';
import { DONE } from '#schema/lanes.js';
import { BlockedTasks, type BlockingEffect } from '../blockers/blocked-tasks.js';
import { watchMark } from '#schema/tasks.js';
import { type LockedTask, responseOf } from './task-locks.service.js';

const MARKS: Statement = {
  name: 'marks-of-deleted-tasks',
  text: `SELECT w.task_id AS "taskId", json_agg(${watchMark('w')}) AS marks FROM task_watchers w
    WHERE w.company_id = $1 AND w.task_id = ANY ($2::uuid[]) GROUP BY w.task_id`,
};

/** What is told of tasks that are about to be deleted. */
@Injectable()
export class TaskDeletionEvents {
  constructor(
    private readonly database: Database,
    private readonly blocked: BlockedTasks,
  ) {}

  /** Of all that one request deletes. */
  async find(tx: TransactionContext, tasks: readonly LockedTask[]): Promise<DomainEvent[]> {
    const open = tasks.filter(({ status }) => status !== DONE);
    const areBlockers = open.length > 0 && (await this.blocked.lock(tx, open, undefined));
    const effects = await this.blocked.findEffects(tx, areBlockers ? open : [], 'unblocked');
    const ids = tasks.map(({ id }) => id);
    const marks = await this.findMarks(tx, ids);
    return tasks.flatMap((task) => {
      const effect = withoutTasks(effects.get(task.id), ids);
      return [
        {
          name: 'task.deleted',
          projectId: task.projectId,
          data: { ...responseOf(task), ...effect?.data },
          taskProjects: effect?.taskProjects,
          inbox: marks.has(task.id) ? { marks: marks.get(task.id) } : undefined,
        },
        ...(effects.get(task.id)?.told ?? []),
      ] satisfies DomainEvent[];
    });
  }

  /** The inbox may read of changes of the tasks when their watchers are gone with them. */
  private async findMarks(tx: TransactionContext, ids: readonly string[]): Promise<Map<string, WatchMark[]>> {
    const rows = await this.database.rows<{ taskId: string; marks: WatchMark[] }>(tx, MARKS, [tx.companyId, ids]);
    return new Map(rows.map(({ taskId, marks }) => [taskId, marks]));
  }
}

/** Nothing is said of tasks that are deleted along with their blocker. */
function withoutTasks(effect: BlockingEffect | undefined, ids: readonly string[]): BlockingEffect | undefined {
  const unblocked = effect?.data.unblocked?.filter((id) => !ids.includes(id)) ?? [];
  return effect && unblocked.length > 0 ? { ...effect, data: { ...effect.data, unblocked } } : undefined;
}
