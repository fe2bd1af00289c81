import { Injectable } from '@nestjs/common';
import { folded } from '#common/text/folded.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database, Statement } from '#core/database/database.js';
import { Label } from './label.entity.js';

const COUNT_LABELS: Statement = {
  name: 'count-labels',
  text: 'SELECT count(*) FROM labels WHERE company_id = $1 AND id = ANY ($2::uuid[])',
};

const LOCK_LABELS: Statement = {
  name: 'lock-labels',
  text: `SELECT ${columnsOf(Label, 'l')} FROM labels l
    WHERE l.company_id = $1 AND l.id = ANY ($2::uuid[]) ORDER BY l.id FOR NO KEY UPDATE`,
};

/** What is asked of several labels at once. */
@Injectable()
export class LabelsRepository {
  constructor(private readonly database: Database) {}

  async countByIds(context: RequestContext, ids: readonly string[]): Promise<number> {
    return (await this.database.row<{ count: number }>(context, COUNT_LABELS, [context.companyId, ids]))?.count ?? 0;
  }

  /** By the names as they are compared. */
  async findIdsByName(context: RequestContext, names: readonly string[]): Promise<Map<string, string>> {
    const text = `SELECT id, folded(name) AS name FROM labels
      WHERE company_id = $1 AND folded(name) = ANY ($2::text[])`;
    const values = [context.companyId, names.map((name) => folded(name))];
    const rows = await this.database.rows<{ id: string; name: string }>(context, { text }, values);
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  lockLabels(tx: TransactionContext, ids: readonly string[]): Promise<Label[]> {
    return this.database.rows<Label>(tx, LOCK_LABELS, [tx.companyId, ids]);
  }
}
