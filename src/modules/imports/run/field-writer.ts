import { Injectable } from '@nestjs/common';
import { isRefusal } from '#common/errors/app-error.js';
import { type ArchivedField, FieldImports, givenOption } from '#modules/fields/field-imports.service.js';
import { readValue, ValueProblem } from '#schema/field-values.js';
import { type FieldDefinition, hasOptions, isOfProject } from '#schema/fields.js';
import type { TaskRecord } from '../readers/records.js';
import { optionsIn, valueOfCell } from './cell-values.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { Tally } from '../import-report.js';
import type { Batch } from './scope.js';

/** The fields that columns, or keys of an archive, stand for here. */
export type FieldsHere = ReadonlyMap<string, FieldDefinition>;

/** The company's own fields that an import brings values for. */
@Injectable()
export class FieldWriter {
  constructor(
    private readonly fields: FieldImports,
    private readonly references: ImportReferencesRepository,
  ) {}

  /** Those of the records; what is not there is made, and options that are missing are added. */
  async ensureFields(batch: Batch, records: readonly TaskRecord[]): Promise<FieldsHere> {
    return batch.run.isArchive ? this.archived(batch, records) : this.planned(batch, records);
  }

  /** A field of an archive, before there are projects. */
  async writeField(batch: Batch, field: ArchivedField): Promise<void> {
    const found = (await this.findHere(batch, [field])).get(field.key);
    await this.bring(batch, field, { found, projectIds: [] });
  }

  /** In a check, where each batch is undone: all fields of the archive once more. What is to be said of them is said before. */
  async writeFieldsAgain(batch: Batch): Promise<void> {
    const silent = { ...batch, tally: new Tally() };
    for (const field of batch.run.survey.ownFields.values()) await this.writeField(silent, field);
  }

  /** The projects of a field of an archive, once these are here. */
  async writeProjects(
    batch: Batch,
    field: ArchivedField,
    projectOf: (id: string) => string | undefined,
  ): Promise<void> {
    const found = (await this.findHere(batch, [field])).get(field.key);
    const projectIds = field.projectIds?.flatMap((id) => projectOf(id) ?? []) ?? [];
    if (found) await this.fields.withProjects(batch.tx, found, projectIds);
  }

  /** The fields of an archive that are here, by the keys that they have there. */
  async findHere({ tx, run }: Batch, fields?: readonly ArchivedField[]): Promise<Map<string, FieldDefinition>> {
    const archived = fields ?? [...run.survey.ownFields.values()];
    if (archived.length === 0) return new Map();
    const space = { source: run.tracker, instance: run.instance };
    const keys = archived.map(({ key }) => key);
    const ids = await this.references.findThings(tx, space, ['field'], keys);
    const all = await this.fields.findAll(tx);
    return new Map(
      archived.flatMap(({ key, type }) => {
        const came = all.find(({ id }) => id === ids.get(key));
        const found = came ?? all.find((field) => field.key === key && field.type === type);
        return found ? [[key, found] as const] : [];
      }),
    );
  }

  private async planned(batch: Batch, records: readonly TaskRecord[]): Promise<FieldsHere> {
    const { tx, run } = batch;
    const here = new Map<string, FieldDefinition>();
    for (const [column, plan] of run.meanings.plans) {
      const cells = records.flatMap(({ columns }) => columns?.[column] ?? []);
      if (plan.kind === 'description' || plan.kind === 'skip') continue;
      const options = (type: FieldDefinition['type']) =>
        hasOptions(type) ? [...new Set(cells.flatMap((cell) => optionsIn({ type }, cell)))] : [];
      const found =
        plan.kind === 'field' ? await this.fields.findDefinition(tx, plan.id) : await this.fields.findByName(tx, plan);
      const field = found
        ? await this.fields.withOptions(
            tx,
            found,
            options(found.type).map((name) => ({ name })),
          )
        : plan.kind === 'create' && cells.length > 0 && (await this.make(batch, column, plan, options(plan.type)));
      if (field) here.set(column, field);
    }
    return here;
  }

  private async make(
    batch: Batch,
    column: string,
    { name, type }: Pick<FieldDefinition, 'name' | 'type'>,
    options: readonly string[],
  ): Promise<FieldDefinition | undefined> {
    const made = await orSay(batch, column, () => this.fields.makeField(batch.tx, { name, type, options }));
    return made && this.remember(batch, column, made);
  }

  private async archived(batch: Batch, records: readonly TaskRecord[]): Promise<FieldsHere> {
    const keys = new Set(records.flatMap(({ custom }) => Object.keys(custom ?? {})));
    const archived = [...keys].flatMap((key) => batch.run.survey.ownFields.get(key) ?? []);
    const known = await this.findHere(batch, archived);
    const here = new Map<string, FieldDefinition>();
    for (const field of archived) {
      const brought = await this.bring(batch, field, { found: known.get(field.key), projectIds: [batch.project.id] });
      if (brought) here.set(field.key, brought);
    }
    return here;
  }

  /** Where it is not here yet, it gets the next free key; undefined where there is no room. */
  private async bring(
    batch: Batch,
    archived: ArchivedField,
    { found, projectIds }: { readonly found: FieldDefinition | undefined; readonly projectIds: string[] },
  ): Promise<FieldDefinition | undefined> {
    const { tx } = batch;
    if (found) {
      const options = hasOptions(found.type) ? archived.options.map(givenOption) : [];
      const field = await this.fields.withOptions(tx, found, options);
      return this.fields.withProjects(tx, field, projectIds);
    }
    const made = await orSay(batch, archived.key, () =>
      this.fields.bringField(tx, archived, archived.projectIds && projectIds),
    );
    return made && this.remember(batch, archived.key, made);
  }

  /** What the import has made: an undo takes it away again. */
  private async remember(
    { tx, run, space }: Batch,
    externalId: string,
    field: FieldDefinition,
  ): Promise<FieldDefinition> {
    const reference = { kind: 'field', externalId, thingId: field.id } as const;
    await this.references.putReference(tx, space, run.importId, reference);
    return field;
  }
}

/** A field for which there is no room does not come, and is named. */
async function orSay(
  { tally }: Pick<Batch, 'tally'>,
  field: string,
  make: () => Promise<FieldDefinition>,
): Promise<FieldDefinition | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const message = `The field does not come, nor do its values: ${(error as Error).message}`;
    tally.problem({ row: null, externalId: null, field, message });
    return undefined;
  }
}

/** What a record says of own fields, by their keys, and what of it does not fit. */
export function customOf(
  batch: Batch,
  record: TaskRecord,
  here: FieldsHere,
  say: (field: string, message: string) => void,
): Record<string, unknown> | undefined {
  const given = batch.run.isArchive ? record.custom : record.columns;
  if (!given || here.size === 0) return undefined;
  const custom: Record<string, unknown> = {};
  for (const [name, field] of here) {
    const value = given[name];
    if (value === undefined) {
      if (record.columns) custom[field.key] = null;
      continue;
    }
    const read = fitting(batch, field, value);
    if (read === undefined) say(name, `"${shown(value)}" does not fit the field "${field.name}"; it is left out`);
    else custom[field.key] = read;
  }
  return custom;
}

function fitting(batch: Batch, field: FieldDefinition, value: unknown): unknown {
  const { meanings, isArchive } = batch.run;
  const userIdOf = (text: string) => meanings.findUser(text)?.id;
  const isPerson = field.type === 'person';
  const personId =
    isPerson && isArchive ? meanings.userOf({ id: idIn(value), name: null, email: null })?.id : undefined;
  const meant = isArchive ? (isPerson ? personId : value) : valueOfCell(field, String(value), userIdOf);
  if (meant === undefined || !isOfProject(field, batch.project.id)) return undefined;
  if (isPerson && !(typeof meant === 'string' && batch.assignable.has(meant))) return undefined;
  try {
    return readValue({ ...field, archived: false }, meant, () => true) === null ? null : meant;
  } catch (error) {
    if (error instanceof ValueProblem) return undefined;
    throw error;
  }
}

const idIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : null;

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100);
