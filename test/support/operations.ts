import type { OpenAPIObject } from '@nestjs/swagger';
import { hasPermission, type Permission } from '#core/access/permissions.js';
import type { Role } from '#core/company-scope/role.js';
import { UNKNOWN_ID } from './answers.js';
import type { Api } from './api.js';
import { dayIn } from './clock.js';
import { openApiDocument } from './openapi-document.js';

/** An operation of the OpenAPI document. */
export interface Operation {
  /** `METHOD /path/{id}`. */
  name: string;
  method: string;
  path: string;
  /** Names of the path parameters. */
  parameters: string[];
  /** Names of the query parameters. */
  query: string[];
  /** Parameters without which it is refused, such as `by=status&`. */
  requiredQuery: string;
  /** Names of the headers it heeds. */
  headers: string[];
  isPublic: boolean;
  permission?: Permission;
  /** Not open to API keys. */
  isJwtOnly: boolean;
  /** Open to keys of agents alone. */
  isForAgents: boolean;
  /** A body that the operation takes, when it takes one; ids in it are those of nothing. */
  body?: Record<string, unknown>;
  /** The body is a file, and no JSON. */
  takesBytes: boolean;
  /** Fields of the body that hold ids, as paths from its root. */
  idFields: IdField[];
}

export interface IdField {
  path: string[];
  isList: boolean;
  isRequired: boolean;
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
  readOnly?: boolean;
}

interface DocumentedOperation {
  security?: unknown[];
  'x-permission'?: Permission;
  'x-jwt-only'?: boolean;
  'x-session-only'?: boolean;
  'x-caller'?: 'person' | 'agent';
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const REQUIRED_QUERIES: Record<string, string> = {
  'DELETE /trash': `projectId=${UNKNOWN_ID}&`,
  'GET /tasks/groups': 'by=status&',
  'GET /attachments/{id}/preview': 'size=320&',
  'GET /tasks/similar': 'title=Task&',
};

/** Bodies that the schema alone does not make valid. */
const BODIES: Record<string, Record<string, unknown>> = {
  'POST /tasks/{id}/move': { beforeId: UNKNOWN_ID },
  'POST /tasks': { title: 'a', projectId: UNKNOWN_ID },
  'POST /recurrences': {
    name: 'a',
    projectId: UNKNOWN_ID,
    task: { title: 'a' },
    schedule: { frequency: 'daily' },
  },
  'POST /templates': { name: 'a', projectId: UNKNOWN_ID, task: { title: 'a' } },
  'POST /tasks/bulk': { ids: [UNKNOWN_ID], set: {} },
  'POST /tasks/bulk-delete': { ids: [UNKNOWN_ID] },
  'POST /tasks/bulk-transfer': { ids: [UNKNOWN_ID], projectId: UNKNOWN_ID },
  'DELETE /company': { name: 'Another company', password: 'wrong' },
  'POST /exports': { projectId: UNKNOWN_ID },
  'PUT /workflow-lanes': { lanes: ['Done'] },
  'PUT /workflow-lanes/{id}': { limit: 3 },
  'POST /work/{id}/review': { decision: 'accept' },
  'POST /calendar-feeds': { name: 'Feed', mine: true },
  'POST /code-connections': { name: 'Forge', provider: 'github', projectIds: [] },
  'POST /tasks/{id}/code': { url: 'https://github.com/acme/web/pull/1' },
  'PUT /work/{id}/plan': { steps: [] },
  'POST /session/passkey': { response: {} },
  'POST /session/sso': { email: 'nobody@example.com' },
  'POST /session/sso/callback': { code: 'code', state: 'state' },
  'POST /me/passkeys': { name: 'Laptop', response: {} },
};

/**
 * Every operation that the service documents: suites over all routes are made from it, so that new ones join them. A route
 * that the committed document lacks fails the test. Those that the session alone opens are left out: test/e2e/oauth calls them.
 */
export async function findOperations(api: Api, { sessionToo = false } = {}): Promise<Operation[]> {
  const { body: served } = await api.get<OpenAPIObject>('/openapi.json');
  const document = openApiDocument;
  if (routesOf(served).join() !== routesOf(document).join()) throw new Error('Routes have changed: npm run openapi');
  return Object.entries(document.paths).flatMap(([path, item]) =>
    callable(item, sessionToo).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const schema = operation.requestBody?.content['application/json']?.schema;
      return {
        name,
        method: method.toUpperCase(),
        path,
        parameters: namesOf(operation, 'path'),
        query: namesOf(operation, 'query'),
        requiredQuery: REQUIRED_QUERIES[name] ?? '',
        headers: namesOf(operation, 'header'),
        isPublic: operation.security?.length === 0,
        permission: operation['x-permission'],
        isJwtOnly: operation['x-jwt-only'] ?? false,
        isForAgents: operation['x-caller'] === 'agent',
        body: BODIES[name] ?? (schema && (example(schema, document) as Record<string, unknown>)),
        takesBytes: operation.requestBody !== undefined && schema === undefined,
        idFields: schema ? idFieldsOf(schema, document) : [],
      };
    }),
  );
}

/** `sessionToo`: those of pages of the console, too, which take no token. */
function callable(item: object, sessionToo: boolean): [method: string, operation: DocumentedOperation][] {
  const all = Object.entries(item as Record<string, DocumentedOperation>);
  return all.filter(([, each]) => sessionToo || !each['x-session-only']);
}

function routesOf({ paths }: OpenAPIObject): string[] {
  return Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
}

/** Whether the document says that users of the role may call it. */
export function isOpenTo(role: Role, { isPublic, permission, isForAgents }: Operation): boolean {
  return isPublic || (!isForAgents && permission !== undefined && hasPermission(role, permission));
}

/** The path with its parameters filled in, in their order. */
export function fill({ path }: Operation, ids: readonly string[]): string {
  let index = 0;
  return path.replace(/\{\w+\}/g, () => ids[index++] as string);
}

/** The body with another value in a field, the objects on the way to it included. */
export function withField(body: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const fields = body as Record<string, unknown>;
  return { ...fields, [name]: rest.length > 0 ? withField(fields[name] as object, rest, value) : value };
}

function namesOf({ parameters = [] }: DocumentedOperation, place: 'path' | 'query' | 'header'): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function resolve(schema: Schema, document: OpenAPIObject): Schema {
  const { $ref, allOf } = schema;
  if ($ref) return resolve(document.components?.schemas?.[$ref.split('/').at(-1) as string] as Schema, document);
  return allOf ? resolve(allOf[0] as Schema, document) : schema;
}

function idFieldsOf(schema: Schema, document: OpenAPIObject, prefix: string[] = []): IdField[] {
  const { properties = {}, required = [] } = resolve(schema, document);
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = [...prefix, name];
    const { format, items, properties: nested } = resolve(property, document);
    // What only a GET shows is compared, not looked for.
    if (property.readOnly) return [];
    if (nested) return idFieldsOf(property, document, path);
    if (format !== 'uuid' && items?.format !== 'uuid') return [];
    return [{ path, isList: items !== undefined, isRequired: required.includes(name) }];
  });
}

let sequence = 0;

/** The least value that a schema takes. */
function example(schema: Schema, document: OpenAPIObject): unknown {
  const { enum: values, type, format, required = [], properties, items } = resolve(schema, document);
  if (values) return values[0];
  if (properties) {
    return Object.fromEntries(required.map((name) => [name, example(properties[name] as Schema, document)]));
  }
  if (type === 'array') return [example(items as Schema, document)];
  if (format === 'uuid') return UNKNOWN_ID;
  if (format === 'email') return `example-${(sequence += 1)}@example.org`;
  if (format === 'uri') return 'https://example.org/';
  if (format === 'date') return dayIn(1);
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  if (type === 'string') return 'Some text';
  return type === 'boolean' ? true : 1;
}
