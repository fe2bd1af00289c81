import type { Conditions } from '#core/database/lists/conditions.js';

export const CUSTOM_FIELD_TYPES = [
  'text',
  'number',
  'date',
  'select',
  'multi_select',
  'person',
  'url',
  'checkbox',
] as const;

export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** One of the values of a select. */
export interface FieldOption {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly archived: boolean;
}

/** A field of the company's own, as everything that reads or writes values needs to know it. */
export interface FieldDefinition {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly type: CustomFieldType;
  readonly options: readonly FieldOption[];
  /** Null: every project. */
  readonly projectIds: readonly string[] | null;
  readonly position: number;
  readonly archived: boolean;
}

/** A value as it is stored: of selects the ids of options, of a person that of the user. */
export type StoredValue = string | number | boolean | readonly string[];

/** The values of a task by the id of the field. */
export type StoredValues = Readonly<Record<string, StoredValue>>;

/** How views, sorts, groups and columns name a field. */
export const CUSTOM_PREFIX = 'custom.';

/** `custom.<key>`. */
export const CUSTOM_NAMES = { pattern: /^custom\.[a-z][a-z0-9_]{0,49}$/, shown: 'custom.<key>' };

export type CustomName = `custom.${string}`;

export function isCustomName(name: string): name is CustomName {
  return name.startsWith(CUSTOM_PREFIX);
}

/** Types that tasks are sorted by, and those that they are grouped by. */
export const SORTED_TYPES: readonly CustomFieldType[] = ['text', 'number', 'date', 'select', 'checkbox'];
export const GROUPED_TYPES: readonly CustomFieldType[] = ['select', 'multi_select', 'person', 'checkbox'];

export function hasOptions(type: CustomFieldType): boolean {
  return type === 'select' || type === 'multi_select';
}

/** Whether tasks of the project can have the field. */
export function isOfProject({ projectIds }: Pick<FieldDefinition, 'projectIds'>, projectId: string): boolean {
  return projectIds === null || projectIds.includes(projectId);
}

// In each fragment `$1` is the company.

/** The values of the task, as JSON; null when it has none. */
export function valuesOf(task: string): string {
  return `(SELECT tv.custom FROM task_values tv WHERE tv.company_id = $1 AND tv.id = ${task}.id)`;
}

/** What a list selects of `tv`, the values of the tasks `t`: the people among them by name or e-mail. */
export function listedValues(fields: readonly FieldDefinition[], personBy: 'name' | 'email'): string[] {
  const persons = fields.filter(({ type }) => type === 'person').map(({ id }) => `(tv.custom ->> '${id}')::uuid`);
  const people = `(SELECT json_object_agg(vu.id, vu.${personBy}) FROM users vu
    WHERE vu.company_id = $1 AND vu.id IN (${persons.join(', ')})) AS "valuesPeople"`;
  return ['tv.custom AS "storedValues"', 't.project_id AS "valuesProjectId"', ...(persons.length > 0 ? [people] : [])];
}

export const LISTED_VALUES_JOIN = 'LEFT JOIN task_values tv ON tv.company_id = t.company_id AND tv.id = t.id';

/** Whether the row `v` of `task_values` meets a condition for the task, of whose project the field must be: never unknown. */
export function hasValue(
  task: string,
  { projectIds }: Pick<FieldDefinition, 'projectIds'>,
  conditions: Conditions,
  condition: string,
): string {
  const isThere = `EXISTS (SELECT FROM task_values v WHERE v.company_id = $1 AND v.id = ${task}.id AND ${condition})`;
  if (projectIds === null) return isThere;
  return `(${task}.project_id = ANY (${conditions.parameter(projectIds)}::uuid[]) AND ${isThere})`;
}

/** The fields that are there, as a table. */
export const ALL_FIELDS = '(SELECT * FROM fields WHERE deleted_at IS NULL)';

/** Whether any task has a value of the field. */
export function isFieldSet(field: string): string {
  return `EXISTS (SELECT FROM task_values v WHERE v.company_id = $1 AND v.custom ? ${field}.id::text)`;
}

/** What a value contains that has the field with this option, person or mark, as JSON: an index finds it. */
export function containing({ id, type }: Pick<FieldDefinition, 'id' | 'type'>, value: string | boolean): string {
  return JSON.stringify({ [id]: type === 'multi_select' ? [value] : value });
}

/** The value of the task as people read it: names of options and persons; null when it is unset. */
export function shownText(task: string, field: FieldDefinition, conditions: Conditions): string {
  const text = valueText(task, field);
  if (field.type === 'person')
    return `(SELECT vu.name FROM users vu WHERE vu.company_id = $1 AND vu.id = (${text})::uuid)`;
  if (!hasOptions(field.type)) return text;
  const ids = `${conditions.parameter(field.options.map(({ id }) => id))}::text[]`;
  const names = `${conditions.parameter(field.options.map(({ name }) => name))}::text[]`;
  if (field.type === 'select') return `(${names})[array_position(${ids}, ${text})]`;
  return `(SELECT string_agg(o.name, ', ' ORDER BY array_position(${ids}, o.id))
    FROM unnest(${ids}, ${names}) o (id, name) WHERE (${text})::jsonb ? o.id)`;
}

/** The text of the value that the task has of the field; null when it has none or is of another project. */
export function valueText(task: string, { id, projectIds }: Pick<FieldDefinition, 'id' | 'projectIds'>): string {
  const text = `(SELECT tv.custom ->> '${id}' FROM task_values tv WHERE tv.company_id = $1 AND tv.id = ${task}.id)`;
  if (projectIds === null) return text;
  return `CASE WHEN ${task}.project_id = ANY ('{${projectIds.join(',')}}'::uuid[]) THEN ${text} END`;
}
