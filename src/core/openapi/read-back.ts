import type { OpenAPIObject } from '@nestjs/swagger';
import { READ_BACK_EXTENSION } from '../http/read-back.js';
import { nameOf, type Operation, type Schema, type SchemaOrReference } from './document.js';

/** Adds the fields that a PUT takes back as they were read to the schema of its body, as read-only ones. */
export function describeReadBack({ paths, components }: OpenAPIObject): void {
  const schemas = (components?.schemas ?? {}) as Record<string, Schema>;
  for (const { get, put } of Object.values(paths)) {
    if (!get || !put || !(READ_BACK_EXTENSION in put)) continue;
    Reflect.deleteProperty(put, READ_BACK_EXTENSION);
    const input = schemas[schemaNameOf(put.requestBody)] as Schema;
    const shown = schemas[schemaNameOf(get.responses['200'])];
    input.properties = { ...readOnly(shown?.properties), ...input.properties };
  }
}

/** The name of the schema of a body of a request or an answer. */
function schemaNameOf(body: Operation['requestBody'] | Operation['responses'][string]): string {
  const { content = {} } = body as { content?: Record<string, { schema?: unknown }> };
  return nameOf(content['application/json']?.schema as { $ref: string });
}

function readOnly(properties: Record<string, SchemaOrReference> = {}): Record<string, SchemaOrReference> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, { ...property, readOnly: true }]),
  );
}
