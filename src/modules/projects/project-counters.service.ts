import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { PROJECT_ARCHIVED, ProjectAccess } from './project-access.service.js';
import { ProjectCountersRepository, type TaskNumber } from './project-counters.repository.js';

export type { TaskNumber } from './project-counters.repository.js';

/**
 * The numbers and the count of a project's tasks. A project's counter is also what changes of its order, its hierarchy and
 * its sprints and epics wait for.
 */
@Injectable()
export class ProjectCounters {
  constructor(
    private readonly counters: ProjectCountersRepository,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * Counts a new task of a project that the caller may write to, and numbers it; others wait for it until the transaction ends,
   * and so does archiving.
   *
   * @throws NotFoundError, ConflictError as `ProjectAccess.getWritable`
   */
  async nextNumber(tx: TransactionContext, projectId: string): Promise<TaskNumber> {
    const [next] = await this.nextOfEach(tx, [projectId]);
    if (next) return next;
    await this.access.getProject(tx, projectId);
    // It is there, and so was archived when it was asked, even if it no longer is.
    throw new ConflictError(PROJECT_ARCHIVED);
  }

  /**
   * As `nextNumber`, for new tasks of these projects, each as often as it is named. The result is in their order, and undefined
   * for projects that the caller cannot write to.
   */
  async nextOfEach(tx: TransactionContext, projectIds: readonly string[]): Promise<(TaskNumber | undefined)[]> {
    const counts = new Map<string, number>();
    for (const id of projectIds) counts.set(id, (counts.get(id) ?? 0) + 1);
    const next = new Map((await this.counters.countNewTasks(tx, counts)).map((row) => [row.projectId, row]));
    const former = new Map<string, ReadonlySet<number>>();
    for (const { projectId, number, formerNumber } of next.values()) {
      if (number <= formerNumber) former.set(projectId, await this.counters.findFormerNumbers(tx, projectId));
    }
    const numbers = projectIds.map((id) => {
      const row = next.get(id);
      if (!row) return undefined;
      row.number = freeFrom(row.number, former.get(id));
      return { number: row.number++, projectKey: row.projectKey };
    });
    for (const id of former.keys()) await this.counters.raiseNumber(tx, id, (next.get(id)?.number ?? 1) - 1);
    return numbers;
  }

  /**
   * Counts imported tasks of a project that is locked by `lockProject`, and numbers them: with the numbers that they ask for, which
   * must be free, else with the next ones, past `least` and without the reserved ones.
   */
  async takeNumbers(
    tx: TransactionContext,
    projectId: string,
    wanted: readonly (number | undefined)[],
    least: number,
    reserved: ReadonlySet<number> = new Set(),
  ): Promise<number[]> {
    const last = Math.max(
      await this.counters.lockCounter(tx, projectId),
      least,
      ...wanted.map((number) => number ?? 0),
    );
    const former = new Set([...reserved, ...(await this.counters.findFormerNumbers(tx, projectId))]);
    let next = last;
    const numbers = wanted.map((number) => number ?? (next = freeFrom(next + 1, former)));
    await this.counters.countImported(tx, projectId, next, numbers.length);
    return numbers;
  }

  /** Tasks are about to have these tids as former ones: no new task gets their numbers, in whatever project. */
  reserveTids(tx: TransactionContext, tids: readonly string[]): Promise<void> {
    return this.counters.reserveNumbers(tx, tids);
  }

  /** How many tasks the project has, whatever their status. */
  countTasks(context: RequestContext, projectId: string): Promise<number> {
    return this.counters.findTaskCount(context, projectId);
  }

  /** Takes deleted tasks off the count. */
  countDeleted(tx: TransactionContext, projectId: string, count: number): Promise<void> {
    return this.counters.countDeleted(tx, projectId, count);
  }

  /** Counts tasks that are there again. */
  countRestored(tx: TransactionContext, projectId: string, count: number): Promise<void> {
    return this.counters.countDeleted(tx, projectId, -count);
  }

  /**
   * The number of the newest task. Until the transaction ends, the project is not deleted or archived, and its order,
   * its hierarchy, its sprints and its epics do not change.
   */
  lockProject(tx: TransactionContext, projectId: string): Promise<number> {
    return this.counters.lockCounter(tx, projectId);
  }
}

/** The first number from that one on that is not among the former ones. */
function freeFrom(number: number, former?: ReadonlySet<number>): number {
  let free = number;
  while (former?.has(free)) free += 1;
  return free;
}
