import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** What every operation can answer besides its own responses, and the description of those it names itself. */
const DESCRIPTIONS: Record<string, string> = {
  400: 'A field or parameter is not valid (`VALIDATION_ERROR` with `details`), or the request as a whole (`INVALID_INPUT`)',
  401: 'Credentials are missing (envelope), or not valid any more (flat)',
  403: "The caller's role does not allow it (flat); refused for everyone, plain HTTP among it (envelope)",
  404: 'Unknown, of another company, or out of reach',
  409: 'The state of the resource, or another resource, is in the way',
  429: 'Too many requests, retry after N seconds',
  500: 'Unexpected failure of the service',
  503: 'A dependency is temporarily unavailable',
};

const ENVELOPE = { $ref: '#/components/schemas/ErrorEnvelope' };
const FLAT = { $ref: '#/components/schemas/FlatError' };
const EITHER = { oneOf: [ENVELOPE, FLAT] };
/** Statuses that some endpoints answer flat (decisions 2.1). */
const FLAT_STATUSES = ['401', '403', '404', '409'];

const ERROR_SCHEMAS: Record<string, Schema> = {
  ErrorEnvelope: {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { type: 'boolean', enum: [false] },
      error: {
        type: 'object',
        required: ['code', 'message', 'traceId'],
        properties: {
          code: {
            type: 'string',
            enum: [
              'VALIDATION_ERROR',
              'INVALID_INPUT',
              'UNAUTHORIZED',
              'FORBIDDEN',
              'NOT_FOUND',
              'CONFLICT',
              'RATE_LIMIT_EXCEEDED',
              'INTERNAL_ERROR',
              'DATABASE_ERROR',
              'SERVICE_UNAVAILABLE',
            ],
          },
          message: { type: 'string' },
          details: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Field name, dotted when nested, to message; on validation errors only',
          },
          traceId: { type: 'string', pattern: '^[0-9a-f]{32}$' },
          retryAfter: { type: 'integer', description: 'Seconds to wait; on rate-limit errors only' },
        },
      },
    },
  },
  FlatError: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
};

const HEADERS = {
  'X-Trace-Id': { description: 'Identifies the request for support', schema: { type: 'string' as const } },
  'X-RateLimit-Limit': { description: 'Most requests in the window', schema: { type: 'integer' as const } },
  'X-RateLimit-Remaining': { description: 'Requests left in the window', schema: { type: 'integer' as const } },
  'X-RateLimit-Reset': { description: 'Unix time when the window ends', schema: { type: 'integer' as const } },
  'X-RateLimit-Policy': {
    description: 'The tier that was applied',
    schema: { type: 'string' as const, enum: ['api-key', 'api-read', 'api-write', 'api-delete', 'auth'] },
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const } },
};

/** Completes the document with what guards, pipes and the exception filter do to every route. */
export function describeCommonResponses(document: OpenAPIObject): void {
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...ERROR_SCHEMAS },
    headers: HEADERS,
  };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) describe(operation, { isCounted: !path.startsWith('/health') });
    }
  }
}

function describe(operation: Operation, { isCounted }: { isCounted: boolean }): void {
  const { responses } = operation;
  const added = ['400', '403', '500', '503', ...(operation.security ? ['401'] : []), ...(isCounted ? ['429'] : [])];
  for (const status of added) responses[status] ??= { description: '' };
  for (const status of Object.keys(responses)) complete(responses, status, isCounted);
}

function complete(responses: Responses, status: string, isCounted: boolean): void {
  const response = responses[status];
  if (!response || '$ref' in response) return;
  if (Number(status) >= 400) {
    response.description ||= DESCRIPTIONS[status] ?? '';
    response.content = { 'application/json': { schema: FLAT_STATUSES.includes(status) ? EITHER : ENVELOPE } };
  }
  const names = ['X-Trace-Id', ...(isCounted ? RATE_HEADERS : []), ...(status === '429' ? ['Retry-After'] : [])];
  response.headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const RATE_HEADERS = Object.keys(HEADERS).filter((name) => name.startsWith('X-RateLimit-'));
