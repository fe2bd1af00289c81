import { Injectable } from '@nestjs/common';
import { NIL_UUID } from '#common/validation/uuid.js';
import type {
  DatabaseContext,
  InTransaction,
  RequestContext,
  TransactionContext,
} from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';
import { type TakenOut, TakesOutValues } from '#modules/fields/field.hooks.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { containing, type FieldDefinition, hasValue, type StoredValue, type StoredValues } from '#schema/fields.js';
import { isActiveProject } from '#schema/projects.js';
import { isOpen, NOTE_EXTRAS } from '#schema/tasks.js';

const SELECT_VALUES: Statement = {
  name: 'values-of-tasks',
  text: 'SELECT id, custom FROM task_values WHERE company_id = $1 AND id = ANY ($2::uuid[])',
};

const SELECT_NAMES: Statement = {
  name: 'names-of-users',
  text: 'SELECT id, name FROM users WHERE company_id = $1 AND id = ANY ($2::uuid[])',
};

const MARK_TASKS: Statement = {
  name: 'mark-tasks-with-values',
  text: NOTE_EXTRAS,
};

const MERGE_VALUES: Statement = {
  name: 'merge-values',
  text: `INSERT INTO task_values (company_id, id, custom) SELECT $1, t.id, $3::jsonb FROM unnest($2::uuid[]) t (id)
    ON CONFLICT (company_id, id) DO UPDATE SET custom = task_values.custom || excluded.custom`,
};

const TAKE_OUT: Statement = {
  name: 'take-out-values',
  text: `UPDATE task_values SET custom = custom - $3::text[]
    WHERE company_id = $1 AND id = ANY ($2::uuid[]) AND custom ?| $3::text[]`,
};

/** Tasks of one transaction: others wait for a fraction of a second. */
const BATCH = 2_000;

const SELECT_BATCH: Statement = {
  name: 'tasks-with-values',
  text: `SELECT id FROM task_values WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT ${BATCH}`,
};

/** The rows of values. */
@Injectable()
export class TaskValuesRepository {
  constructor(private readonly database: Database) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [{ table: 'task_values', columns: { custom: { type: 'jsonb', hand: 'typed' } } }];
  }

  /** By task; one that never had any has no entry. */
  async findValues(context: RequestContext, taskIds: readonly string[]): Promise<Map<string, StoredValues>> {
    if (taskIds.length === 0) return new Map();
    const values = [context.companyId, taskIds];
    const rows = await this.database.rows<{ id: string; custom: StoredValues }>(context, SELECT_VALUES, values);
    return new Map(rows.map(({ id, custom }) => [id, custom]));
  }

  /** How many of people, each named by id or by e-mail in lower case, are active users. */
  async countActive(context: RequestContext, people: readonly string[]): Promise<number> {
    if (people.length === 0) return 0;
    const text = `SELECT count(DISTINCT n.person) AS count FROM unnest($2::text[]) n (person)
      JOIN users u ON u.company_id = $1 AND (u.id::text = n.person OR lower(u.email) = n.person) WHERE u.active`;
    return (await this.database.row<{ count: number }>(context, { text }, [context.companyId, people]))?.count ?? 0;
  }

  /** What users are called, by their id. */
  async findNames(context: RequestContext, userIds: ReadonlySet<string>): Promise<Map<string, string>> {
    if (userIds.size === 0) return new Map();
    const values = [context.companyId, [...userIds]];
    const rows = await this.database.rows<{ id: string; name: string }>(context, SELECT_NAMES, values);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Takes the values of a deleted field out of some tasks after the one of an id. */
  @TakesOutValues()
  async takeOut(
    tx: InTransaction<DatabaseContext & { readonly companyId: string }>,
    fieldId: string,
    after: string | null,
  ): Promise<TakenOut> {
    const batch = await this.database.rows<{ id: string }>(tx, SELECT_BATCH, [tx.companyId, after ?? NIL_UUID]);
    const ids = batch.map(({ id }) => id);
    if (ids.length > 0) await this.database.execute(tx, TAKE_OUT, [tx.companyId, ids, [fieldId]]);
    return { until: ids.at(-1) ?? after, isAll: ids.length < BATCH };
  }

  /** Open tasks that have the person in the field, of projects whose tasks can have it and that are not archived. */
  async findOpenWith(tx: TransactionContext, field: FieldDefinition, userId: string, most: number): Promise<string[]> {
    const conditions = new Conditions([tx.companyId]);
    const part = `v.custom @> ${conditions.parameter(containing(field, userId))}::jsonb`;
    const has = hasValue('t', field, conditions, part);
    const text = `SELECT t.id FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
      WHERE t.company_id = $1 AND ${isOpen('t')} AND ${isActiveProject('p')} AND ${has} ORDER BY t.id LIMIT ${most}`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, conditions.values);
    return rows.map(({ id }) => id);
  }

  /** Takes a person out of all open tasks, without a change of these. */
  async forgetPerson(context: RequestContext, field: FieldDefinition, userId: string): Promise<void> {
    const text = `UPDATE task_values v SET custom = v.custom - $2::text WHERE v.company_id = $1 AND v.custom @> $3::jsonb
      AND v.id IN (SELECT t.id FROM tasks t WHERE t.company_id = $1 AND ${isOpen('t')})`;
    await this.database.execute(context, { text }, [context.companyId, field.id, containing(field, userId)]);
  }

  /** Gives locked tasks values, and takes those out that are null. */
  async writeValues(
    tx: TransactionContext,
    taskIds: readonly string[],
    values: ReadonlyMap<string, StoredValue | null>,
  ): Promise<void> {
    const set = Object.fromEntries([...values].filter(([, value]) => value !== null));
    const cleared = [...values.keys()].filter((id) => values.get(id) === null);
    if (Object.keys(set).length > 0) {
      await this.database.execute(tx, MARK_TASKS, [tx.companyId, taskIds]);
      await this.database.execute(tx, MERGE_VALUES, [tx.companyId, taskIds, JSON.stringify(set)]);
    }
    if (cleared.length > 0) await this.database.execute(tx, TAKE_OUT, [tx.companyId, taskIds, cleared]);
  }
}
