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

type Schema = Record<string, any>;

/** Every operation that the service documents: suites over all routes are made from it, so that new ones join them. */
export async function findOperations(api: Api): Promise<Operation[]> {
  const { body: document } = await api.get<OpenAPIObject>('/openapi.json');
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Schema>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
      isPublic: operation['security'] === undefined,
      body: bodyOf(operation, document),
    })),
  );
}

/** The path with its parameters filled in, in their order. */
export function fill({ path }: Operation, ids: readonly string[]): string {
  let index = 0;
  return path.replace(/\{\w+\}/g, () => ids[index++] as string);
}

function bodyOf(operation: Schema, document: OpenAPIObject): Record<string, unknown> | undefined {
  const schema = operation['requestBody']?.content?.['application/json']?.schema as Schema | undefined;
  return schema && (example(schema, document) as Record<string, unknown>);
}

const NOTHING = '00000000-0000-7000-8000-000000000000';
let sequence = 0;

/** The least value that a schema takes. */
function example(schema: Schema, document: OpenAPIObject): unknown {
  if (schema['$ref']) {
    const name = (schema['$ref'] as string).split('/').at(-1) as string;
    return example(document.components?.schemas?.[name] as Schema, document);
  }
  if (schema['allOf']) return example(schema['allOf'][0] as Schema, document);
  if (schema['enum']) return schema['enum'][0];
  if (schema['properties']) {
    const required = (schema['required'] ?? []) as string[];
    return Object.fromEntries(required.map((name) => [name, example(schema['properties'][name], document)]));
  }
  if (schema['type'] === 'array') return [example(schema['items'], document)];
  if (schema['format'] === 'uuid') return NOTHING;
  if (schema['format'] === 'email') return `example-${(sequence += 1)}@example.org`;
  if (schema['type'] === 'string') return 'Some text';
  if (schema['type'] === 'boolean') return true;
  return 1;
}
