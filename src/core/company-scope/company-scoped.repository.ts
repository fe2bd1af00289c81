import type { EntityManager, FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { momentAfter } from '#common/database/timestamp.column.js';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { columnsOf } from '../database/schema/columns.js';
import { Conditions } from '../database/lists/conditions.js';
import type { Database } from '../database/database.js';
import type { Lists } from '../database/lists/lists.js';
import type { CompanyScopedEntity } from './company-scoped.entity.js';
import type { RequestContext, TransactionContext } from './request-context.js';

/** When something was made and changed, where that was elsewhere. */
export type Moments = Pick<CompanyScopedEntity, 'createdAt' | 'updatedAt'>;

/** What a new row has; what it leaves out is made. */
export type NewRow<Entity extends CompanyScopedEntity> = Omit<Entity, 'id' | 'companyId' | 'createdAt' | 'updatedAt'> &
  Partial<Moments> & { id?: string };

/**
 * The rows of one entity. It reads and writes only those of the context's company, in its transaction.
 */
export class CompanyScopedRepository<Entity extends CompanyScopedEntity> {
  constructor(
    private readonly entity: new () => Entity,
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  findOne(context: RequestContext, where: FindOptionsWhere<Entity>): Promise<Entity | null> {
    return this.manager(context).findOne(this.entity, { where: this.scoped(context, where) });
  }

  /** As `findOne`, and no one else changes the row until the transaction ends. */
  async findOneForUpdate(tx: TransactionContext, where: FindOptionsWhere<Entity>): Promise<Entity | null> {
    const row = await this.manager(tx).findOne(this.entity, {
      where: this.scoped(tx, where),
      lock: { mode: 'for_no_key_update' },
    });
    if (row) tx.precondition?.see(row);
    return row;
  }

  /** As `findOne`, for a row that has to be there. @throws NotFoundError that calls a missing one `name` */
  async require(context: RequestContext, where: FindOptionsWhere<Entity>, name: string): Promise<Entity> {
    const row = await this.findOne(context, where);
    if (!row) throw new NotFoundError(name);
    return row;
  }

  /** As `findOneForUpdate`, for a row that has to be there. @throws NotFoundError that calls a missing one `name` */
  async requireForUpdate(tx: TransactionContext, where: FindOptionsWhere<Entity>, name: string): Promise<Entity> {
    const row = await this.findOneForUpdate(tx, where);
    if (!row) throw new NotFoundError(name);
    return row;
  }

  /** How many rows there are. Lock whatever lets others add one, if the number must stay exact. */
  count(context: RequestContext): Promise<number> {
    return this.manager(context).count(this.entity, { where: this.scoped(context, {}) });
  }

  /** The rows `e` that meet the conditions, as the endpoint asks for them, the oldest first. */
  find<Item>(
    context: RequestContext,
    query: PageQuery,
    toItem: (entity: Entity) => Item,
    conditions = new Conditions(),
  ): Promise<List<Item>> {
    const { tablePath } = this.manager(context).dataSource.getMetadata(this.entity);
    const { where, values } = conditions.equals('e.company_id', 'uuid', context.companyId);
    return this.lists.find<Entity, Item>(context, query, {
      select: `SELECT ${columnsOf(this.entity, 'e')} FROM "${tablePath}" e WHERE ${where}`,
      values,
      orderBy: 'e.created_at, e.id',
      toItem,
    });
  }

  /** Inserts a row. Both timestamps are now, and the id is new, unless `values` has them. */
  async insert(tx: TransactionContext, values: NewRow<Entity>): Promise<Entity> {
    const now = new Date().toISOString();
    const row = { id: uuidv7(), createdAt: now, updatedAt: now, ...values, companyId: tx.companyId };
    await this.manager(tx).insert(this.entity, row as unknown as QueryDeepPartialEntity<Entity>);
    return row as unknown as Entity;
  }

  /** Changes a row that was found for update, and moves its `updatedAt`. */
  async update(tx: TransactionContext, entity: Entity, changes: Partial<Entity>): Promise<Entity> {
    // It never changes, and Citus takes no statement that writes it.
    const { companyId: _, ...own } = changes as Partial<Entity> & { companyId?: string };
    const row = { ...own, updatedAt: momentAfter(entity.updatedAt) };
    const key = this.scoped(tx, { id: entity.id } as FindOptionsWhere<Entity>);
    await this.manager(tx).update(this.entity, key, row as unknown as QueryDeepPartialEntity<Entity>);
    return { ...entity, ...row };
  }

  async delete(tx: TransactionContext, id: string): Promise<void> {
    await this.manager(tx).delete(this.entity, this.scoped(tx, { id } as FindOptionsWhere<Entity>));
  }

  private scoped(context: RequestContext, where: FindOptionsWhere<Entity>): FindOptionsWhere<Entity> {
    return { ...where, companyId: context.companyId };
  }

  private manager(context: RequestContext): EntityManager {
    return this.database.manager(context);
  }
}
