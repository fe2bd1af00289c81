import { Injectable } from '@nestjs/common';
import { AppError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, type DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { BlockedTasks } from '#modules/tasks/blockers/blocked-tasks.js';
import { TaskBlockersRepository } from '#modules/tasks/blockers/task-blockers.repository.js';
import { type LockedTask, responseOf, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskReferences } from '#modules/tasks/changes/task-references.js';
import { TaskHistory } from '#modules/tasks/history/task-history.service.js';
import { TaskLabels } from '#modules/tasks/labels/task-labels.js';
import { TaskNotFoundError } from '#modules/tasks/list/task-queries.service.js';
import { SprintRecord } from '#modules/tasks/planning/sprint-record.service.js';
import { rankBetween, rankOfNumber } from '#modules/tasks/ranks/task-rank.js';
import { taskUpdated } from '#modules/tasks/task.events.js';
import { DONE } from '#schema/lanes.js';
import { OMITTABLE, type Omitted, type RestoredTaskResponse, type RestoredTasksResponse } from './trash.dto.js';
import { type LockedTrash, TrashRepository } from './trash.repository.js';
import { type TrashedTaskRow, TrashedRowsRepository } from './trashed-rows.repository.js';

/** What a task refers to, and the column that does. */
const REFERENCES = [
  ['parentId', 'parent_id'],
  ['sprintId', 'sprint_id'],
  ['epicId', 'epic_id'],
  ['assigneeId', 'assignee_id'],
  ['delegateId', 'delegate_id'],
] as const;

type Columns = Record<string, unknown>;

/** Brings deleted tasks back. */
@Injectable()
export class TrashRestores {
  constructor(
    private readonly trash: TrashRepository,
    private readonly rows: TrashedRowsRepository,
    private readonly outbox: Outbox,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly references: TaskReferences,
    private readonly blockers: TaskBlockersRepository,
    private readonly blocked: BlockedTasks,
    private readonly labels: TaskLabels,
    private readonly locks: TaskLocks,
    private readonly sprints: SprintRecord,
    private readonly history: TaskHistory,
  ) {}

  /** @throws NotFoundError when it is not in the trash, ConflictError when the project is archived */
  restore(context: RequestContext, id: string): Promise<RestoredTaskResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { result, events } = await this.restoreIn(tx, [id]);
      return changed(result.tasks[0] as RestoredTaskResponse, ...events);
    });
  }

  /** All or nothing, whatever their order. @throws what `restore` throws */
  restoreAll(context: RequestContext, ids: readonly string[]): Promise<RestoredTasksResponse> {
    return this.outbox.commit(context, (tx) => this.restoreIn(tx, ids));
  }

  private async restoreIn(tx: TransactionContext, asked: readonly string[]): Promise<Change<RestoredTasksResponse>> {
    const ids = [...new Set(asked)];
    const trashed = await this.trash.lock(tx, ids);
    if (trashed.length < ids.length) throw new TaskNotFoundError();
    const lastNumbers = await this.lockProjects(tx, trashed);
    const rows = await this.rows.findTasks(tx, ids);
    const omitted = new Map(ids.map((id) => [id, new Set<Omitted>()]));
    const now = new Date().toISOString();
    const columns = new Map(rows.map(({ id }): [string, Columns] => [id, { updated_at: now }]));
    for (const row of rows) await this.leaveOut(tx, row, { rows, omitted, columns });
    await this.placeAnew(tx, rows, { lastNumbers, columns });
    const labels = await this.rows.findLabels(tx, ids);
    for (const { taskId, isThere } of labels) if (!isThere) omitted.get(taskId)?.add('labelIds');
    const carried = labels.filter(({ isThere }) => isThere).map(({ id }) => id);
    const { result: tasks, events: completed } = await this.labels.completing(tx, { carried }, async () => {
      await this.rows.putBack(tx, ids, columns);
      await this.waitAgain(tx, ids, omitted);
      await this.trash.remove(tx, ids);
      return this.locks.lock(tx, ids);
    });
    const events = await this.told(tx, { trashed, tasks, now });
    const shown = new Map(tasks.map((task) => [task.id, responseOf(task)]));
    const answer = ids.map((id) => {
      const lost = OMITTABLE.filter((name) => omitted.get(id)?.has(name));
      return Object.assign({}, shown.get(id), { omitted: lost }) as RestoredTaskResponse;
    });
    return changed({ restored: ids.length, tasks: answer }, ...events, ...completed);
  }

  /** The last number of each project, which stays until the transaction ends. */
  private async lockProjects(tx: TransactionContext, trashed: readonly LockedTrash[]): Promise<Map<string, number>> {
    const lastNumbers = new Map<string, number>();
    for (const [projectId, tasks] of [...Map.groupBy(trashed, (task) => task.projectId)].toSorted()) {
      lastNumbers.set(projectId, await this.counters.lock(tx, projectId));
      await this.access.getWritable(tx, projectId);
      await this.counters.countRestored(tx, projectId, tasks.length);
    }
    return lastNumbers;
  }

  /** What is gone, or not allowed any more. */
  private async leaveOut(
    tx: TransactionContext,
    row: TrashedTaskRow,
    to: {
      readonly rows: readonly TrashedTaskRow[];
      readonly omitted: ReadonlyMap<string, Set<Omitted>>;
      readonly columns: ReadonlyMap<string, Columns>;
    },
  ): Promise<void> {
    for (const [name, column] of REFERENCES) {
      const id = row[column];
      if (id === null) continue;
      const comesToo =
        name === 'parentId' && to.rows.some((other) => other.id === id && other.project_id === row.project_id);
      if (comesToo || (await this.isAllowed(tx, row, { [name]: id }))) continue;
      to.omitted.get(row.id)?.add(name);
      Object.assign(to.columns.get(row.id) as Columns, { [column]: null });
    }
  }

  private async isAllowed(
    tx: TransactionContext,
    row: TrashedTaskRow,
    ids: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    try {
      await this.references.require(tx, row.project_id, ids);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** A place that another task has meanwhile is left to that: the restored one follows it. */
  private async placeAnew(
    tx: TransactionContext,
    rows: readonly TrashedTaskRow[],
    { lastNumbers, columns }: { lastNumbers: ReadonlyMap<string, number>; columns: ReadonlyMap<string, Columns> },
  ): Promise<void> {
    for (const [projectId, ofProject] of Map.groupBy(rows, (row) => row.project_id)) {
      const ranks = ofProject.map(({ rank }) => rank);
      const taken = await this.rows.findRanks(tx, projectId, ranks);
      const given = new Set<string>();
      for (const { id, rank } of ofProject) {
        let free = rank;
        while (taken.has(free) || given.has(free))
          free = await this.rankAfter(tx, projectId, free, { lastNumbers, given });
        given.add(free);
        if (free !== rank) Object.assign(columns.get(id) as Columns, { rank: free });
      }
    }
  }

  private async rankAfter(
    tx: TransactionContext,
    projectId: string,
    rank: string,
    { lastNumbers, given }: { lastNumbers: ReadonlyMap<string, number>; given: ReadonlySet<string> },
  ): Promise<string> {
    const end = rankOfNumber((lastNumbers.get(projectId) ?? 0) + 1);
    const next = (await this.rows.findNextRank(tx, projectId, rank)) ?? end;
    const [nearest = next] = [...given].filter((other) => other > rank && other < next).toSorted(bytewise);
    return rankBetween(rank, nearest);
  }

  /** The tasks wait again for what is there, and others for them, unless two would wait for each other. */
  private async waitAgain(
    tx: TransactionContext,
    ids: readonly string[],
    omitted: ReadonlyMap<string, Set<Omitted>>,
  ): Promise<void> {
    const pairs = await this.rows.findBlockers(tx, ids);
    if (pairs.length > 0) await this.blocked.lockAll(tx);
    for (const { taskId, blockerId, status } of pairs) {
      if (status !== null && !(await this.blockers.waitsFor(tx, blockerId, taskId))) {
        await this.blockers.insertBlocker(tx, taskId, { id: blockerId, status });
      } else omitted.get(taskId)?.add('blockerIds');
    }
  }

  private async told(
    tx: TransactionContext,
    { trashed, tasks, now }: { trashed: readonly LockedTrash[]; tasks: readonly LockedTask[]; now: string },
  ): Promise<DomainEvent[]> {
    const deletedAt = new Map(trashed.map((task) => [task.id, task.deletedAt]));
    const changesOf = (id: string) => ({ deletedAt: { from: deletedAt.get(id) ?? null, to: null } });
    await this.sprints.write(tx, now, [], tasks);
    const entries = tasks.map(({ id }) => ({ taskId: id, event: 'task.restored' as const, changes: changesOf(id) }));
    await this.history.write(tx, now, entries);
    const open = tasks.filter(({ status }) => status !== DONE);
    const effects = await this.blocked.findEffects(tx, open, 'blocked');
    return tasks.flatMap((task) => taskUpdated(responseOf(task), changesOf(task.id), { effect: effects.get(task.id) }));
  }
}

const bytewise = (one: string, other: string): number => (one < other ? -1 : 1);
