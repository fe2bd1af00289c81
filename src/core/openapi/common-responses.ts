import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODES, MOST_DETAILS } from '#common/errors/app-error.js';
import { TIERS } from '../rate-limit/rate-limit.js';
import { type Operation, operationsOf, type Responses, type SchemaOrReference } from './document.js';
import { SAFE_WRITE_HEADERS } from './safe-writes.js';

/** The errors of all operations: the name of their response, and when they are answered. */
const ERRORS: Record<string, { name: string; description: string }> = {
  400: {
    name: 'BadRequest',
    description:
      'A field or parameter is not valid (`VALIDATION_ERROR` with `details`), or the request as a whole (`INVALID_INPUT`)',
  },
  401: {
    name: 'Unauthorized',
    description: 'Credentials are missing (envelope), or not valid any more (flat)',
  },
  403: {
    name: 'Forbidden',
    description: "The caller's role does not allow it (flat); refused for everyone, plain HTTP among it (envelope)",
  },
  404: {
    name: 'NotFound',
    description: 'Unknown, of another company, or out of reach',
  },
  409: {
    name: 'Conflict',
    description:
      'The state of the resource, or another resource, is in the way; or the Idempotency-Key: its first request is still under way (`Retry-After`), or was another one',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The resource is not as If-Match says (`PRECONDITION_FAILED`)',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests, retry after N seconds',
  },
  500: {
    name: 'InternalError',
    description: 'Unexpected failure of the service',
  },
  503: {
    name: 'ServiceUnavailable',
    description:
      'The database or another dependency is not available at the moment, or other requests hold what is needed',
  },
};

const ENVELOPE = { $ref: '#/components/schemas/ErrorEnvelope' };
const FLAT = { $ref: '#/components/schemas/FlatError' };
const EITHER = { oneOf: [ENVELOPE, FLAT] };
/** Statuses that some endpoints answer flat. */
const FLAT_STATUSES = ['401', '403', '404', '409'];

/** Statuses that say when to come again; a 409 and a 503 only where that is known. */
const RETRIED = ['409', '429', '503'];

const ERROR_SCHEMAS: Record<string, SchemaOrReference> = {
  ErrorEnvelope: {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { type: 'boolean', description: 'Always false.' },
      error: {
        type: 'object',
        description: 'What went wrong.',
        required: ['code', 'message', 'traceId'],
        properties: {
          code: {
            type: 'string',
            enum: [...ERROR_CODES],
            description: 'What kind of failure it is.',
          },
          message: { type: 'string', description: 'For people.' },
          details: {
            type: 'object',
            additionalProperties: { type: 'string' },
            maxProperties: MOST_DETAILS,
            description: 'Field name, dotted when nested, to message; on validation errors only',
          },
          traceId: {
            type: 'string',
            pattern: '^[0-9a-f]{32}$',
            description: 'Identifies the request for support, as the header `X-Trace-Id` does.',
          },
          retryAfter: { type: 'integer', description: 'Seconds to wait; on rate-limit errors only' },
        },
      },
    },
  },
  FlatError: {
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'string', description: 'What went wrong, for people.' } },
  },
};

const HEADERS = {
  'X-Trace-Id': { description: 'Identifies the request for support', schema: { type: 'string' as const } },
  'X-RateLimit-Limit': { description: 'Most requests in the window', schema: { type: 'integer' as const } },
  'X-RateLimit-Remaining': { description: 'Requests left in the window', schema: { type: 'integer' as const } },
  'X-RateLimit-Reset': { description: 'Unix time when the window ends', schema: { type: 'integer' as const } },
  'X-RateLimit-Policy': {
    description: 'The tier that was applied',
    schema: { type: 'string' as const, enum: [...TIERS] },
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const } },
  ...SAFE_WRITE_HEADERS,
};

const RATE_HEADERS = Object.keys(HEADERS).filter((name) => name.startsWith('X-RateLimit-'));

/**
 * Completes the document with what guards, pipes and the exception filter do to every route. What an operation says of an error
 * itself stands beside the reference to what all say.
 */
export function describeCommonResponses(document: OpenAPIObject): void {
  const responses = Object.entries(ERRORS).map(([status, { name }]) => [name, errorResponse(status, true)] as const);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...ERROR_SCHEMAS },
    responses: Object.fromEntries(responses),
    headers: HEADERS,
  };
  for (const { path, operation } of operationsOf(document)) describe(operation, !path.startsWith('/health'));
}

function describe({ responses, security = [] }: Operation, isCounted: boolean): void {
  const own = Object.keys(responses);
  for (const status of own) {
    const response = responses[status];
    if (response && !('$ref' in response)) response.headers = headersOf(status, isCounted);
  }
  const common = ['400', '403', '500', '503', ...(security.length > 0 ? ['401'] : []), ...(isCounted ? ['429'] : [])];
  for (const status of new Set([...own, ...common])) {
    const error = ERRORS[status];
    if (!error) continue;
    const { description } = (responses[status] ?? {}) as { description?: string };
    responses[status] = isCounted
      ? { $ref: `#/components/responses/${error.name}`, ...(description && { description }) }
      : errorResponse(status, false);
  }
}

function errorResponse(status: string, isCounted: boolean): Exclude<Responses[string], { $ref: string } | undefined> {
  return {
    description: ERRORS[status]?.description ?? '',
    headers: headersOf(status, isCounted),
    content: { 'application/json': { schema: FLAT_STATUSES.includes(status) ? EITHER : ENVELOPE } },
  };
}

function headersOf(status: string, isCounted: boolean): Record<string, { $ref: string }> {
  const names = [
    'X-Trace-Id',
    ...(isCounted ? RATE_HEADERS : []),
    ...(RETRIED.includes(status) ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
