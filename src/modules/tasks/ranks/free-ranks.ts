import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { rankBetween, rankOfNumber } from './task-rank.js';
import { TaskRanksRepository } from './task-ranks.repository.js';

/** Places for tasks that had one before. */
@Injectable()
export class FreeRanks {
  constructor(private readonly ranks: TaskRanksRepository) {}

  /**
   * The ranks of a locked project, in their order; in place of one that a task has by now, one that follows it. `lastNumber`
   * is that of the project's newest task.
   */
  async findRanks(
    tx: TransactionContext,
    { projectId, lastNumber }: { readonly projectId: string; readonly lastNumber: number },
    wanted: readonly string[],
  ): Promise<string[]> {
    const end = rankOfNumber(lastNumber + 1);
    const given: string[] = [];
    for (let rank of wanted) {
      for (;;) {
        const above = await this.ranks.findAbove(tx, projectId, rank, 2);
        if (above[0]?.rank !== rank && !given.includes(rank)) break;
        const next = above.find((other) => other.rank > rank)?.rank ?? end;
        const [nearest = next] = given.filter((other) => other > rank && other < next).toSorted(bytewise);
        rank = rankBetween(rank, nearest);
      }
      given.push(rank);
    }
    return given;
  }
}

const bytewise = (one: string, other: string): number => (one < other ? -1 : 1);
