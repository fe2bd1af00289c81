import type { OpenAPIObject } from '@nestjs/swagger';
import { exclusiveProperties } from '#common/validation/exactly-one.decorator.js';
import { nameOf, operationsOf, type Schema, type SchemaOrReference } from './document.js';

export type Schemas = Record<string, SchemaOrReference>;

/** Says of the schemas what the decorators of single properties cannot say. */
export function completeSchemas(document: OpenAPIObject): void {
  const schemas: Schemas = document.components?.schemas ?? {};
  for (const schema of Object.values(schemas)) simplifyReferences(schema);
  for (const name of requestedSchemas(document, schemas)) {
    const schema = schemas[name] as Schema;
    if (!schema.properties) continue;
    // Unknown fields are refused.
    schema.additionalProperties = false;
    const names = exclusiveProperties(name);
    if (names) schema.oneOf = names.map((name) => withValue(name, schema.properties?.[name]));
  }
}

/** What has the property, and not null in it: on POST null means left out. */
function withValue(name: string, property: SchemaOrReference = {}): Schema {
  const description = 'description' in property ? property.description : undefined;
  // A reference is to an object.
  const isReferring = ['$ref', 'allOf', 'anyOf'].some((key) => key in property);
  const { type: types = isReferring ? 'object' : 'string', items } = property as Schema;
  const type = [types].flat().find((each) => each !== 'null');
  const given = { type, ...(items && { items }), ...(description && { description }) };
  return { required: [name], properties: { [name]: given } };
}

/** A reference with a description needs no `allOf` around it in OpenAPI 3.1. */
function simplifyReferences(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const object = schema as { allOf?: unknown[] };
  if (object.allOf?.length === 1) {
    Object.assign(object, object.allOf[0]);
    delete object.allOf;
  }
  for (const value of Object.values(schema)) simplifyReferences(value);
}

/** The names of all that bodies of requests are made of. */
export function requestedSchemas(document: OpenAPIObject, schemas: Schemas): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string') {
      const name = nameOf({ $ref });
      if (found.has(name)) return;
      found.add(name);
      visit(schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  for (const { operation } of operationsOf(document)) visit(operation.requestBody);
  return found;
}
