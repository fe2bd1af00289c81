import { Injectable } from '@nestjs/common';
import { passes } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { BlockedTasks } from '#modules/tasks/blockers/blocked-tasks.js';
import { TaskBlockersRepository } from '#modules/tasks/blockers/task-blockers.repository.js';
import { TaskReferences } from '#modules/tasks/changes/task-references.js';
import { FreeRanks } from '#modules/tasks/ranks/free-ranks.js';
import type { Omitted } from './trash.dto.js';
import type { LockedTrash } from './trash.repository.js';
import { type TrashedTaskRow, TrashedRowsRepository } from './trashed-rows.repository.js';

/** What a task refers to, and the column that does. */
const REFERENCES = [
  ['parentId', 'parent_id'],
  ['sprintId', 'sprint_id'],
  ['epicId', 'epic_id'],
  ['assigneeId', 'assignee_id'],
  ['delegateId', 'delegate_id'],
] as const;

/** Tasks that are about to come back. */
export interface ReturningTask {
  readonly row: TrashedTaskRow;
  /** What it is stored with in place of what it had. */
  readonly columns: Record<string, unknown>;
  readonly omitted: Set<Omitted>;
}

export type Returning = ReadonlyMap<string, ReturningTask>;

/** Puts tasks back where they were, as far as that is still there. */
@Injectable()
export class ReturningTasks {
  constructor(
    private readonly rows: TrashedRowsRepository,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly references: TaskReferences,
    private readonly blockers: TaskBlockersRepository,
    private readonly blocked: BlockedTasks,
    private readonly ranks: FreeRanks,
  ) {}

  /** Counts them in their projects, which are locked. @throws ConflictError when a project is archived */
  async findReturning(
    tx: TransactionContext,
    trashed: readonly LockedTrash[],
    { lastNumbers, now }: { readonly lastNumbers: ReadonlyMap<string, number>; readonly now: string },
  ): Promise<Returning> {
    for (const [projectId, tasks] of Map.groupBy(trashed, (task) => task.projectId)) {
      await this.access.getWritable(tx, projectId);
      await this.counters.countRestored(tx, projectId, tasks.length);
    }
    const ids = trashed.map(({ id }) => id);
    await this.rows.lockOthers(tx, ids);
    const rows = await this.rows.findTasks(tx, ids);
    const returning: Returning = new Map(
      rows.map((row) => [
        row.id,
        { row, columns: { updated_at: now, change_count: row.change_count + 1 }, omitted: new Set<Omitted>() },
      ]),
    );
    for (const task of returning.values()) await this.leaveOut(tx, task, returning);
    await this.forgetRecurrences(tx, returning);
    for (const [projectId, lastNumber] of lastNumbers) {
      const tasks = [...returning.values()].filter(({ row }) => row.project_id === projectId);
      const wanted = tasks.map(({ row }) => row.rank);
      const ranks = await this.ranks.findRanks(tx, { projectId, lastNumber }, wanted);
      for (const [index, { columns }] of tasks.entries()) columns['rank'] = ranks[index];
    }
    return returning;
  }

  async putBack(tx: TransactionContext, returning: Returning): Promise<void> {
    const ids = [...returning.keys()];
    await this.rows.putBack(tx, ids, new Map([...returning].map(([id, { columns }]) => [id, columns])));
    await this.waitAgain(tx, returning);
  }

  /** The last number of each project, which stays until the transaction ends: before tasks are locked. */
  async lockProjects(tx: TransactionContext, projectIds: readonly string[]): Promise<Map<string, number>> {
    const lastNumbers = new Map<string, number>();
    for (const projectId of projectIds) lastNumbers.set(projectId, await this.counters.lockProject(tx, projectId));
    return lastNumbers;
  }

  /** What is gone, or not allowed any more. */
  private async leaveOut(tx: TransactionContext, task: ReturningTask, returning: Returning): Promise<void> {
    const { row, columns, omitted } = task;
    for (const [name, column] of REFERENCES) {
      const id = row[column];
      if (id === null) continue;
      const comesToo = name === 'parentId' && returning.get(id)?.row.project_id === row.project_id;
      const isAllowed = () => this.references.requireReferences(tx, row.project_id, { [name]: id });
      if (comesToo || (await passes(isAllowed))) continue;
      omitted.add(name);
      columns[column] = null;
    }
  }

  /** They are of none when what made them is deleted, as their like that stayed. */
  private async forgetRecurrences(tx: TransactionContext, returning: Returning): Promise<void> {
    const made = [...returning.values()].filter(({ row }) => row.recurrence_id);
    const present = await this.rows.findRecurrences(
      tx,
      made.map(({ row }) => String(row.recurrence_id)),
    );
    for (const { row, columns } of made) if (!present.has(String(row.recurrence_id))) columns['recurrence_id'] = null;
  }

  /** The tasks wait again for what is there, and others for them, unless two would wait for each other. */
  private async waitAgain(tx: TransactionContext, returning: Returning): Promise<void> {
    const ids = [...returning.keys()];
    const pairs = await this.rows.findBlockers(tx, ids);
    if (pairs.length > 0) await this.blocked.lockAll(tx);
    for (const { taskId, blockerId, status } of pairs) {
      if (status !== null && !(await this.blockers.waitsFor(tx, blockerId, taskId))) {
        await this.blockers.insertBlocker(tx, taskId, { id: blockerId, status });
      } else (returning.get(taskId) ?? returning.get(blockerId))?.omitted.add('blockerIds');
    }
  }
}
