import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { suggestion } from '#common/text/suggestion.js';
import type { RequestContext, Transaction, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { NotifiedCache } from '#core/database/pool/notified-cache.js';
import { Notifications } from '#core/database/pool/notifications.js';
import { CUSTOM_PREFIX, type CustomFieldType, type CustomName, type FieldDefinition } from '#schema/fields.js';
import { FieldsRepository } from './fields.repository.js';

/** The channel that names each company whose fields have changed. */
const FIELDS_CHANGED = 'fields_changed';

/** The fields of a company, as everything that reads or writes values asks for them. A change counts as `NotifiedCache` says. */
@Injectable()
export class FieldCatalogue {
  private readonly changed = new WeakSet<Transaction>();
  private readonly cache: NotifiedCache<readonly FieldDefinition[]>;

  constructor(
    private readonly database: Database,
    private readonly rows: FieldsRepository,
    notifications: Notifications,
  ) {
    this.cache = new NotifiedCache(notifications, FIELDS_CHANGED);
  }

  /** Those that are there, archived ones too, by position. */
  async findAll(context: RequestContext): Promise<readonly FieldDefinition[]> {
    const { companyId, transaction } = context;
    if (!transaction) return (await this.cache.find(companyId, () => this.rows.findDefinitions(context))) ?? [];
    // What a transaction sees is for nobody else yet, and may be of before.
    const known = this.changed.has(transaction) ? undefined : this.cache.known(companyId);
    return known ?? this.rows.findDefinitions(context);
  }

  /** The field that `custom.<key>` names, of one of the types. @throws ValidationError about a parameter or field */
  async getNamed(
    context: RequestContext,
    name: CustomName,
    types: readonly CustomFieldType[],
    about: string,
  ): Promise<FieldDefinition> {
    const fields = await this.findAll(context);
    const field = fields.find(({ key }) => name === `${CUSTOM_PREFIX}${key}`);
    if (!field) {
      const names = fields.map(({ key }) => `${CUSTOM_PREFIX}${key}`);
      throw new ValidationError({ [about]: `Unknown field "${name}"${suggestion(name, names)}` });
    }
    if (types.includes(field.type)) return field;
    throw new ValidationError({
      [about]: `Takes fields of type ${types.join(', ')}; ${name} is of type ${field.type}`,
    });
  }

  /** Those of the keys as they are now, which nobody deletes or gives other options until the transaction ends. */
  shareFields(tx: TransactionContext, keys: readonly string[]): Promise<FieldDefinition[]> {
    return this.rows.shareFields(tx, keys);
  }

  /** Fields that were deleted, by their ids: stored filters still name them. */
  findDeleted(context: RequestContext, ids: readonly string[]): Promise<FieldDefinition[]> {
    return this.rows.findDeleted(context, ids);
  }

  /** To be called in the transaction of each change: once it is committed, it counts here, and others hear of it. */
  async announceFields(tx: TransactionContext): Promise<void> {
    this.changed.add(tx.transaction);
    tx.transaction.afterCommit.push(() => this.cache.forget(tx.companyId));
    await this.database.notify(tx, FIELDS_CHANGED, tx.companyId);
  }
}
