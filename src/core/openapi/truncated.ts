import type { OpenAPIObject } from '@nestjs/swagger';
import { nameOf, operationsOf, type Schema, type SchemaOrReference } from './document.js';
import { requestedSchemas, type Schemas } from './schemas.js';

const DESCRIPTION = 'Present where a text was cut, so that the whole answer has at most 2 MiB.';
const OF_LISTS = 'Present where the end of a list was cut, so that the whole answer has at most 2 MiB.';

/**
 * Says of what is in the lists of single reads that its texts may be cut, and of what holds lists that these may be. What clients also send is left
 * out: there the property would be refused.
 */
export function describeTruncation(document: OpenAPIObject): void {
  const schemas: Schemas = document.components?.schemas ?? {};
  const requested = requestedSchemas(document, schemas);
  for (const { method, operation } of operationsOf(document)) {
    const answer = method === 'get' ? operation.responses['200'] : undefined;
    const schema = answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined;
    if (!schema || isList(schema, schemas)) continue;
    const { items, holders } = partsOf(schema, schemas);
    const describe = (name: string, description: string) => {
      const part = schemas[name] as Schema;
      if (requested.has(name) || part.properties?.['truncated']) return;
      part.properties = { ...part.properties, truncated: { type: 'boolean', description } };
    };
    for (const name of items) if (hasText(schemas[name] as Schema)) describe(name, DESCRIPTION);
    for (const name of holders) if (!items.has(name)) describe(name, OF_LISTS);
  }
}

/** A bare list, or one in an envelope. */
function isList(schema: SchemaOrReference, schemas: Schemas): boolean {
  const { type, properties = {}, anyOf = [], oneOf = [] } = resolved(schema, schemas);
  const { data } = properties;
  if (type === 'array' || (data && resolved(data, schemas).type === 'array')) return true;
  return [...anyOf, ...oneOf].some((one) => isList(one, schemas));
}

/** The names of the schemas of what is in lists, and of what holds lists of these. */
function partsOf(schema: unknown, schemas: Schemas): { items: Set<string>; holders: Set<string> } {
  const items = new Set<string>();
  const holders = new Set<string>();
  const seen = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isReference(value)) {
      const name = nameOf(value);
      if (seen.has(name)) return;
      seen.add(name);
      if (holdsObjects(schemas[name] as Schema)) holders.add(name);
      visit(schemas[name]);
    } else {
      const { items: one } = value as { items?: unknown };
      if (isReference(one)) items.add(nameOf(one));
      Object.values(value).forEach(visit);
    }
  };
  visit(schema);
  return { items, holders };
}

function holdsObjects({ properties = {} }: Schema): boolean {
  return Object.values(properties).some((property) => 'items' in property && isReference(property.items));
}

/** Something that people or programs wrote: no id, moment or name of a kind. */
function hasText({ properties = {} }: Schema): boolean {
  return Object.values(properties).some((property) => {
    const { type, format, enum: names } = property as Schema & { type?: unknown };
    const isString = type === 'string' || (Array.isArray(type) && type.includes('string'));
    return isString && format === undefined && names === undefined;
  });
}

function resolved(schema: SchemaOrReference, schemas: Schemas): Schema {
  return isReference(schema) ? resolved(schemas[nameOf(schema)] as SchemaOrReference, schemas) : schema;
}

function isReference(value: unknown): value is { $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value;
}
