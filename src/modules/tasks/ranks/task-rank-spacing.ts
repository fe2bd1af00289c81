import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { LONGEST_RANK, rankOfNumber, ranksBetween } from './task-rank.js';
import { TaskRanksRepository, type Ranked } from './task-ranks.repository.js';

/** A project whose order, hierarchy and planning no one else changes until the transaction ends. */
export interface LockedProject {
  id: string;
  lastTaskNumber: number;
}

/** Neighbouring tasks in order, and the ranks on both sides of them; null means the very beginning. */
interface Stretch {
  before: string | null;
  tasks: Ranked[];
  after: string;
  isWholeProject: boolean;
}

/** Tasks on each side that get new ranks. When these stay long, it takes so many times more. */
const REACH = 64;
const WIDENING = 8;
/** A rank of this length leaves room for many moves. */
const SHORT_RANK = LONGEST_RANK / 2;

/** Makes room where ranks have grown long. The order stays the same, so there is no event. */
@Injectable()
export class TaskRankSpacing {
  constructor(private readonly ranks: TaskRanksRepository) {}

  /** Gives new ranks to as many tasks around `rank` as it takes. Locks them, and the task `movedId`. */
  async spreadRanks(tx: TransactionContext, project: LockedProject, rank: string, movedId: string): Promise<void> {
    for (let reach = REACH; ; reach *= WIDENING) {
      const { before, tasks, after, isWholeProject } = await this.stretchAround(tx, project, rank, reach);
      const ranks = ranksBetween(before, after, tasks.length);
      if (isWholeProject || ranks.every(({ length }) => length <= SHORT_RANK)) {
        await this.ranks.lockTasks(tx, [...tasks.map(({ id }) => id), movedId]);
        return this.ranks.storeRanks(tx, tasks, ranks);
      }
    }
  }

  private async stretchAround(
    tx: TransactionContext,
    { id, lastTaskNumber }: LockedProject,
    rank: string,
    reach: number,
  ): Promise<Stretch> {
    const below = await this.ranks.findBelow(tx, id, rank, reach + 1);
    const above = await this.ranks.findAbove(tx, id, rank, reach + 1);
    const before = below.length > reach ? below.pop() : undefined;
    const after = above.length > reach ? above.pop() : undefined;
    return {
      before: before?.rank ?? null,
      tasks: [...below.reverse(), ...above],
      after: after?.rank ?? rankOfNumber(lastTaskNumber + 1),
      isWholeProject: !before && !after,
    };
  }
}
