import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Answer } from './api.js';

/** The statuses of the specification, and 202. */
const STATUSES = [200, 201, 202, 204, 304, 400, 401, 403, 404, 409, 412, 429, 500, 503];
const CODES: Record<number, string[]> = {
  400: ['VALIDATION_ERROR', 'INVALID_INPUT'],
  401: ['UNAUTHORIZED'],
  403: ['FORBIDDEN'],
  404: ['NOT_FOUND'],
  409: ['CONFLICT'],
  412: ['PRECONDITION_FAILED'],
  429: ['RATE_LIMIT_EXCEEDED'],
  500: ['INTERNAL_ERROR', 'DATABASE_ERROR'],
  503: ['SERVICE_UNAVAILABLE'],
};

interface DocumentedResponse {
  $ref?: string;
  content?: Record<string, unknown>;
}

/** What the OpenAPI document promises of every answer. */
export class Contract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: OpenAPIObject) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'document');
  }

  /** What is wrong with the answer, or undefined. One that `fields` has trimmed lacks what the schema requires. */
  problemOf(method: string, path: string, { status, body, headers }: Answer, isTrimmed = false): string | undefined {
    if (!STATUSES.includes(status)) return `${status} is not a status of the specification`;
    if (!/^[0-9a-f]{32}$/.test(headers.get('X-Trace-Id') ?? '')) return 'no trace id';
    const pointer = this.pointerOf(method, path, status);
    if (pointer === undefined) return `${status} is not documented`;
    if (pointer === null) return body === undefined ? undefined : `a body with ${status}`;
    const validate = this.validatorOf(pointer);
    if (!isTrimmed && !validate(body)) return `not as documented: ${this.ajv.errorsText(validate.errors)}`;
    return status < 400 ? undefined : errorProblem(status, body, headers);
  }

  /** Where the schema of the answer's body stands; null: it has none; undefined: no such answer is documented. */
  private pointerOf(method: string, path: string, status: number): string | null | undefined {
    const operation = (this.document.paths[path] as Record<string, { responses: Record<string, DocumentedResponse> }>)[
      method.toLowerCase()
    ];
    const response = operation?.responses[status];
    if (!response) return undefined;
    const { $ref } = response;
    const resolved = $ref
      ? (this.document.components?.responses?.[$ref.split('/').at(-1) as string] as DocumentedResponse)
      : response;
    if (!resolved.content) return null;
    // The bytes of a file are any bytes.
    if (!('application/json' in resolved.content)) return null;
    const place = $ref?.slice(1) ?? `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
    return `${place}/content/${escaped('application/json')}/schema`;
  }

  private validatorOf(pointer: string): ValidateFunction {
    let validate = this.validators.get(pointer);
    if (!validate) {
      validate = this.ajv.compile({ $ref: `document#${pointer}` });
      this.validators.set(pointer, validate);
    }
    return validate;
  }
}

/** A part of a JSON pointer in a URL. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The two shapes of errors, and nothing but them. */
function errorProblem(status: number, body: Answer['body'], headers: Headers): string | undefined {
  if (typeof body?.error === 'string') {
    return Object.keys(body).join() === 'error' ? undefined : 'a flat error with more than its text';
  }
  const { code, message, traceId } = body?.error ?? {};
  if (body?.success !== false || !CODES[status]?.includes(code)) return `${status} with ${JSON.stringify(body)}`;
  if (typeof message !== 'string' || message === '') return 'an error without a message';
  return traceId === headers.get('X-Trace-Id') ? undefined : 'a trace id that is not that of the header';
}
