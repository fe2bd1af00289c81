import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { ProjectAccess, type ReachableProject } from '#modules/projects/project-access.service.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { DONE } from '#schema/lanes.js';
import { TaskNotFoundError, TaskQueries } from '../list/task-queries.service.js';
import type { LockedProject } from '../ranks/task-rank-spacing.js';
import type { UpdateTask } from '../task-input.dto.js';
import { type LockedRow, LockedTasksRepository } from './locked-tasks.repository.js';
import { TaskFence } from './task-fence.js';
import { type TaskResponse, versioned } from '../task.dto.js';
import type { StoredValues } from '#schema/fields.js';
import { TaskValues } from '../values/task-values.service.js';

/** A task that no one else changes until the transaction ends, as it is before the change. */
export interface LockedTask extends TaskResponse {
  readonly projectStatus: ReachableProject['status'];
  /** As they are stored. */
  readonly values: StoredValues;
}

/** Locks what a change of tasks depends on: the project first, then tasks in the order of their ids, then labels. */
@Injectable()
export class TaskLocks {
  constructor(
    private readonly rows: LockedTasksRepository,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly queries: TaskQueries,
    private readonly fence: TaskFence,
    private readonly values: TaskValues,
  ) {}

  /**
   * Keeps the order and the hierarchy of the task's project as they are until the transaction ends. Call it before you
   * lock a task: otherwise two requests could wait for each other.
   *
   * @throws NotFoundError
   */
  async lockProjectOf(tx: TransactionContext, id: string): Promise<LockedProject> {
    let projectId: string;
    let lastTaskNumber: number;
    let now = await this.queries.getProjectId(tx, id);
    do {
      projectId = now;
      lastTaskNumber = await this.counters.lockProject(tx, projectId);
      // It may have gone to another project while this one was waited for.
      now = await this.queries.getProjectId(tx, id);
    } while (now !== projectId);
    return { id: projectId, lastTaskNumber };
  }

  /** As `lockProjectOf`, for all projects that the tasks are in, and others, in the order of their ids. */
  async lockProjectsOf(tx: TransactionContext, ids: readonly string[], ...others: string[]): Promise<void> {
    const locked = new Set<string>();
    let next: string[];
    do {
      const projectIds = new Set([...(await this.queries.findProjectIds(tx, ids)), ...others]);
      next = [...projectIds].filter((projectId) => !locked.has(projectId)).sort();
      for (const projectId of next) {
        await this.counters.lockProject(tx, projectId);
        locked.add(projectId);
      }
    } while (next.length > 0);
  }

  /**
   * Like `lockProjectOf`, for the parent, sprint or epic that tasks are about to get. The first of them names the
   * project. `TaskReferences` checks that the others belong to it.
   */
  async lockProjectFor(tx: TransactionContext, { parentId, sprintId, epicId }: UpdateTask): Promise<void> {
    if (!parentId && !sprintId && !epicId) return;
    const find = () => this.rows.findNamedProjectId(tx, { parentId, sprintId, epicId });
    let locked: string | undefined;
    for (let named = await find(); named && named !== locked; named = parentId ? await find() : named) {
      await this.counters.lockProject(tx, named);
      locked = named;
    }
  }

  /**
   * Locks the tasks, in the order of their ids so that two requests cannot wait for each other.
   *
   * @throws NotFoundError unless the caller reaches all of them; ConflictError of the fence
   */
  async lockTasks(tx: TransactionContext, ids: readonly string[]): Promise<LockedTask[]> {
    const count = new Set(ids).size;
    const lock = () => this.lockRows(tx, ids);
    let tasks = await lock();
    // What went to another project while it was waited for is found there.
    if (tasks.length < count) tasks = await lock();
    if (tasks.length < count) throw new TaskNotFoundError();
    await this.fence.ensureOpen(tx, ids);
    return tasks;
  }

  /** The locked task, or undefined when it is out of reach; its children are hidden with it. */
  async lockReachable(tx: TransactionContext, id: string): Promise<LockedTask | undefined> {
    const lock = () => this.lockRows(tx, id);
    const task = (await lock())[0] ?? (await lock())[0];
    if (task) await this.fence.ensureOpen(tx, [id]);
    return task;
  }

  /**
   * Locks tasks and their direct children. Returns the ids of the children that are not among the tasks. No child can
   * join meanwhile: the projects are locked. Throws what `lockTasks` throws.
   */
  async lockWithChildren(
    tx: TransactionContext,
    ids: readonly string[],
  ): Promise<{ tasks: LockedTask[]; childIds: string[] }> {
    const familyIds = await this.rows.lockFamily(tx, ids);
    const tasks = await this.lockTasks(tx, ids);
    return { tasks, childIds: familyIds.filter((id) => !ids.includes(id)) };
  }

  /**
   * Locks the tasks of a sprint or an epic and returns their ids. No task can join meanwhile: the project is locked.
   */
  async lockAllIn(
    tx: TransactionContext,
    reference: 'sprintId' | 'epicId',
    id: string,
    which: 'all' | 'open' = 'all',
  ): Promise<string[]> {
    const rows = await this.rows.lockAllIn(tx, reference, id);
    return rows.filter(({ status }) => which === 'all' || status !== DONE).map((row) => row.id);
  }

  /** Deletes locked tasks and takes them off the counts of their projects, which are locked too. */
  async deleteTasks(tx: TransactionContext, tasks: readonly LockedTask[]): Promise<void> {
    await this.rows.deleteTasks(
      tx,
      tasks.map(({ id }) => id),
    );
    for (const [projectId, { length }] of Map.groupBy(tasks, (task) => task.projectId)) {
      await this.counters.countDeleted(tx, projectId, length);
    }
  }

  /** @throws ConflictError when one of the tasks is in an archived project. */
  ensureWritable(tasks: readonly LockedTask[]): void {
    for (const { projectStatus } of tasks) this.access.ensureWritable(projectStatus);
  }

  private async lockRows(tx: TransactionContext, ids: string | readonly string[]): Promise<LockedTask[]> {
    const tasks = await this.withValues(tx, await this.rows.lockTasks(tx, ids));
    for (const task of tasks) tx.precondition?.see(task);
    return tasks;
  }

  /** Read after the lock, so that they are what the task has now. */
  private async withValues(tx: TransactionContext, rows: readonly LockedRow[]): Promise<LockedTask[]> {
    const values = await this.values.findValues(
      tx,
      rows.filter(({ hasExtras }) => hasExtras).map(({ id }) => id),
    );
    const shown = await this.values.showValues(tx, rows, values);
    return rows.map(({ hasExtras: _hasExtras, ...row }) => {
      const custom = shown.get(row.id);
      return { ...versioned(row), values: values.get(row.id) ?? {}, ...(custom && { custom }) };
    });
  }
}

/** As clients see it. */
export function responseOf({ projectStatus: _projectStatus, values: _values, ...task }: LockedTask): TaskResponse {
  return task;
}
