import { Injectable } from '@nestjs/common';
import { FieldImports } from '#modules/fields/field-imports.service.js';
import { readValue, ValueProblem } from '#schema/field-values.js';
import { type FieldDefinition, hasOptions, isOfProject } from '#schema/fields.js';
import type { TaskRecord } from '../readers/records.js';
import { optionsIn, valueOfCell } from './cell-values.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
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

  private async planned({ tx, run }: Batch, records: readonly TaskRecord[]): Promise<FieldsHere> {
    const here = new Map<string, FieldDefinition>();
    for (const [column, plan] of run.meanings.plans) {
      const cells = records.flatMap(({ columns }) => columns?.[column] ?? []);
      if (plan.kind === 'description' || cells.length === 0) continue;
      const options = (type: FieldDefinition['type']) =>
        hasOptions(type) ? [...new Set(cells.flatMap((cell) => optionsIn({ type }, cell)))] : [];
      const found =
        plan.kind === 'field' ? await this.fields.findDefinition(tx, plan.id) : await this.fields.findByName(tx, plan);
      const field = found
        ? await this.fields.withOptions(tx, found, options(found.type))
        : plan.kind === 'create' && (await this.fields.makeField(tx, { ...plan, options: options(plan.type) }));
      if (field) here.set(column, field);
    }
    return here;
  }

  /** By where they came from, else of the same key and type, else with the next free key. */
  private async archived({ tx, run, space, project }: Batch, records: readonly TaskRecord[]): Promise<FieldsHere> {
    const keys = new Set(records.flatMap(({ custom }) => Object.keys(custom ?? {})));
    const here = new Map<string, FieldDefinition>();
    const from = { source: run.tracker, instance: run.instance };
    const known =
      keys.size > 0 ? await this.references.findThings(tx, from, ['field'], [...keys]) : new Map<string, string>();
    for (const key of keys) {
      const archived = run.survey.ownFields.get(key);
      if (!archived) continue;
      const found =
        (await this.fields.findDefinition(tx, known.get(key) ?? '')) ??
        (await this.fields.findByKey(tx, archived.key, archived.type));
      if (found) {
        const names = archived.options.map(({ name }) => name);
        const field = await this.fields.withOptions(tx, found, hasOptions(found.type) ? names : []);
        here.set(key, await this.fields.withProject(tx, field, project.id));
        continue;
      }
      const made = await this.fields.bringField(tx, archived, archived.projectIds === null ? null : [project.id]);
      here.set(key, made);
      const reference = { kind: 'field', externalId: key, thingId: made.id } as const;
      await this.references.putReference(tx, space, run.importId, reference);
    }
    return here;
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
