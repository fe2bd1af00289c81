import type { OpenAPIObject } from '@nestjs/swagger';
import type { Api } from './api.js';

/** An operation of the OpenAPI document. */
export interface Operation {
  /** `METHOD /path/{id}`. */
  name: string;
  method: string;
  path: string;
  /** Names of the path parameters. */
  parameters: string[];
  isPublic: boolean;
  /** A body that the schema takes, when the operation takes one. */
  body?: Record<string, unknown>;
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  enum?: unknown[];
  type?: string;
  format?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface DocumentedOperation {
  security?: unknown;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Every operation that the service documents: suites over all routes are made from it, so that new ones join them. */
export async function findOperations(api: Api): Promise<Operation[]> {
  const { body: document } = await api.get<OpenAPIObject>('/openapi.json');
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, DocumentedOperation>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
      isPublic: operation.security === undefined,
      body: bodyOf(operation, document),
    })),
  );
}

/** The path with its parameters filled in, in their order. */
export function fill({ path }: Operation, ids: readonly string[]): string {
  let index = 0;
  return path.replace(/\{\w+\}/g, () => ids[index++] as string);
}

function bodyOf({ requestBody }: DocumentedOperation, document: OpenAPIObject): Record<string, unknown> | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  return schema && (example(schema, document) as Record<string, unknown>);
}

const NOTHING = '00000000-0000-7000-8000-000000000000';
let sequence = 0;

/** The least value that a schema takes. */
function example(schema: Schema, document: OpenAPIObject): unknown {
  const { $ref, allOf, enum: values, type, format, required = [], properties, items } = schema;
  if ($ref) return example(document.components?.schemas?.[$ref.split('/').at(-1) as string] as Schema, document);
  if (allOf) return example(allOf[0] as Schema, document);
  if (values) return values[0];
  if (properties) {
    return Object.fromEntries(required.map((name) => [name, example(properties[name] as Schema, document)]));
  }
  if (type === 'array') return [example(items as Schema, document)];
  if (format === 'uuid') return NOTHING;
  if (format === 'email') return `example-${(sequence += 1)}@example.org`;
  if (type === 'string') return 'Some text';
  return type === 'boolean' ? true : 1;
}
