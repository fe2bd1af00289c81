import type { NamedReference } from '#common/http/named-reference.dto.js';
import { type FieldDefinition, isOfProject, type StoredValue, type StoredValues } from '#schema/fields.js';

/** A value as clients see it. */
export type CustomValue = string | number | boolean | readonly string[] | NamedReference;

/** The values of a task by the key of the field, in the order of the fields. */
export type Custom = Record<string, CustomValue>;

/** The values of a task of the project; `nameOf` says what a person is called. */
export function shownValues(
  fields: readonly FieldDefinition[],
  projectId: string,
  values: StoredValues,
  nameOf: (userId: string) => string | undefined,
): Custom {
  const custom: Custom = {};
  for (const field of fields) {
    const value = values[field.id];
    if (value === undefined || !isOfProject(field, projectId)) continue;
    const shown = shownValue(field, value, nameOf);
    if (shown !== undefined) custom[field.key] = shown;
  }
  return custom;
}

function shownValue(
  field: FieldDefinition,
  value: StoredValue,
  nameOf: (userId: string) => string | undefined,
): CustomValue | undefined {
  if (field.type === 'person') {
    const name = nameOf(value as string);
    return name === undefined ? undefined : { id: value as string, name };
  }
  return field.type === 'select' || field.type === 'multi_select' ? optionNames(field, value) : value;
}

/** Of several in the order of the options. */
function optionNames({ type, options }: FieldDefinition, value: StoredValue): string | string[] | undefined {
  if (type === 'select') return options.find(({ id }) => id === value)?.name;
  const names = options.filter(({ id }) => (value as readonly string[]).includes(id)).map(({ name }) => name);
  return names.length === 0 ? undefined : names;
}

/** A value as the history and `changes` of events have it: a person by id; null when it is unset. */
export function toldValue(field: FieldDefinition, value: StoredValue | null | undefined): unknown {
  if (value === undefined || value === null) return null;
  return field.type === 'person' ? value : (shownValue(field, value, () => undefined) ?? null);
}

/** The persons among the values. */
export function personIds(fields: readonly FieldDefinition[], values: Iterable<StoredValues>): Set<string> {
  const persons = fields.filter(({ type }) => type === 'person');
  const ids = new Set<string>();
  if (persons.length === 0) return ids;
  for (const all of values) {
    for (const { id } of persons) if (typeof all[id] === 'string') ids.add(all[id]);
  }
  return ids;
}
