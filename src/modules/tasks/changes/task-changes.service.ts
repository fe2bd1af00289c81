import { Inject, Injectable } from '@nestjs/common';
import { roundHours } from '#common/numbers/rounding.js';
import { momentAfter } from '#common/database/timestamp.column.js';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { changesOf } from '#core/events/changes.js';
import { type Change, changed, type Changes, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { DONE } from '#schema/lanes.js';
import { Hooks } from '#core/hooks/hooks.js';
import { BlockedTasks, type BlockingEffect } from '../blockers/blocked-tasks.js';
import { DescriptionVersions } from '../descriptions/description-versions.js';
import { TaskHistory } from '../history/task-history.service.js';
import { TaskLabels } from '../labels/task-labels.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import { MAX_TASK_HOURS, MOST_LABELS } from '#schema/tasks.js';
import { type TaskResponse, versioned } from '../task.dto.js';
import { taskTransferred, taskUpdated } from '../task.events.js';
import { AfterTaskChange, BeforeTaskChange, type TaskEffects } from '../task.hooks.js';
import { type ChangedRow, ChangedTasksRepository } from './changed-tasks.repository.js';
import { LockedTask, responseOf, TaskLocks } from './task-locks.service.js';
import {
  blockedFacts,
  closesOrOpens,
  differences,
  ensureFewLabels,
  ensureStartInTime,
  taskIdsWithChangedLabels,
} from './task-differences.js';
import { TaskReferences } from './task-references.js';
import type { Custom } from '../values/shown-values.js';
import { changesIn, TaskValues, type ValueChanges, withChanges } from '../values/task-values.service.js';
import { MovedTasks, type Places } from '../transfers/moved-tasks.js';
import { datesOf, type TaskSettings } from './task-settings.js';

const REFERENCES = ['assigneeId', 'delegateId', 'sprintId', 'epicId', 'parentId'] as const;
const TRANSFERRED = ['projectId', 'tid', 'rank', ...REFERENCES] as const;

/** Tasks as they are after a change, by id. */
interface WrittenTasks {
  readonly after: ReadonlyMap<string, TaskResponse>;
  readonly effects: ReadonlyMap<string, BlockingEffect>;
}

/** The one way to change locked tasks: it compares, writes, and adds history and events, once for each task. */
@Injectable()
export class TaskChanges {
  @Inject() private readonly hooks: Hooks;
  @Inject() private readonly values: TaskValues;
  @Inject() private readonly descriptions: DescriptionVersions;
  @Inject() private readonly moved: MovedTasks;

  constructor(
    private readonly rows: ChangedTasksRepository,
    private readonly locks: TaskLocks,
    private readonly references: TaskReferences,
    private readonly history: TaskHistory,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
    private readonly blocked: BlockedTasks,
  ) {}

  /**
   * Applies the same settings to all of the tasks. A task that stays as it is keeps its `updatedAt`.
   *
   * @throws what `TaskReferences.requireReferences` and `TaskLocks.ensureWritable` throw
   */
  async applySettings(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    settings: TaskSettings,
  ): Promise<Change<TaskResponse[]>> {
    const given = await this.normalize(tx, tasks, settings);
    const assignee = await this.requireAllowed(tx, tasks, given);
    this.locks.ensureWritable(tasks);
    const sideEffects = await this.sideEffects(tx, tasks, given);
    const [only] = tasks.length === 1 ? [...sideEffects.statuses.values()] : [];
    const normalized = only === undefined ? given : { ...given, status: only };
    const { result, events } = await this.applyAllowed(tx, tasks, normalized, assignee);
    const others = only === undefined ? await this.applyStatuses(tx, sideEffects.statuses) : [];
    return changed(result, ...events, ...others, ...sideEffects.events);
  }

  private async applyAllowed(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    normalized: TaskSettings,
    assignee: NamedReference | undefined,
  ): Promise<Change<TaskResponse[]>> {
    const carried = await this.labels.findIds(tx, taskIdsWithChangedLabels(tasks, normalized));
    ensureFewLabels(tasks, normalized, carried);
    const changes = new Map(
      tasks
        .map((task) => [task.id, differences(task, normalized, carried.get(task.id))] as const)
        .filter(([, difference]) => Object.keys(difference).length > 0),
    );
    if (changes.size === 0) return unannounced(tasks.map(responseOf));
    const labels = { carried: [...carried.values()].flat(), named: normalized.labelIds };
    const written = await this.labels.completingLabels(tx, labels, () => this.write(tx, tasks, changes, normalized));
    const { after, effects } = written.result;
    const events = [...after.values()].flatMap((task) =>
      taskUpdated(task, changes.get(task.id) as Changes, {
        assignee,
        effect: effects.get(task.id),
        inbox: blockedFacts(tasks, task),
      }),
    );
    const result = tasks.map((task) => after.get(task.id) ?? responseOf(task));
    const changedTasks = [...after.values()].map((task) => ({ task, changes: changes.get(task.id) as Changes }));
    const others = await this.hooks.call(AfterTaskChange, tx, changedTasks);
    return changed(result, ...events, ...written.events, ...others.flat());
  }

  /**
   * Puts locked tasks into their places in another project, which is locked, too. Each is one change, in the new project.
   *
   * @throws what `TaskLocks.ensureWritable` throws
   */
  async transferTasks(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    places: Places,
  ): Promise<Change<TaskResponse[]>> {
    this.locks.ensureWritable(tasks);
    const changes = new Map(tasks.map((task) => [task.id, changesOf(task, places.get(task.id) ?? {}, TRANSFERRED)]));
    const undelegated = tasks.filter(({ id }) => changes.get(id)?.['delegateId']);
    const sideEffects =
      undelegated.length > 0
        ? await this.sideEffects(tx, undelegated, { delegateId: null })
        : { statuses: new Map<string, string>(), events: [] };
    const { after } = await this.write(tx, tasks, changes, {}, places);
    const moved = tasks.map((task) => ({ before: task, task: after.get(task.id) as TaskResponse }));
    const events = moved.flatMap(({ before, task }) =>
      taskTransferred(responseOf(before), task, changes.get(task.id) as Changes, blockedFacts(tasks, task)),
    );
    const told = moved.map(({ task }) => ({ task, changes: changes.get(task.id) as Changes }));
    const others = await this.hooks.call(AfterTaskChange, tx, told);
    const restored = await this.applyStatuses(tx, sideEffects.statuses);
    const result = moved.map(({ task }) => task);
    return changed(result, ...events, ...others.flat(), ...restored, ...sideEffects.events);
  }

  /**
   * Marks a change of the blockers of a task: history, `updatedAt` and event, like every change.
   *
   * @throws what `TaskLocks.ensureWritable` throws
   */
  async touchTask(
    tx: TransactionContext,
    task: LockedTask,
    changes: Changes,
    taskProjects: DomainEvent['taskProjects'],
  ): Promise<DomainEvent[]> {
    this.locks.ensureWritable([task]);
    if (changes['attachments'] !== undefined) await this.noteExtras(tx, task.id);
    const { after } = await this.write(tx, [task], new Map([[task.id, changes]]), {});
    const updated = after.get(task.id) as TaskResponse;
    return taskUpdated(updated, changes, {
      effect: { data: {}, taskProjects, notices: [] },
      inbox: blockedFacts([task], updated),
    });
  }

  /** From now on the tasks are read with what few tasks have. */
  async noteExtras(tx: TransactionContext, ...taskIds: string[]): Promise<void> {
    await this.rows.noteExtras(tx, taskIds);
  }

  /**
   * Adds hours of work to the logged hours, or takes them back when they are negative. The total stays at 0 or more: a PUT
   * may have set it lower, or cleared it.
   *
   * @throws ConflictError when the task would have too many hours; what `applySettings` throws
   */
  async logHours(tx: TransactionContext, task: LockedTask, hours: number): Promise<readonly DomainEvent[]> {
    const before = task.loggedHours;
    const loggedHours = Math.max(0, roundHours((before ?? 0) + hours));
    if (loggedHours > MAX_TASK_HOURS) throw new ConflictError(`A task has at most ${MAX_TASK_HOURS} logged hours`);
    const isCleared = before === null && hours < 0;
    const { events } = await this.applySettings(tx, [task], { loggedHours: isCleared ? null : loggedHours });
    return events;
  }

  private async sideEffects(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    settings: TaskSettings,
  ): Promise<TaskEffects> {
    const effects = await this.hooks.call(BeforeTaskChange, tx, tasks, settings);
    return {
      statuses: new Map(effects.flatMap(({ statuses }) => [...statuses])),
      events: effects.flatMap(({ events }) => events),
    };
  }

  private async applyStatuses(tx: TransactionContext, statuses: ReadonlyMap<string, string>): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for (const [id, status] of statuses) {
      const tasks = await this.locks.lockTasks(tx, [id]);
      events.push(...(await this.applySettings(tx, tasks, { status })).events);
    }
    return events;
  }

  private async normalize(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    { custom, ...settings }: TaskSettings,
  ): Promise<TaskSettings> {
    const valueChanges = custom && (await this.readValues(tx, tasks, custom));
    const given = valueChanges ? { ...settings, valueChanges } : settings;
    if (given.status === undefined) return given;
    return { ...given, status: await this.references.canonicalStatus(tx, given.status) };
  }

  /** The same for tasks of all their projects: a value that one of these cannot have is refused. */
  private async readValues(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    custom: NonNullable<TaskSettings['custom']>,
  ): Promise<ValueChanges | undefined> {
    const projects = [...Map.groupBy(tasks, ({ projectId }) => projectId)];
    const written = projects.map(([projectId, all]) => ({
      projectId,
      custom,
      before: all.map(({ values }) => values),
    }));
    const [first, ...others] = await this.values.readValues(tx, written);
    const values = new Map([...(first?.values ?? []), ...others.flatMap((changes) => [...changes.values])]);
    return first && { values, fields: [first, ...others].flatMap(({ fields }) => fields) };
  }

  private async requireAllowed(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    settings: TaskSettings,
  ): Promise<NamedReference | undefined> {
    if (tasks.some((task) => settings.projectId !== undefined && settings.projectId !== task.projectId)) {
      throw new ValidationError({ projectId: 'Use POST /tasks/{id}/transfer' });
    }
    if (settings.startDate !== undefined || settings.dueDate !== undefined) {
      for (const { startDate, dueDate } of tasks) ensureStartInTime({ startDate, dueDate, ...datesOf(settings) });
    }
    this.references.ensureMayDelegate(tx, settings);
    const labelIds = [...new Set(settings.labelIds)];
    // Before what is not there: 400 comes before 404.
    if (labelIds.length > MOST_LABELS) {
      ensureFewLabels(
        tasks,
        { labelIds },
        await this.labels.findIds(
          tx,
          tasks.map(({ id }) => id),
        ),
      );
    }
    let assignee: NamedReference | undefined;
    for (const [projectId, ofProject] of Map.groupBy(tasks, (task) => task.projectId)) {
      const changed = REFERENCES.filter((name) => ofProject.some((task) => settings[name] !== task[name]));
      const ids = Object.fromEntries(changed.map((name) => [name, settings[name]]));
      const taskIds = ofProject.map((task) => task.id);
      const references = { ...ids, labelIds: settings.labelIds };
      assignee = (await this.references.requireReferences(tx, projectId, references, taskIds)) ?? assignee;
    }
    return assignee;
  }

  /**
   * Writes those of the tasks that have changes. Returns them as they are then, in their order, and the effect on
   * others.
   */
  private async write(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    changes: ReadonlyMap<string, Changes>,
    settings: TaskSettings,
    places?: Places,
  ): Promise<WrittenTasks> {
    const written = tasks.filter(({ id }) => changes.has(id));
    const { status } = settings;
    const concernsOthers = status !== undefined && (await this.blocked.lockBlocked(tx, written, status));
    const now = momentAfter(...written.map(({ updatedAt }) => updatedAt));
    const ids = [...changes.keys()];
    if (places) await this.moved.writeTasks(tx, now, written, places);
    else await this.update(tx, now, written, settings);
    await this.updateTexts(tx, changes);
    const described = written.filter(({ id }) => changes.get(id)?.['description'] !== undefined);
    if (described.length > 0) await this.descriptions.keepVersions(tx, now, described, settings.description ?? null);
    if (settings.labelIds) await this.labels.replace(tx, ids, settings.labelIds);
    const customs = places
      ? await this.moved.showValues(tx, written, places)
      : await this.writeValues(tx, written, settings);
    const rows = await this.read(tx, ids, concernsOthers);
    const byId = new Map(rows.map((row) => [row.id, withCustom(versioned(row), customs.get(row.id))]));
    await this.sprints.writeChanges(tx, now, written, rows);
    await this.history.writeEntries(
      tx,
      now,
      written.map(({ id }) => ({ taskId: id, changes: changes.get(id) as Changes })),
    );
    return {
      after: new Map(written.map(({ id }) => [id, byId.get(id) as TaskResponse])),
      effects: concernsOthers ? await this.effects(tx, written, status) : new Map(),
    };
  }

  /** The values of the tasks as they are then. */
  private async writeValues(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    { valueChanges }: TaskSettings,
  ): Promise<Map<string, Custom | undefined>> {
    if (!valueChanges) return new Map(tasks.map(({ id, custom }) => [id, custom]));
    const after = new Map(
      tasks.map((task) => [task.id, withChanges(task.values, changesIn(task.projectId, valueChanges))]),
    );
    const customs = await this.values.showValues(tx, tasks, after);
    for (const custom of customs.values()) this.values.ensureRoom(custom);
    await this.values.writeValues(tx, tasks, valueChanges);
    return customs;
  }

  private async update(
    tx: TransactionContext,
    now: string,
    tasks: readonly LockedTask[],
    settings: TaskSettings,
  ): Promise<void> {
    const turnedIds = tasks.filter((task) => closesOrOpens(task, settings.status)).map(({ id }) => id);
    const isMoved = ({ status }: LockedTask) => settings.status !== undefined && settings.status !== status;
    const movedIds = tasks.filter(isMoved).map(({ id }) => id);
    const ids = tasks.map(({ id }) => id);
    await this.rows.updateTasks(tx, { now, ids, turnedIds, movedIds, settings });
  }

  /** Of tasks that get another title, description or tid. */
  private async updateTexts(tx: TransactionContext, changes: ReadonlyMap<string, Changes>): Promise<void> {
    const isSearched = (change: Changes) => 'title' in change || 'description' in change || 'tid' in change;
    const ids = [...changes].filter(([, change]) => isSearched(change)).map(([id]) => id);
    if (ids.length > 0) await this.rows.rewriteTexts(tx, ids);
  }

  /**
   * The tasks as they are now. Whether a task is blocked depends on its blockers. None of them may open or close before
   * the event is written: a reader of the events would end with a stale value.
   */
  private async read(
    tx: TransactionContext,
    ids: readonly string[],
    areBlockersLocked: boolean,
  ): Promise<ChangedRow[]> {
    const rows = await this.rows.findTasks(tx, ids);
    if (!areBlockersLocked && rows.some(({ hasBlockers }) => hasBlockers)) {
      await this.blocked.lockAll(tx);
      return this.read(tx, ids, true);
    }
    return rows.map(({ hasBlockers: _hasBlockers, ...row }) => row);
  }

  private effects(
    tx: TransactionContext,
    before: readonly LockedTask[],
    status: string,
  ): Promise<Map<string, BlockingEffect>> {
    const turned = before.filter((task) => closesOrOpens(task, status));
    return this.blocked.findEffects(tx, turned, status === DONE ? 'unblocked' : 'blocked');
  }
}

function withCustom<Task extends TaskResponse>(task: Task, custom: Custom | undefined): Task {
  return custom ? { ...task, custom } : task;
}
