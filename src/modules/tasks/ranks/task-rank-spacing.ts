import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { LONGEST_RANK, rankOfNumber, ranksBetween } from './task-rank.js';

/** A project whose order, hierarchy and planning no one else changes until the transaction ends. */
export interface LockedProject {
  id: string;
  lastTaskNumber: number;
}

interface Ranked {
  id: string;
  rank: string;
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
  constructor(private readonly database: Database) {}

  /** Gives new ranks to as many tasks around `rank` as it takes. Locks them, and the task `movedId`. */
  async spread(tx: TransactionContext, project: LockedProject, rank: string, movedId: string): Promise<void> {
    for (let reach = REACH; ; reach *= WIDENING) {
      const { before, tasks, after, isWholeProject } = await this.stretchAround(tx, project, rank, reach);
      const ranks = ranksBetween(before, after, tasks.length);
      if (isWholeProject || ranks.every(({ length }) => length <= SHORT_RANK)) {
        await this.lock(tx, [...tasks.map(({ id }) => id), movedId]);
        return this.store(tx, tasks, ranks);
      }
    }
  }

  private async stretchAround(
    tx: TransactionContext,
    { id, lastTaskNumber }: LockedProject,
    rank: string,
    reach: number,
  ): Promise<Stretch> {
    const side = (comparison: '<' | '>=', direction: 'DESC' | 'ASC') =>
      this.database.rows<Ranked>(
        tx,
        {
          text: `SELECT id, rank FROM tasks WHERE company_id = $1 AND project_id = $2 AND rank ${comparison} $3
            ORDER BY rank ${direction} LIMIT $4`,
        },
        [tx.companyId, id, rank, reach + 1],
      );
    const below = await side('<', 'DESC');
    const above = await side('>=', 'ASC');
    const before = below.length > reach ? below.pop() : undefined;
    const after = above.length > reach ? above.pop() : undefined;
    return {
      before: before?.rank ?? null,
      tasks: [...below.reverse(), ...above],
      after: after?.rank ?? rankOfNumber(lastTaskNumber + 1),
      isWholeProject: !before && !after,
    };
  }

  /** By id, as everywhere, so that two requests cannot wait for each other. */
  private lock(tx: TransactionContext, ids: string[]): Promise<number> {
    return this.database.execute(
      tx,
      { text: 'SELECT FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE' },
      [tx.companyId, ids],
    );
  }

  private async store(tx: TransactionContext, tasks: Ranked[], ranks: string[]): Promise<void> {
    const ids = tasks.map(({ id }) => id);
    // Ranks are unique at every moment: first they move aside, to values that are no ranks.
    await this.database.execute(
      tx,
      { text: `UPDATE tasks SET rank = rank || '~' WHERE company_id = $1 AND id = ANY ($2::uuid[])` },
      [tx.companyId, ids],
    );
    await this.database.execute(
      tx,
      {
        text: `UPDATE tasks t SET rank = s.rank FROM unnest($2::uuid[], $3::text[]) AS s (id, rank)
          WHERE t.company_id = $1 AND t.id = s.id`,
      },
      [tx.companyId, ids, ranks],
    );
  }
}
