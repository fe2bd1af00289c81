import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { ReachableProject } from '#modules/projects/project-access.service.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { LONGEST_RANK, rankOfNumber, ranksBetween } from '../ranks/task-rank.js';
import { TaskRankSpacing } from '../ranks/task-rank-spacing.js';
import type { TaskResponse } from '../task.dto.js';
import { type TaskPlace, TaskTransfersRepository } from './task-transfers.repository.js';

/** Finds what tasks become in another project. */
@Injectable()
export class TaskPlaces {
  constructor(
    private readonly rows: TaskTransfersRepository,
    private readonly counters: ProjectCounters,
    private readonly spacing: TaskRankSpacing,
  ) {}

  /**
   * The places of the tasks, which rank last in their order, and counts them there. Each gets its own number of before or the next
   * one, and loses who does not reach the project and its parent, unless that comes along and parents are kept. The project is locked.
   */
  async takePlaces(
    tx: TransactionContext,
    { id: projectId, key }: ReachableProject,
    tasks: readonly TaskResponse[],
    keepsParents: boolean,
  ): Promise<Map<string, TaskPlace>> {
    const ids = tasks.map(({ id }) => id);
    const own = await this.rows.findOwn(tx, projectId, ids);
    const wanted = ids.map((id) => own.get(id)).map((tid) => (tid === undefined ? undefined : numberOf(tid)));
    const numbers = await this.counters.takeNumbers(tx, projectId, wanted, 0);
    const ranks = await this.ranksAtEnd(tx, projectId, ids);
    const reaching = await this.rows.findReaching(tx, projectId, tasks);
    const reached = (id: string | null) => (reaching.has(id) ? id : null);
    const places = tasks.map(({ id, parentId, assigneeId, delegateId }, index): [string, TaskPlace] => [
      id,
      {
        projectId,
        tid: `${key}-${numbers[index] ?? 0}`,
        rank: ranks[index] ?? '',
        parentId: keepsParents && parentId !== null && ids.includes(parentId) ? parentId : null,
        sprintId: null,
        epicId: null,
        assigneeId: reached(assigneeId),
        delegateId: reached(delegateId),
      },
    ]);
    return new Map(places);
  }

  private async ranksAtEnd(tx: TransactionContext, projectId: string, ids: readonly string[]): Promise<string[]> {
    const lastTaskNumber = await this.counters.lockProject(tx, projectId);
    const afterAll = rankOfNumber(lastTaskNumber + 1);
    const last = await this.rows.findLastRank(tx, projectId);
    const ranks = ranksBetween(last, afterAll, ids.length);
    if (ranks.every(({ length }) => length <= LONGEST_RANK)) return ranks;
    await this.spacing.spreadRanks(tx, { id: projectId, lastTaskNumber }, last ?? afterAll, ids[0] ?? '');
    return ranksBetween(await this.rows.findLastRank(tx, projectId), afterAll, ids.length);
  }
}

function numberOf(tid: string): number {
  return Number(tid.slice(tid.lastIndexOf('-') + 1));
}
