import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { momentAfter } from '#common/database/timestamp.column.js';
import type { List } from '#common/http/list.js';
import type {
  DatabaseContext,
  InTransaction,
  RequestContext,
  TransactionContext,
} from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database, type Statement } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { containing, type FieldDefinition, type FieldOption } from '#schema/fields.js';
import type { TakenOut } from './field.hooks.js';
import type { FieldResponse, FieldsQuery } from './field.dto.js';
import { Field } from './field.entity.js';

const COLUMNS = columnsOf(Field, 'f');
/** What others need to know of a field. */
const DEFINITION = `f.id, f.key, f.name, f.type, f.options, f.project_ids AS "projectIds", f.position, f.archived`;

const SELECT_ALL: Statement = {
  name: 'fields-of-company',
  text: `SELECT ${DEFINITION} FROM fields f WHERE f.company_id = $1 AND f.deleted_at IS NULL ORDER BY f.position, f.id`,
};

const SHARE_FIELDS: Statement = {
  name: 'share-fields',
  text: `SELECT ${DEFINITION} FROM fields f WHERE f.company_id = $1 AND f.key = ANY ($2::text[]) AND f.deleted_at IS NULL
    ORDER BY f.id FOR KEY SHARE`,
};

const IS_UNPURGED = 'deleted_at IS NOT NULL AND NOT is_purged';

/** Those that have values of deleted fields. */
export const COMPANIES_TO_PURGE = `SELECT company_id FROM fields WHERE ${IS_UNPURGED}`;

/** A deleted field whose values are still there. */
export interface RemovedField {
  readonly companyId: string;
  readonly id: string;
}

/** How many fields there are. */
interface Counts {
  readonly all: number;
  readonly live: number;
}

/** A transaction of the service's own. */
type CompanyTransaction = InTransaction<DatabaseContext & { readonly companyId: string }>;

/** The rows of fields. */
@Injectable()
export class FieldsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Of the projects, those that the caller reaches are asked for. */
  findPage(
    context: RequestContext,
    { archived = false, projectId, ...page }: FieldsQuery,
    toItem: (field: Field) => FieldResponse,
  ): Promise<List<FieldResponse>> {
    const conditions = new Conditions([context.companyId]).add('f.company_id = $1').add('f.deleted_at IS NULL');
    if (!archived) conditions.add('NOT f.archived');
    if (projectId) {
      conditions.add(`(f.project_ids IS NULL OR f.project_ids && ${conditions.parameter(projectId)}::uuid[])`);
    }
    return this.lists.find<Field, FieldResponse>(context, page, {
      select: `SELECT ${COLUMNS} FROM fields f WHERE ${conditions.where}`,
      values: conditions.values,
      orderBy: 'f.position, f.id',
      toItem,
    });
  }

  findOne(context: RequestContext, id: string): Promise<Field | undefined> {
    const text = `SELECT ${COLUMNS} FROM fields f WHERE f.company_id = $1 AND f.id = $2 AND f.deleted_at IS NULL`;
    return this.database.row<Field>(context, { text }, [context.companyId, id]);
  }

  /** As `findOne`; no task gets a value of it until the transaction ends. */
  findOneForUpdate(tx: TransactionContext, id: string): Promise<Field | undefined> {
    const text = `SELECT ${COLUMNS} FROM fields f
      WHERE f.company_id = $1 AND f.id = $2 AND f.deleted_at IS NULL FOR UPDATE`;
    return this.database.row<Field>(tx, { text }, [tx.companyId, id]);
  }

  async findIdByKey(context: RequestContext, key: string): Promise<string | undefined> {
    const text = 'SELECT id FROM fields WHERE company_id = $1 AND key = $2 AND deleted_at IS NULL';
    return (await this.database.rowByKey<{ id: string }>(context, { text }, [context.companyId, key]))?.id;
  }

  /** Those that are there, by position. */
  findDefinitions(context: RequestContext): Promise<FieldDefinition[]> {
    return this.database.rows<FieldDefinition>(context, SELECT_ALL, [context.companyId]);
  }

  /** Those of the keys, which nobody deletes or gives other options until the transaction ends. */
  shareFields(tx: TransactionContext, keys: readonly string[]): Promise<FieldDefinition[]> {
    return this.database.rows<FieldDefinition>(tx, SHARE_FIELDS, [tx.companyId, keys]);
  }

  /** Deleted ones. */
  findDeleted(context: RequestContext, ids: readonly string[]): Promise<FieldDefinition[]> {
    const text = `SELECT ${DEFINITION} FROM fields f
      WHERE f.company_id = $1 AND f.id = ANY ($2::uuid[]) AND f.deleted_at IS NOT NULL`;
    return this.database.rows<FieldDefinition>(context, { text }, [context.companyId, ids]);
  }

  /** The keys, of deleted ones too. */
  async findKeys(tx: TransactionContext): Promise<Set<string>> {
    const text = 'SELECT key FROM fields WHERE company_id = $1';
    const rows = await this.database.rows<{ key: string }>(tx, { text }, [tx.companyId]);
    return new Set(rows.map(({ key }) => key));
  }

  async countFields(tx: TransactionContext): Promise<Counts> {
    const text = `SELECT count(*) AS "all", count(*) FILTER (WHERE NOT archived) AS live
      FROM fields WHERE company_id = $1 AND deleted_at IS NULL`;
    return (await this.database.row<Counts>(tx, { text }, [tx.companyId])) ?? { all: 0, live: 0 };
  }

  async insertField(
    tx: TransactionContext,
    values: Omit<FieldDefinition, 'id' | 'archived'> &
      Partial<Pick<Field, 'archived' | 'createdAt' | 'updatedAt'>> &
      Pick<Field, 'description'>,
  ): Promise<string> {
    const now = new Date().toISOString();
    const id = uuidv7();
    const { key, name, type, description, options, projectIds, position, archived = false } = values;
    const { createdAt = now, updatedAt = now } = values;
    await this.moveOthers(tx, 'position + 1', 'position >= $2', [position]);
    const text = `INSERT INTO fields (company_id, id, key, name, type, description, options, project_ids, position, archived, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
    const row = [key, name, type, description, JSON.stringify(options), projectIds, position, archived];
    await this.database.execute(tx, { text }, [tx.companyId, id, ...row, createdAt, updatedAt]);
    return id;
  }

  /** Changes a locked field; the others make room for its position. */
  async update(tx: TransactionContext, before: Field, after: Field): Promise<void> {
    const [from, to] = [before.position, after.position];
    if (to > from) await this.moveOthers(tx, 'position - 1', 'position > $2 AND position <= $3', [from, to]);
    if (to < from) await this.moveOthers(tx, 'position + 1', 'position >= $2 AND position < $3', [to, from]);
    const text = `UPDATE fields SET name = $3, description = $4, options = $5, project_ids = $6, position = $7, archived = $8,
      updated_at = $9 WHERE company_id = $1 AND id = $2`;
    const { id, name, description, options, projectIds, archived } = after;
    const values = [tx.companyId, id, name, description, JSON.stringify(options), projectIds, to, archived];
    await this.database.execute(tx, { text }, [...values, momentAfter(before.updatedAt)]);
  }

  /** Its row stays, for its key and for stored filters. */
  async remove(tx: TransactionContext, { id, position }: Field): Promise<void> {
    const text = 'UPDATE fields SET deleted_at = $3 WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id, new Date().toISOString()]);
    await this.moveOthers(tx, 'position - 1', 'position > $2', [position]);
  }

  /** A project that is deleted is none of a field's any more. */
  async forgetProject(tx: TransactionContext, projectId: string): Promise<number> {
    const text = `UPDATE fields SET project_ids = array_remove(project_ids, $2::uuid), updated_at = $3
      WHERE company_id = $1 AND project_ids @> ARRAY[$2::uuid]`;
    return this.database.execute(tx, { text }, [tx.companyId, projectId, new Date().toISOString()]);
  }

  /** Those of the options that a task has. */
  async findUsed(tx: TransactionContext, field: Field, options: readonly FieldOption[]): Promise<Set<string>> {
    if (options.length === 0) return new Set();
    const text = `SELECT o.id FROM unnest($2::text[], $3::jsonb[]) o (id, part)
      WHERE EXISTS (SELECT FROM task_values v WHERE v.company_id = $1 AND v.custom @> o.part)
        OR EXISTS (SELECT FROM trashed_rows r WHERE r.company_id = $1 AND r.source = 'task_values' AND r.row -> 'custom' @> o.part)`;
    const ids = options.map(({ id }) => id);
    const values = [tx.companyId, ids, ids.map((id) => containing(field, id))];
    const rows = await this.database.rows<{ id: string }>(tx, { text }, values);
    return new Set(rows.map(({ id }) => id));
  }

  /** Of all companies. */
  findUnpurged(context: DatabaseContext): Promise<RemovedField[]> {
    const text = `SELECT company_id AS "companyId", id FROM fields WHERE ${IS_UNPURGED}`;
    return this.database.rows<RemovedField>(context, { text });
  }

  /** Up to which task its values are out; undefined where another process is at it. */
  lockUnpurged(tx: CompanyTransaction, id: string): Promise<Pick<TakenOut, 'until'> | undefined> {
    const text = `SELECT purged_until AS "until" FROM fields
      WHERE company_id = $1 AND id = $2 AND ${IS_UNPURGED} FOR UPDATE SKIP LOCKED`;
    return this.database.row<Pick<TakenOut, 'until'>>(tx, { text }, [tx.companyId, id]);
  }

  async markPurged(tx: CompanyTransaction, id: string, { until, isAll }: TakenOut): Promise<void> {
    const text = 'UPDATE fields SET purged_until = $3, is_purged = $4 WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id, until, isAll]);
  }

  private async moveOthers(tx: TransactionContext, position: string, where: string, values: number[]): Promise<void> {
    const text = `UPDATE fields SET position = ${position} WHERE company_id = $1 AND deleted_at IS NULL AND ${where}`;
    await this.database.execute(tx, { text }, [tx.companyId, ...values]);
  }
}
