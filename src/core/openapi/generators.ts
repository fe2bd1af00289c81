import type { OpenAPIObject } from '@nestjs/swagger';
import { pascalCase, type Schema, type SchemaOrReference, schemaReference } from './document.js';

/** The names of values that hold no letter and no digit. */
const NAMES_OF_SYMBOLS: Readonly<Record<string, string>> = {
  '=': 'Equal',
  '!=': 'NotEqual',
  '<': 'Less',
  '<=': 'LessOrEqual',
  '>': 'Greater',
  '>=': 'GreaterOrEqual',
  '~': 'Contains',
  '!~': 'ContainsNot',
  '*': 'All',
};

/** Completes the schemas with what generators of clients cannot work out themselves. */
export function completeForGenerators(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const schema of Object.values(schemas)) {
    nameUnions(schema, schemas);
    nameValues(schema as Schema);
  }
}

/** A union with a `title` inside an object or a map becomes a schema of that name: nobody can name the type of an unnamed union. */
function nameUnions(schema: SchemaOrReference, schemas: Record<string, SchemaOrReference>): void {
  const { properties = {} } = schema as Schema;
  for (const [name, property] of Object.entries(properties)) {
    const { additionalProperties: values } = property as Schema;
    properties[name] = named(property, schemas);
    if (typeof values === 'object') Object.assign(property, { additionalProperties: named(values, schemas) });
  }
}

/** A reference to the union's schema, or what is no union with a title. */
function named(value: SchemaOrReference, schemas: Record<string, SchemaOrReference>): SchemaOrReference {
  const { oneOf, title, description } = value as Schema;
  if (!oneOf || title === undefined) return value;
  schemas[title] ??= { description: description ?? title, oneOf };
  return { ...schemaReference(title), ...(description !== undefined && { description }) };
}

/** Names the values of an enum of which one has no letter and no digit, such as `*` and `<=`. */
function nameValues(schema: Schema): void {
  const values = (schema.enum ?? []) as string[];
  if (values.every((value) => /[A-Za-z0-9]/.test(value))) return;
  Object.assign(schema, { 'x-enum-varnames': values.map(nameOfValue) });
}

/** `TaskAll` of `task.*`. */
function nameOfValue(value: string): string {
  return NAMES_OF_SYMBOLS[value] ?? pascalCase(value.replace('*', 'all'));
}
