import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import type { ListStatement } from '#core/database/lists/lists.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import type { ViewResponse, ViewsQuery } from './view.dto.js';
import { View } from './view.entity.js';

export type ViewRow = View & Pick<ViewResponse, 'position'>;

/** Where each favorite stands, without the gaps that deleted views leave. */
const POSITION = `(SELECT count(*) FROM view_favorites o WHERE o.company_id = $1 AND o.user_id = $2 AND o.position < f.position)`;

/** The views that a caller sees: their own and those of the company, of projects within reach. */
@Injectable()
export class ViewsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  listStatement(context: RequestContext, { projectId, favorite }: Omit<ViewsQuery, keyof PageQuery>): ListStatement {
    const conditions = this.visible(context);
    if (projectId) {
      conditions.add(`(v.project_id IS NULL OR v.project_id = ANY (${conditions.parameter(projectId)}::uuid[]))`);
    }
    if (favorite !== undefined) conditions.add(`f.position IS ${favorite ? 'NOT ' : ''}NULL`);
    return { select: selectViews(conditions), values: conditions.values, orderBy: 'v.name COLLATE alphabet, v.id' };
  }

  /** Deletes what only an erased user saw; the shared views have no owner then. */
  @BeforeErasure()
  async forgetOwner(tx: TransactionContext, { id: userId }: ErasedUser): Promise<void> {
    const favorites = 'DELETE FROM view_favorites WHERE company_id = $1 AND user_id = $2';
    const own = `DELETE FROM views WHERE company_id = $1 AND owner_id = $2 AND visibility = 'private'`;
    const shared = 'UPDATE views SET owner_id = NULL WHERE company_id = $1 AND owner_id = $2';
    for (const text of [favorites, own, shared]) await this.database.execute(tx, { text }, [tx.companyId, userId]);
  }

  /** The ids of the caller's favorites, in their order, which nobody else changes until the transaction ends. */
  async lockFavorites(tx: TransactionContext): Promise<string[]> {
    const owner = [tx.companyId, tx.userId];
    const lock = `SELECT 1 FROM users u WHERE u.company_id = $1 AND u.id = $2 FOR NO KEY UPDATE`;
    await this.database.execute(tx, { text: lock }, owner);
    const text = 'SELECT view_id AS id FROM view_favorites WHERE company_id = $1 AND user_id = $2 ORDER BY position';
    return (await this.database.rows<{ id: string }>(tx, { text }, owner)).map(({ id }) => id);
  }

  async orderFavorites(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    const text = `INSERT INTO view_favorites (company_id, user_id, view_id, position)
        SELECT v.company_id, $2::uuid, o.id, o.place - 1 FROM unnest($3::uuid[]) WITH ORDINALITY o (id, place)
          JOIN views v ON v.company_id = $1 AND v.id = o.id FOR KEY SHARE OF v
        ON CONFLICT (company_id, user_id, view_id) DO UPDATE SET position = excluded.position`;
    await this.database.execute(tx, { text }, [tx.companyId, tx.userId, ids]);
  }

  async removeFavorite(tx: TransactionContext, id: string): Promise<void> {
    const text = 'DELETE FROM view_favorites WHERE company_id = $1 AND user_id = $2 AND view_id = $3';
    await this.database.execute(tx, { text }, [tx.companyId, tx.userId, id]);
  }

  async setMoments(tx: TransactionContext, id: string, { createdAt, updatedAt }: Moments): Promise<void> {
    const text = 'UPDATE views SET created_at = $3, updated_at = $4 WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id, createdAt, updatedAt]);
  }

  async countOwn(tx: TransactionContext): Promise<number> {
    const text = 'SELECT count(*) AS count FROM views WHERE company_id = $1 AND owner_id = $2';
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, tx.userId]))?.count ?? 0;
  }

  /** @throws NotFoundError when the caller does not see it. */
  async getVisible(context: RequestContext, id: string): Promise<ViewRow> {
    const conditions = this.visible(context);
    conditions.add(`v.id = ${conditions.parameter(id)}`);
    const row = await this.database.row<ViewRow>(context, { text: selectViews(conditions) }, conditions.values);
    if (!row) throw new NotFoundError('View');
    return row;
  }

  /** The caller's own views and those of the company, of projects within reach. */
  private visible(context: RequestContext): Conditions {
    return new Conditions(this.access.parametersOf(context))
      .add('v.company_id = $1')
      .add(`(v.visibility = 'company' OR v.owner_id = $2)`)
      .add(`(v.project_id IS NULL OR ${this.access.conditionOnMany(context, 'v.project_id')})`);
  }
}

function selectViews(conditions: Conditions): string {
  return `SELECT ${columnsOf(View, 'v')}, CASE WHEN f.position IS NOT NULL THEN ${POSITION} END AS position
    FROM views v LEFT JOIN view_favorites f ON f.company_id = v.company_id AND f.view_id = v.id AND f.user_id = $2
    WHERE ${conditions.where}`;
}
