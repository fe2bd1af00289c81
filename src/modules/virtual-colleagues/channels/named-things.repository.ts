import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** A task, as messages name it. */
export interface NamedTask {
  readonly id: string;
  readonly tid: string;
  readonly title: string;
  readonly projectId: string;
}

/** The people and tasks that messages name. */
@Injectable()
export class NamedThingsRepository {
  constructor(private readonly database: Database) {}

  /** The names of people, by id. */
  async findPeople(tx: TransactionContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const text = 'SELECT u.id, u.name FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[])';
    const rows = await this.database.rows<{ id: string; name: string }>(tx, { text }, [tx.companyId, ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** By id. */
  async findTasks(tx: TransactionContext, ids: readonly string[]): Promise<ReadonlyMap<string, NamedTask>> {
    const text = `SELECT t.id, t.tid, t.title, t.project_id AS "projectId" FROM tasks t
      WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[])`;
    const rows = await this.database.rows<NamedTask>(tx, { text }, [tx.companyId, ids]);
    return new Map(rows.map((task) => [task.id, task]));
  }
}
