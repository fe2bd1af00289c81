import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

export interface Ranked {
  id: string;
  rank: string;
}

/** The order of the tasks of a project. */
@Injectable()
export class TaskRanksRepository {
  constructor(private readonly database: Database) {}

  /** The nearest first. */
  findBelow(tx: TransactionContext, projectId: string, rank: string, most: number): Promise<Ranked[]> {
    const text = `SELECT id, rank FROM tasks WHERE company_id = $1 AND project_id = $2 AND rank < $3
            ORDER BY rank DESC LIMIT $4`;
    return this.database.rows<Ranked>(tx, { text }, [tx.companyId, projectId, rank, most]);
  }

  /** With the one of that rank, the nearest first. */
  findAbove(tx: TransactionContext, projectId: string, rank: string, most: number): Promise<Ranked[]> {
    const text = `SELECT id, rank FROM tasks WHERE company_id = $1 AND project_id = $2 AND rank >= $3
            ORDER BY rank ASC LIMIT $4`;
    return this.database.rows<Ranked>(tx, { text }, [tx.companyId, projectId, rank, most]);
  }

  /** The rank of a task, of the nearest one above or below it but for `movedId`, and of that one itself. */
  findNeighbour(
    tx: TransactionContext,
    id: string,
    where: 'above' | 'below',
    movedId: string,
  ): Promise<{ rank: string; next: string | null; own: string | null } | undefined> {
    const [nearest, side] = where === 'above' ? ['max', '<'] : ['min', '>'];
    const text = `SELECT t.rank, (SELECT ${nearest}(n.rank) FROM tasks n
            WHERE n.company_id = $1 AND n.project_id = t.project_id AND n.rank ${side} t.rank AND n.id <> $3) AS next,
            (SELECT m.rank FROM tasks m WHERE m.company_id = $1 AND m.id = $3) AS own
          FROM tasks t WHERE t.company_id = $1 AND t.id = $2`;
    return this.database.row(tx, { text }, [tx.companyId, id, movedId]);
  }

  /** By id, as everywhere, so that two requests cannot wait for each other. */
  lockTasks(tx: TransactionContext, ids: string[]): Promise<number> {
    return this.database.execute(
      tx,
      { text: 'SELECT FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE' },
      [tx.companyId, ids],
    );
  }

  async storeRanks(tx: TransactionContext, tasks: Ranked[], ranks: string[]): Promise<void> {
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
