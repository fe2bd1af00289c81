import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { NamedReference } from '../../../common/http/named-reference.dto.js';
import type { TransactionContext } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';
import { listChange } from '../../../core/events/changes.js';
import { type Change, changed, type Changes, type DomainEvent } from '../../../core/events/domain-event.js';
import { CompaniesService } from '../../companies/companies.service.js';
import { ProjectCounters } from '../../projects/project-counters.service.js';
import { DONE } from '../../workflow-lanes/workflow-lanes.sql.js';
import { type LockedTask, responseOf, TaskLocks } from '../changes/task-locks.service.js';
import { NewTasks } from '../changes/new-tasks.js';
import { TaskDeletion } from '../changes/task-deletion.js';
import { TaskLabels } from '../labels/task-labels.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import { rankOfNumber } from '../ranks/task-rank.js';
import type { TaskResponse } from '../task.dto.js';
import { taskCreated, taskUpdated } from '../task.events.js';

/** A task that comes from elsewhere, with its dates and, if it is free, its number. */
export interface ImportedTask extends Pick<
  TaskResponse,
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'estimatedHours'
  | 'loggedHours'
  | 'sprintId'
  | 'epicId'
  | 'dueDate'
  | 'createdById'
  | 'createdAt'
  | 'updatedAt'
> {
  readonly number: number | undefined;
  /** The place in the order of the project, from 1; by its number where it has none. */
  readonly place: number | undefined;
  readonly assignee: NamedReference | null;
  readonly completedAt: string | null;
  readonly labelIds: readonly string[];
  /** As `jira:WEB-12`. */
  readonly cameFrom: string;
}

/** What a task is linked with. */
export interface TaskLinks {
  readonly taskId: string;
  readonly parentId: string | undefined;
  readonly blockerIds: readonly string[];
}

interface ImportedProject {
  readonly id: string;
  readonly key: string;
  /** No new task gets this number or a lower one, but those that ask for it. */
  readonly leastNumber: number;
}

/** Tasks that come in from elsewhere and go again (moving 1). What changes them later is `TaskChanges`, as ever. */
@Injectable()
export class TaskImports {
  constructor(
    private readonly database: Database,
    private readonly counters: ProjectCounters,
    private readonly locks: TaskLocks,
    private readonly newTasks: NewTasks,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
    private readonly companies: CompaniesService,
    private readonly deletion: TaskDeletion,
  ) {}

  /** Stores new tasks, in their order. */
  async create(
    tx: TransactionContext,
    { id: projectId, key, leastNumber }: ImportedProject,
    tasks: readonly ImportedTask[],
  ): Promise<Change<TaskResponse[]>> {
    await this.counters.lock(tx, projectId);
    const taken = await this.findTaken(tx, key, tasks);
    const wanted = tasks.map(({ number }) => (number !== undefined && !taken.has(number) ? number : undefined));
    const numbers = await this.counters.take(tx, projectId, wanted, leastNumber);
    const rows = tasks.map((task, index) => rowOf(task, projectId, key, numbers[index] ?? 0));
    const stored = await this.newTasks.insert(tx, rows);
    const pairs = stored.flatMap(({ id }, index) =>
      (tasks[index]?.labelIds ?? []).map((labelId) => ({ taskId: id, labelId })),
    );
    await this.labels.add(tx, pairs);
    await this.sprints.write(tx, new Date().toISOString(), [], stored);
    const made = stored.map((task) => ({ ...task, isBlocked: task.status === 'Blocked' }));
    const events = made.flatMap((task, index) => taskCreated(task, tasks[index]?.assignee ?? undefined, []));
    return changed(made, ...events);
  }

  /** Those of the tasks that are still here, locked. */
  async lockExisting(tx: TransactionContext, projectId: string, ids: readonly string[]): Promise<LockedTask[]> {
    if (ids.length === 0) return [];
    await this.counters.lock(tx, projectId);
    const text = 'SELECT id FROM tasks WHERE company_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])';
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, projectId, ids]);
    return rows.length === 0
      ? []
      : this.locks.lock(
          tx,
          rows.map(({ id }) => id),
        );
  }

  /** The sorted ids of the labels of tasks, by task. */
  findLabelIds(tx: TransactionContext, taskIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.labels.findIds(tx, taskIds);
  }

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
      return task && Object.keys(changes).length > 0 ? linkedEvents(responseOf(task), changes) : [];
    });
    return changed(added, ...events);
  }

  /** Deletes tasks as a request would. */
  async remove(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.deletion.removeAll(tx, { ids: [...ids] });
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
        SELECT $1, $2, t.id, t.status <> '${DONE}' FROM tasks t WHERE t.company_id = $1 AND t.id = $3`;
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

  private async findTaken(tx: TransactionContext, key: string, tasks: readonly ImportedTask[]): Promise<Set<number>> {
    const tids = tasks.flatMap(({ number }) => (number === undefined ? [] : [`${key}-${number}`]));
    if (tids.length === 0) return new Set();
    const text = 'SELECT tid FROM tasks WHERE company_id = $1 AND tid = ANY ($2::text[])';
    const rows = await this.database.rows<{ tid: string }>(tx, { text }, [tx.companyId, tids]);
    return new Set(rows.map(({ tid }) => Number(tid.slice(key.length + 1))));
  }
}

function rowOf(task: ImportedTask, projectId: string, key: string, number: number) {
  const { number: _number, place, assignee, completedAt, labelIds: _labelIds, cameFrom, ...fields } = task;
  return {
    ...fields,
    id: uuidv7(),
    tid: `${key}-${number}`,
    projectId,
    assigneeId: assignee?.id ?? null,
    delegateId: null,
    parentId: null,
    rank: rankOfNumber(place ?? number),
    completedAt: task.status.toLowerCase() === DONE.toLowerCase() ? (completedAt ?? task.updatedAt) : null,
    imported: cameFrom,
  };
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

function linkedEvents(task: TaskResponse, changes: Changes): DomainEvent[] {
  return taskUpdated(task, changes);
}
