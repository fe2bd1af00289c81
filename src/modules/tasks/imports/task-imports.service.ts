import { isSameText } from '#common/text/folded.js';
import { Inject, Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { jsonBytes } from '#common/http/json-bytes.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, type Changes } from '#core/events/domain-event.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { DONE } from '#schema/lanes.js';
import { type LockedTask, TaskLocks } from '../changes/task-locks.service.js';
import { NewTasks } from '../changes/new-tasks.js';
import { TaskDeletion } from '../changes/task-deletion.js';
import { TaskLabels } from '../labels/task-labels.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import { rankOfNumber } from '../ranks/task-rank.js';
import { own, TaskValues } from '../values/task-values.service.js';
import type { TaskResponse } from '../task.dto.js';
import { taskCreated } from '../task.events.js';
import { type FormerTid, ImportedTasksRepository } from './imported-tasks.repository.js';

/** A task that comes from elsewhere, with its dates and, if it is free, its number. */
export interface ImportedTask extends Pick<
  TaskResponse,
  | 'id'
  | 'title'
  | 'delegateId'
  | 'description'
  | 'status'
  | 'priority'
  | 'estimatedHours'
  | 'loggedHours'
  | 'sprintId'
  | 'epicId'
  | 'dueDate'
  | 'startDate'
  | 'createdById'
  | 'createdAt'
  | 'updatedAt'
> {
  readonly number: number | undefined;
  /** The place in the order of the project, from 1; by its number where it has none. */
  readonly place: number | undefined;
  /** The very place, in a project that has no task of its own yet. */
  readonly rank?: string | undefined;
  /** The users whom the description names. They are not told. */
  readonly mentions: readonly string[] | null;
  readonly assignee: NamedReference | null;
  readonly completedAt: string | null;
  readonly labelIds: readonly string[];
  /** As `jira:WEB-12`. */
  readonly cameFrom: string;
  /** Values of own fields by their keys, as a client would write them. */
  readonly custom: Readonly<Record<string, unknown>> | undefined;
}

/** A change of a task, of before it came. */
export interface ImportedChange {
  readonly taskId: string;
  readonly actorId: string;
  /** The virtual colleague that it was elsewhere. */
  readonly colleague: { readonly id: string; readonly name: string } | undefined;
  readonly event: string;
  readonly changes: Changes;
  readonly at: string;
}

interface ImportedProject {
  readonly id: string;
  readonly key: string;
  /** No new task gets this number or a lower one, but those that ask for it. */
  readonly leastNumber: number;
  /** Numbers that no task gets. */
  readonly reserved: ReadonlySet<number>;
}

/** Tasks that come in from elsewhere and go again. What changes them later is `TaskChanges`, as ever. */
@Injectable()
export class TaskImports {
  @Inject() private readonly values: TaskValues;

  constructor(
    private readonly tasks: ImportedTasksRepository,
    private readonly counters: ProjectCounters,
    private readonly locks: TaskLocks,
    private readonly newTasks: NewTasks,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
    private readonly deletion: TaskDeletion,
  ) {}

  /** Stores new tasks, in their order. */
  async create(
    tx: TransactionContext,
    { id: projectId, key, leastNumber, reserved }: ImportedProject,
    tasks: readonly ImportedTask[],
  ): Promise<Change<TaskResponse[]>> {
    await this.counters.lockProject(tx, projectId);
    const taken = new Set([...reserved, ...(await this.findTaken(tx, key, tasks))]);
    const wanted = tasks.map(({ number }) => (number !== undefined && !taken.has(number) ? number : undefined));
    const numbers = await this.counters.takeNumbers(tx, projectId, wanted, leastNumber, reserved);
    const values = await this.values.readForNew(
      tx,
      tasks.map(({ custom }) => ({ projectId, custom: custom && withoutNulls(custom) })),
    );
    const rows = tasks.map((task, index) => ({
      ...rowOf(task, projectId, key, numbers[index] ?? 0),
      ...own(values[index]),
    }));
    const stored = await this.newTasks.insertTasks(tx, rows);
    const pairs = stored.flatMap(({ id }, index) =>
      (tasks[index]?.labelIds ?? []).map((labelId) => ({ taskId: id, labelId })),
    );
    await this.labels.addLabels(tx, pairs);
    await this.sprints.writeChanges(tx, new Date().toISOString(), [], stored);
    const made = stored.map((task) => ({ ...task, isBlocked: task.status === 'Blocked' }));
    const events = made.flatMap((task, index) => taskCreated(task, tasks[index]?.assignee ?? undefined, []));
    return changed(made, ...events);
  }

  /** Adds what happened to tasks elsewhere to their history. */
  async addHistory(tx: TransactionContext, entries: readonly ImportedChange[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => ({ id: uuidv7(), ...entry }));
    await this.tasks.insertHistory(tx, await jsonBytes(rows));
  }

  /** Gives tasks the tids that they had elsewhere. Those that find their tasks from now on: others have been taken. */
  async addFormerTids(tx: TransactionContext, tids: readonly FormerTid[]): Promise<Set<string>> {
    const all = tids.map(({ tid }) => tid);
    // First, so that no task gets one of them meanwhile.
    await this.counters.reserveTids(tx, all);
    const owners = await this.tasks.findTidOwners(tx, all);
    const free = tids.filter(({ tid }) => !owners.has(tid));
    if (free.length > 0) await this.tasks.insertFormerTids(tx, free);
    const own = tids.filter(({ tid, taskId }) => owners.get(tid) === taskId);
    return new Set([...free, ...own].map(({ tid }) => tid));
  }

  /** After all projects: a task that goes back to one of them gets its own tid of before again. */
  placeFormerTids(tx: TransactionContext): Promise<void> {
    return this.tasks.placeFormerTids(tx);
  }

  /** Those of the tasks that are still here, locked. */
  async lockExisting(tx: TransactionContext, projectId: string, ids: readonly string[]): Promise<LockedTask[]> {
    if (ids.length === 0) return [];
    await this.counters.lockProject(tx, projectId);
    return this.lockPresent(tx, await this.tasks.findPresent(tx, ids, projectId));
  }

  /** Those of the tasks that are still here, in whatever project, locked. */
  async lockAnywhere(tx: TransactionContext, ids: readonly string[]): Promise<LockedTask[]> {
    if (ids.length === 0) return [];
    await this.locks.lockProjectsOf(tx, ids);
    return this.lockPresent(tx, await this.tasks.findPresent(tx, ids, null));
  }

  /** The sorted ids of the labels of tasks, by task. */
  findLabelIds(tx: TransactionContext, taskIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.labels.findIds(tx, taskIds);
  }

  /** Deletes tasks as a request would. */
  async remove(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.deletion.removeForGood(tx, ids);
  }

  private async lockPresent(tx: TransactionContext, ids: readonly string[]): Promise<LockedTask[]> {
    return ids.length === 0 ? [] : this.locks.lockTasks(tx, ids);
  }

  private async findTaken(tx: TransactionContext, key: string, tasks: readonly ImportedTask[]): Promise<Set<number>> {
    const tids = tasks.flatMap(({ number }) => (number === undefined ? [] : [`${key}-${number}`]));
    if (tids.length === 0) return new Set();
    const found = await this.tasks.findTidOwners(tx, tids);
    return new Set([...found.keys()].map((tid) => Number(tid.slice(key.length + 1))));
  }
}

function withoutNulls(custom: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== null));
}

function rowOf(task: ImportedTask, projectId: string, key: string, number: number) {
  const {
    number: _number,
    place,
    rank,
    assignee,
    completedAt,
    labelIds: _labelIds,
    cameFrom,
    custom: _custom,
    ...fields
  } = task;
  return {
    ...fields,
    tid: `${key}-${number}`,
    projectId,
    assigneeId: assignee?.id ?? null,
    parentId: null,
    recurrenceId: null,
    rank: rank ?? rankOfNumber(place ?? number),
    completedAt: isSameText(task.status, DONE) ? (completedAt ?? task.updatedAt) : null,
    imported: cameFrom,
  };
}
