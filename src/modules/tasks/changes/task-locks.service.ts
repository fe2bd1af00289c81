import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { columnOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess, type ReachableProject } from '#modules/projects/project-access.service.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { shareStatusLock } from '#schema/projects.js';
import { DONE } from '#schema/lanes.js';
import { TaskNotFoundError, TaskQueries } from '../list/task-queries.service.js';
import type { LockedProject } from '../ranks/task-rank-spacing.js';
import type { UpdateTask } from '../task-input.dto.js';
import { TaskFence } from './task-fence.js';
import { type TaskResponse, versioned } from '../task.dto.js';
import type { StoredValues } from '#schema/fields.js';
import { TaskValues } from '../values/task-values.service.js';
import { LABEL_COUNT, selectFields } from '#schema/tasks.js';

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
    private readonly database: Database,
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
      lastTaskNumber = await this.counters.lock(tx, projectId);
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
        await this.counters.lock(tx, projectId);
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
    const find = () =>
      this.database.row<{ projectId: string }>(
        tx,
        {
          text: `SELECT project_id AS "projectId" FROM tasks WHERE company_id = $1 AND id = $2
            UNION ALL SELECT s.project_id FROM sprints s WHERE s.company_id = $1 AND s.id = $3
            UNION ALL SELECT e.project_id FROM epics e WHERE e.company_id = $1 AND e.id = $4 LIMIT 1`,
        },
        [tx.companyId, parentId, sprintId, epicId],
      );
    let locked: string | undefined;
    for (let named = await find(); named && named.projectId !== locked; named = parentId ? await find() : named) {
      await this.counters.lock(tx, named.projectId);
      locked = named.projectId;
    }
  }

  /**
   * Locks the tasks, in the order of their ids so that two requests cannot wait for each other.
   *
   * @throws NotFoundError unless the caller reaches all of them; ConflictError of the fence
   */
  async lock(tx: TransactionContext, ids: readonly string[]): Promise<LockedTask[]> {
    const count = new Set(ids).size;
    const lock = () => this.lockWhere(tx, 't.id = ANY ($3::uuid[])', ids);
    let tasks = await lock();
    // What went to another project while it was waited for is found there.
    if (tasks.length < count) tasks = await lock();
    if (tasks.length < count) throw new TaskNotFoundError();
    await this.fence.ensureOpen(tx, ids);
    return tasks;
  }

  /** The locked task, or undefined when it is out of reach; its children are hidden with it. */
  async lockReachable(tx: TransactionContext, id: string): Promise<LockedTask | undefined> {
    const lock = () => this.lockWhere(tx, 't.id = $3', id);
    const task = (await lock())[0] ?? (await lock())[0];
    if (task) await this.fence.ensureOpen(tx, [id]);
    return task;
  }

  /**
   * Locks tasks and their direct children. Returns the ids of the children that are not among the tasks. No child can
   * join meanwhile: the projects are locked. Throws what `lock` throws.
   */
  async lockWithChildren(
    tx: TransactionContext,
    ids: readonly string[],
  ): Promise<{ tasks: LockedTask[]; childIds: string[] }> {
    const text = `SELECT id FROM tasks WHERE company_id = $1 AND (id = ANY ($2::uuid[]) OR parent_id = ANY ($2::uuid[]))
      ORDER BY id FOR NO KEY UPDATE`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids]);
    const tasks = await this.lock(tx, ids);
    return { tasks, childIds: rows.map((row) => row.id).filter((id) => !ids.includes(id)) };
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
    const text = `SELECT t.id, t.status FROM tasks t WHERE t.company_id = $1 AND ${columnOf(reference, 't')} = $2
      ORDER BY t.id FOR NO KEY UPDATE`;
    const rows = await this.database.rows<Pick<TaskResponse, 'id' | 'status'>>(tx, { text }, [tx.companyId, id]);
    return rows.filter(({ status }) => which === 'all' || status !== DONE).map((row) => row.id);
  }

  /** Deletes locked tasks and takes them off the counts of their projects, which are locked too. */
  async delete(tx: TransactionContext, tasks: readonly LockedTask[]): Promise<void> {
    const text = 'DELETE FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[])';
    await this.database.execute(tx, { text }, [tx.companyId, tasks.map(({ id }) => id)]);
    for (const [projectId, { length }] of Map.groupBy(tasks, (task) => task.projectId)) {
      await this.counters.countDeleted(tx, projectId, length);
    }
  }

  /** @throws ConflictError when one of the tasks is in an archived project. */
  ensureWritable(tasks: readonly LockedTask[]): void {
    for (const { projectStatus } of tasks) this.access.ensureWritable(projectStatus);
  }

  /** The projects are not archived until the transaction ends: the first statement sees to that. */
  private async lockWhere(tx: TransactionContext, condition: string, value: unknown): Promise<LockedTask[]> {
    const parameters = [...this.access.parameters(tx), value];
    const ofTasks = `SELECT DISTINCT t.project_id FROM tasks t WHERE t.company_id = $1 AND $2::uuid IS NOT NULL AND ${condition}`;
    const locked = this.database.execute(tx, { text: shareStatusLock(ofTasks) }, parameters);
    const read = this.database.rows<LockedRow>(
      tx,
      {
        text: `SELECT ${selectFields()}, p.status AS "projectStatus", t.has_extras AS "hasExtras", ${LABEL_COUNT} AS "labelCount"
          FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
          WHERE t.company_id = $1 AND ${condition} AND ${this.access.condition(tx)}
          ORDER BY t.id FOR NO KEY UPDATE OF t`,
      },
      parameters,
    );
    const [rows] = await Promise.all([read, locked]);
    const tasks = await this.withValues(tx, rows);
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

type LockedRow = Omit<LockedTask, 'values' | 'custom'> & { readonly labelCount: number; readonly hasExtras: boolean };

/** As clients see it. */
export function responseOf({ projectStatus: _projectStatus, values: _values, ...task }: LockedTask): TaskResponse {
  return task;
}
