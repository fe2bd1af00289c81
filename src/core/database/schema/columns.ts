import { getMetadataArgsStorage } from 'typeorm';
import { Naming } from '#common/database/naming.js';

// Decorators of a class apply to those that extend it.
type Entity = abstract new () => object;

const naming = new Naming();

/**
 * SQL of all columns of an entity's row `alias`, each named as its property: `t.due_date AS "dueDate"`. They come from
 * the entity, so that a new column cannot be forgotten.
 */
export function columnsOf(
  entity: Entity,
  alias: string,
  { without = [] }: { without?: readonly string[] } = {},
): string {
  return propertiesOf(entity)
    .filter((property) => !without.includes(property))
    .map((property) => `${columnOf(property, alias)} AS "${property}"`)
    .join(', ');
}

/** SQL of the column of a property of the row `alias`. */
export function columnOf(property: string, alias: string): string {
  return `${alias}.${columnName(property)}`;
}

/** SQL of a moment as answers show it: ISO 8601 in UTC, whatever the time zone of the connection or of a node. */
export function isoMoment(sql: string): string {
  return `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL of properties of an entity as the columns of `json_to_recordset`: `"dueDate" timestamptz`. */
export function recordOf(entity: Entity, properties: readonly string[]): string {
  const types = new Map(columnArguments(entity).map(({ propertyName, options }) => [propertyName, options.type]));
  return properties.map((property) => `"${property}" ${String(types.get(property))}`).join(', ');
}

/** The name of the column of a property. */
export function columnName(property: string): string {
  return naming.columnName(property, undefined);
}

/** The properties of an entity that are columns, beginning with the columns of its parent class. */
export function propertiesOf(entity: Entity): string[] {
  return columnArguments(entity).map(({ propertyName }) => propertyName);
}

function columnArguments(entity: Entity) {
  const classes = new Set<unknown>();
  for (let next: unknown = entity; typeof next === 'function'; next = Object.getPrototypeOf(next)) classes.add(next);
  return getMetadataArgsStorage().columns.filter(({ target }) => classes.has(target));
}

/**
 * SQL of the present moment, and in any case later than that of the column: what changes twice has two moments. Citus lets an
 * UPDATE add an interval to a column only without a time zone.
 */
export function laterThan(column: string): string {
  return `greatest(now(), (${column} AT TIME ZONE 'UTC' + interval '1 ms') AT TIME ZONE 'UTC')`;
}
