import type { OpenAPIObject } from '@nestjs/swagger';
import { HEEDING_ACTION } from '#common/http/entity-tag.js';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Has the request carried out once: sent again within 24 hours with the same key, path and body, it gets the first answer again',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

/** An entity tag in visible ASCII characters. */
const TAG = '(W/)?"[\\x21\\x23-\\x7e]*"';

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: '`*`, or the ETags one of which the resource must have; 412 otherwise',
  schema: { type: 'string', pattern: `^(\\*|${TAG}(, *${TAG})*)$` },
};

const CONFLICT = { $ref: '#/components/responses/Conflict' };
const REPLAYED = { $ref: '#/components/headers/Idempotency-Replayed' };
const ETAG = { $ref: '#/components/headers/ETag' };

/** The headers of section 3 of the extensions, on every operation that heeds or sends them. */
export const SAFE_WRITE_HEADERS = {
  'Idempotency-Replayed': {
    description: '`true` when the answer is that of an earlier request with the same key',
    schema: { type: 'string' as const, enum: ['true'] },
  },
  ETag: { description: 'Changes whenever the resource does; for If-Match', schema: { type: 'string' as const } },
};

/** Completes the document with what makes writes safe. Its common responses must be there. */
export function describeSafeWrites({ paths }: OpenAPIObject): void {
  for (const [path, item] of Object.entries(paths)) {
    const { get, post, put } = item;
    if (post?.security?.length) {
      addParameter(post, IDEMPOTENCY_KEY);
      addHeader(post, 'Idempotency-Replayed', REPLAYED);
      post.responses['409'] = orByKey(post.responses['409']);
    }
    for (const operation of [put, item.delete, HEEDING_ACTION.test(path) ? post : undefined]) {
      if (!operation?.security?.length) continue;
      addParameter(operation, IF_MATCH);
      operation.responses['412'] = { $ref: '#/components/responses/PreconditionFailed' };
    }
    if (put && answeredSchema(get) !== undefined) describeTags(paths, path, put);
  }
}

/** Gives an ETag to what shows a resource: its GET and PUT, the POST that makes one, and actions on it. */
function describeTags(paths: OpenAPIObject['paths'], path: string, put: Operation): void {
  const shown = answeredSchema(put);
  for (const [other, { get, post }] of Object.entries(paths)) {
    if (other === path) [get, put].forEach((operation) => addHeader(operation, 'ETag', ETAG));
    const isCreation = `${other}/{id}` === path;
    const isCreationBelow = other.endsWith(`}${path.replace(/\/\{id\}$/, '')}`) && answeredSchema(post) === shown;
    const isAction = other.startsWith(`${path}/`) && !get && answeredSchema(post) === shown;
    if (isCreation || isCreationBelow || isAction) addHeader(post, 'ETag', ETAG);
  }
}

function addParameter(operation: Operation, parameter: Parameter): void {
  operation.parameters = [...(operation.parameters ?? []), parameter];
}

function addHeader(operation: Operation | undefined, name: string, header: { $ref: string }): void {
  const response = successOf(operation);
  if (response) response.headers = { ...response.headers, [name]: header };
}

/** The schema of a success that is one object, as a `$ref`; undefined for other successes. */
function answeredSchema(operation: Operation | undefined): string | undefined {
  const schema = successOf(operation)?.content?.['application/json']?.schema;
  return schema && '$ref' in schema ? schema.$ref : undefined;
}

function successOf(operation: Operation | undefined) {
  const response = operation?.responses['200'] ?? operation?.responses['201'] ?? operation?.responses['202'];
  return response && !('$ref' in response) ? response : undefined;
}

/** The conflicts of an operation, and those of a key. */
function orByKey(own: Operation['responses'][string]): Operation['responses'][string] {
  const { description } = (own ?? {}) as { description?: string };
  if (!description) return CONFLICT;
  return {
    ...CONFLICT,
    description: `${description}; or the Idempotency-Key is in use, or was used for another request`,
  };
}
