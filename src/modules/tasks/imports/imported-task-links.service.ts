import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { listChange } from '#core/events/changes.js';
import { type Change, changed, type Changes } from '#core/events/domain-event.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { isOpen } from '#schema/tasks.js';
import { type LockedTask, responseOf, TaskLocks } from '../changes/task-locks.service.js';
import { taskUpdated } from '../task.events.js';

/** What a task is linked with. */
export interface TaskLinks {
  readonly taskId: string;
  readonly parentId: string | undefined;
  readonly blockerIds: readonly string[];
}

/** Parents and blockers of tasks that come in from elsewhere. */
@Injectable()
export class ImportedTaskLinks {
  constructor(
    private readonly database: Database,
    private readonly locks: TaskLocks,
    private readonly companies: CompaniesService,
  ) {}

  /** The ids of the tasks that block each of the tasks. */
  async findBlockerIds(tx: TransactionContext, taskIds: readonly string[]): Promise<Map<string, string[]>> {
    const text = `SELECT task_id AS "taskId", array_agg(blocker_id ORDER BY blocker_id) AS "blockerIds" FROM task_blockers
      WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) GROUP BY task_id`;
    const rows = await this.database.rows<{ taskId: string; blockerIds: string[] }>(tx, { text }, [
      tx.companyId,
      taskIds,
    ]);
    return new Map(rows.map(({ taskId, blockerIds }) => [taskId, blockerIds]));
  }

  /**
   * Gives locked tasks the parents and blockers that they had elsewhere. It is part of their coming: their `updatedAt` and
   * their history stay. Blockers that would close a cycle are left out; the result is what was added.
   */
  async link(tx: TransactionContext, links: readonly TaskLinks[]): Promise<Change<TaskLinks[]>> {
    if (links.some(({ blockerIds }) => blockerIds.length > 0)) await this.companies.lock(tx);
    const before = await this.locks.lock(
      tx,
      links.map(({ taskId }) => taskId),
    );
    const blockedBefore = await this.findBlockerIds(
      tx,
      links.map(({ taskId }) => taskId),
    );
    const added: TaskLinks[] = [];
    for (const link of links) added.push(await this.add(tx, link, blockedBefore.get(link.taskId) ?? []));
    const after = await this.locks.lock(
      tx,
      links.map(({ taskId }) => taskId),
    );
    const tasks = new Map(after.map((task) => [task.id, task]));
    const events = added.flatMap((link) => {
      const task = tasks.get(link.taskId);
      const changes = changesOf(
        link,
        before.find(({ id }) => id === link.taskId),
        blockedBefore.get(link.taskId) ?? [],
      );
      return task && Object.keys(changes).length > 0 ? taskUpdated(responseOf(task), changes) : [];
    });
    return changed(added, ...events);
  }

  private async add(tx: TransactionContext, link: TaskLinks, blockedBefore: readonly string[]): Promise<TaskLinks> {
    const { taskId, parentId, blockerIds } = link;
    if (parentId !== undefined) {
      const text = 'UPDATE tasks SET parent_id = $3 WHERE company_id = $1 AND id = $2';
      await this.database.execute(tx, { text }, [tx.companyId, taskId, parentId]);
    }
    const added: string[] = [];
    for (const blockerId of blockerIds) {
      if (blockedBefore.includes(blockerId) || (await this.waitsFor(tx, blockerId, taskId))) continue;
      const text = `INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open)
        SELECT $1, $2, t.id, ${isOpen('t')} FROM tasks t WHERE t.company_id = $1 AND t.id = $3`;
      await this.database.execute(tx, { text }, [tx.companyId, taskId, blockerId]);
      added.push(blockerId);
    }
    return { taskId, parentId, blockerIds: added };
  }

  /** Whether the task is the other, or waits for it, over however many between them. */
  private async waitsFor(tx: TransactionContext, taskId: string, otherId: string): Promise<boolean> {
    const text = `WITH RECURSIVE blockers (id) AS (
        SELECT $2::uuid
        UNION SELECT b.blocker_id FROM task_blockers b JOIN blockers ON b.company_id = $1 AND b.task_id = blockers.id
      ) SELECT 1 FROM blockers WHERE id = $3`;
    return (await this.database.row(tx, { text }, [tx.companyId, taskId, otherId])) !== undefined;
  }
}

function changesOf(
  { parentId, blockerIds }: TaskLinks,
  before: LockedTask | undefined,
  blockedBefore: readonly string[],
): Changes {
  const changes: Changes = {};
  if (parentId !== undefined && before?.parentId !== parentId) {
    changes['parentId'] = { from: before?.parentId ?? null, to: parentId };
  }
  if (blockerIds.length > 0) {
    changes['blockerIds'] = listChange([...blockedBefore], [...blockedBefore, ...blockerIds].sort());
  }
  return changes;
}
