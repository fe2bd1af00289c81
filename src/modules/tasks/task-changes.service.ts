import { Injectable } from '@nestjs/common';
import { NotFoundError, ValidationError } from '../../common/errors/app-error.js';
import type { TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import type { Change, Changes, DomainEvent } from '../../core/events/domain-event.js';
import { ProjectAccess, type ReachableProject } from '../projects/project-access.service.js';
import { ProjectCounters } from '../projects/project-counters.service.js';
import { WorkflowLanesService } from '../workflow-lanes/workflow-lanes.service.js';
import { columnOf, selectFields } from './task-columns.js';
import type { TaskResponse, UpdateTask, UserReference } from './task.dto.js';
import { taskUpdated } from './task.events.js';
import { TaskHistory } from './task-history.service.js';
import { TaskQueries } from './task-queries.service.js';
import { TaskReferences } from './task-references.service.js';

/** A task that no one else changes until the transaction ends, as it is before the change. */
export type LockedTask = TaskResponse & { readonly projectStatus: ReachableProject['status'] };

/** A project whose order and hierarchy no one else changes until the transaction ends. */
export interface LockedProject {
  id: string;
  lastTaskNumber: number;
}

/** What a change sets: what clients may write, and the rank, which moves alone set. */
export type TaskSettings = UpdateTask & { rank?: string };

const SETTABLE = [
  'title',
  'description',
  'status',
  'priority',
  'estimatedHours',
  'loggedHours',
  'assigneeId',
  'sprintId',
  'epicId',
  'parentId',
  'dueDate',
  'rank',
] as const satisfies (keyof TaskSettings)[];

const REFERENCES = ['assigneeId', 'sprintId', 'epicId', 'parentId'] as const;

/** The one way in which tasks change: locked, compared, written with history and events, each task at most once. */
@Injectable()
export class TaskChanges {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly lanes: WorkflowLanesService,
    private readonly references: TaskReferences,
    private readonly history: TaskHistory,
    private readonly queries: TaskQueries,
  ) {}

  /**
   * Keeps the order and the hierarchy of the task's project as they are until the transaction ends. Whatever depends on
   * them begins with this, before it locks a task, so that two requests cannot wait for each other.
   *
   * @throws NotFoundError
   */
  async lockProjectOf(context: TransactionContext, id: string): Promise<LockedProject> {
    const projectId = await this.queries.findProjectId(context, id);
    return { id: projectId, lastTaskNumber: await this.counters.lock(context, projectId) };
  }

  /**
   * Locks the tasks, in the order of their ids so that two requests cannot wait for each other.
   *
   * @throws NotFoundError unless the caller reaches all of them
   */
  async lock(context: TransactionContext, ids: readonly string[]): Promise<LockedTask[]> {
    const tasks = await this.lockWhere(context, 't.id = ANY ($3::uuid[])', ids);
    if (tasks.length < new Set(ids).size) throw new NotFoundError('Task');
    return tasks;
  }

  /** Locks a task and those right below it, of which there are no more while its project is locked; throws as `lock`. */
  async lockWithChildren(
    context: TransactionContext,
    id: string,
  ): Promise<{ task: LockedTask; children: LockedTask[] }> {
    const tasks = await this.lockWhere(context, '(t.id = $3 OR t.parent_id = $3)', id);
    const task = tasks.find((candidate) => candidate.id === id);
    if (!task) throw new NotFoundError('Task');
    return { task, children: tasks.filter((candidate) => candidate !== task) };
  }

  /** @throws ConflictError when one of the tasks is in an archived project. */
  requireWritable(tasks: readonly LockedTask[]): void {
    for (const { projectStatus } of tasks) this.access.requireWritable(projectStatus);
  }

  /**
   * Applies the same settings to all of the tasks; those that stay as they are keep their `updatedAt`.
   *
   * @throws what `TaskReferences.require` and `requireWritable` throw
   */
  async apply(
    context: TransactionContext,
    tasks: readonly LockedTask[],
    settings: TaskSettings,
  ): Promise<Change<TaskResponse[]>> {
    const normalized = await this.normalize(context, settings);
    const assignee = await this.requireAllowed(context, tasks, normalized);
    this.requireWritable(tasks);
    const changes = new Map(
      tasks
        .map((task) => [task.id, differences(task, normalized)] as const)
        .filter(([, difference]) => Object.keys(difference).length > 0),
    );
    if (changes.size === 0) return { result: tasks.map(responseOf), events: [] };
    const now = new Date().toISOString();
    const after = await this.write(context, [...changes.keys()], normalized, now);
    await this.record(context, now, changes);
    const result = tasks.map((task) => after.get(task.id) ?? responseOf(task));
    const events = tasks.flatMap((task) => {
      const change = changes.get(task.id);
      const changed = after.get(task.id);
      return change && changed ? taskUpdated(changed, change, assignee) : [];
    });
    return { result, events };
  }

  /**
   * Marks a change of what hangs on a task, such as its blockers: history, `updatedAt` and event as any other.
   *
   * @throws what `requireWritable` throws
   */
  async touch(context: TransactionContext, task: LockedTask, changes: Changes): Promise<DomainEvent[]> {
    this.requireWritable([task]);
    const now = new Date().toISOString();
    const after = await this.write(context, [task.id], {}, now);
    await this.record(context, now, new Map([[task.id, changes]]));
    return taskUpdated(after.get(task.id) as TaskResponse, changes);
  }

  private lockWhere(context: TransactionContext, condition: string, value: unknown): Promise<LockedTask[]> {
    return this.database.rows<LockedTask>(
      context,
      {
        text: `SELECT ${selectFields()}, p.status AS "projectStatus"
          FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
          WHERE t.company_id = $1 AND ${condition} AND ${this.access.condition(context)}
          ORDER BY t.id FOR NO KEY UPDATE OF t`,
      },
      [...this.access.parameters(context), value],
    );
  }

  private async normalize(context: TransactionContext, settings: TaskSettings): Promise<TaskSettings> {
    if (settings.status === undefined) return settings;
    return { ...settings, status: await this.lanes.canonicalStatus(context, settings.status) };
  }

  private async requireAllowed(
    context: TransactionContext,
    tasks: readonly LockedTask[],
    settings: TaskSettings,
  ): Promise<UserReference | undefined> {
    if (tasks.some((task) => settings.projectId !== undefined && settings.projectId !== task.projectId)) {
      throw new ValidationError({ projectId: 'Cannot be changed' });
    }
    let assignee: UserReference | undefined;
    for (const [projectId, ofProject] of Map.groupBy(tasks, (task) => task.projectId)) {
      const changed = REFERENCES.filter((name) => ofProject.some((task) => settings[name] !== task[name]));
      const ids = Object.fromEntries(changed.map((name) => [name, settings[name]]));
      const taskIds = ofProject.map((task) => task.id);
      const references = { ...ids, labelIds: settings.labelIds };
      assignee = (await this.references.require(context, projectId, references, taskIds)) ?? assignee;
    }
    return assignee;
  }

  private async write(
    context: TransactionContext,
    ids: readonly string[],
    settings: TaskSettings,
    now: string,
  ): Promise<Map<string, TaskResponse>> {
    const fields = SETTABLE.filter((field) => settings[field] !== undefined);
    const assignments = fields.map((field, index) => `${columnOf(field).slice(2)} = $${index + 4}`);
    await this.database.execute(
      context,
      {
        text: `UPDATE tasks SET ${['updated_at = $3', ...assignments].join(', ')}
          WHERE company_id = $1 AND id = ANY ($2::uuid[])`,
      },
      [context.companyId, ids, now, ...fields.map((field) => settings[field])],
    );
    const rows = await this.database.rows<TaskResponse>(
      context,
      { text: `SELECT ${selectFields()} FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[])` },
      [context.companyId, ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  private record(context: TransactionContext, now: string, changes: ReadonlyMap<string, Changes>): Promise<void> {
    const entries = [...changes].map(([taskId, change]) => ({
      taskId,
      event: 'task.updated' as const,
      changes: change,
    }));
    return this.history.write(context, now, entries);
  }
}

/** As clients see it. */
export function responseOf({ projectStatus: _projectStatus, ...task }: LockedTask): TaskResponse {
  return task;
}

function differences(task: LockedTask, settings: TaskSettings): Changes {
  const changes: Changes = {};
  for (const field of SETTABLE) {
    const to = settings[field];
    if (to !== undefined && to !== task[field]) changes[field] = { from: task[field], to };
  }
  return changes;
}
