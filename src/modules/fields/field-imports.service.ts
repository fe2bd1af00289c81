import { folded, isSameText } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { cut } from '#common/validation/storable.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Outbox } from '#core/events/outbox.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { type CustomFieldType, type FieldDefinition, type FieldOption } from '#schema/fields.js';
import { MOST_OPTIONS } from './field.dto.js';
import { FieldsRepository } from './fields.repository.js';
import { FieldsService } from './fields.service.js';

/** A field as an archive has it. */
export interface ArchivedField extends Omit<FieldDefinition, 'id' | 'position'> {
  readonly description: string | null;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

/** An option that a field may not have yet. */
export type GivenOption = Pick<FieldOption, 'name'> & Partial<Pick<FieldOption, 'color' | 'archived'>>;

/** Fields that imports make or find. */
@Injectable()
export class FieldImports {
  constructor(
    private readonly rows: FieldsRepository,
    private readonly fields: FieldsService,
    private readonly companies: CompaniesService,
    private readonly outbox: Outbox,
  ) {}

  async findDefinition(tx: TransactionContext, id: string): Promise<FieldDefinition | undefined> {
    return (await this.rows.findDefinitions(tx)).find((field) => field.id === id);
  }

  findAll(tx: TransactionContext): Promise<FieldDefinition[]> {
    return this.rows.findDefinitions(tx);
  }

  async findByName(
    tx: TransactionContext,
    { name, type }: { readonly name: string; readonly type: CustomFieldType },
  ): Promise<FieldDefinition | undefined> {
    const all = await this.rows.findDefinitions(tx);
    return all.find((field) => isSameText(field.name, name) && field.type === type);
  }

  /** @throws ConflictError past the limits */
  makeField(
    tx: TransactionContext,
    {
      name,
      type,
      options,
    }: { readonly name: string; readonly type: CustomFieldType; readonly options: readonly string[] },
  ): Promise<FieldDefinition> {
    const given = uniqueOptions(options.map((option) => ({ name: option }))).slice(0, MOST_OPTIONS);
    return this.insert(tx, { name, type, ...(given.length > 0 && { options: given }) });
  }

  /** With the next free key, and the name with a number, where these are taken. */
  async bringField(
    tx: TransactionContext,
    archived: ArchivedField,
    projectIds: string[] | null,
  ): Promise<FieldDefinition> {
    const taken = new Set((await this.rows.findDefinitions(tx)).map(({ name }) => folded(name)));
    let { name } = archived;
    for (let number = 2; taken.has(folded(name)); number += 1) name = `${archived.name} ${number}`;
    const options = archived.options.map(givenOption);
    const { type, key, description, createdAt, updatedAt } = archived;
    return this.insert(
      tx,
      {
        name,
        type,
        ...(description && { description }),
        ...(options.length > 0 && { options }),
        ...(projectIds && { projectIds }),
      },
      { archived: archived.archived, wantedKey: key, ...(createdAt && updatedAt && { createdAt, updatedAt }) },
    );
  }

  /** The field with those of the options that it does not have by their names, as far as there is room. */
  async withOptions(
    tx: TransactionContext,
    field: FieldDefinition,
    wanted: readonly GivenOption[],
  ): Promise<FieldDefinition> {
    const known = new Set(field.options.map(({ name }) => folded(name)));
    const missing = uniqueOptions(wanted).filter(({ name }) => !known.has(folded(name)));
    const added = missing.slice(0, MOST_OPTIONS - field.options.length);
    if (added.length === 0) return field;
    const options = [...field.options, ...added];
    await this.fields.update(tx, field.id, { options });
    return (await this.findDefinition(tx, field.id)) ?? field;
  }

  /** The field, which tasks of the projects can have then. */
  async withProjects(
    tx: TransactionContext,
    field: FieldDefinition,
    projectIds: readonly string[],
  ): Promise<FieldDefinition> {
    const { projectIds: known } = field;
    const added = projectIds.filter((id) => known?.includes(id) === false);
    if (known === null || added.length === 0) return field;
    await this.fields.update(tx, field.id, { projectIds: [...known, ...added] });
    return (await this.findDefinition(tx, field.id)) ?? field;
  }

  private async insert(
    tx: TransactionContext,
    input: Parameters<FieldsService['makeField']>[1],
    elsewhere: Parameters<FieldsService['makeField']>[2] = {},
  ): Promise<FieldDefinition> {
    await this.companies.lockCompany(tx);
    const { id } = await this.outbox.commit(tx, () => this.fields.makeField(tx, input, elsewhere));
    return (await this.findDefinition(tx, id)) as FieldDefinition;
  }
}

export const givenOption = ({ name, color, archived }: FieldOption): GivenOption => ({ name, color, archived });

function uniqueOptions(options: readonly GivenOption[]): GivenOption[] {
  const shortened = options.map((option) => ({ ...option, name: cut(option.name.trim(), 100) }));
  const named = shortened.filter(({ name }) => name !== '');
  return [...new Map(named.map((option) => [folded(option.name), option])).values()];
}
