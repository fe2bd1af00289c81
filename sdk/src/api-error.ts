/** The code of each status, for answers without one, such as flat errors. */
const CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Field name to what is wrong with it. */
  readonly details?: Readonly<Record<string, string>> | undefined;
  readonly traceId: string;
  readonly retryAfter?: number | undefined;
  readonly redirect?: string | undefined;
  readonly cause?: unknown;
}

/** The two error shapes of the service, and that of OAuth. */
interface RefusalBody {
  readonly error?: string | Partial<Failure>;
  readonly error_description?: string;
  readonly redirect?: string;
}

/** The service refused a request, or did not answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** Such as `VALIDATION_ERROR`; `NETWORK_ERROR` when there was no answer at all. */
  readonly code: string;
  /** On validation errors: field name, dotted when nested, to what is wrong with it. */
  readonly details?: Readonly<Record<string, string>>;
  /** Identifies the request for support; empty when there was no answer. */
  readonly traceId: string;
  /** Seconds to wait before the next attempt, when the answer has a `Retry-After`. */
  readonly retryAfter?: number;
  /** Of a program's request for consent: where the browser goes on. */
  readonly redirect?: string;

  constructor({ status, code, message, details, traceId, retryAfter, redirect, cause }: Failure) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    if (details) this.details = details;
    this.traceId = traceId;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
    if (redirect) this.redirect = redirect;
  }

  /** No answer: the request may or may not have been carried out. */
  static ofNoAnswer(url: string, cause: unknown): ApiError {
    const message = `No answer from ${url}: ${reasonOf(cause)}`;
    return new ApiError({ status: 0, code: 'NETWORK_ERROR', message, traceId: '', cause });
  }

  /** For an answer that is not from the API, but from another server or a proxy. */
  static ofForeignAnswer(url: string, { status, headers }: Response): ApiError {
    const message = `The server that answered ${status} at ${url} is not the API`;
    return new ApiError({ status, code: codeOf(status), message, ...metaOf(headers) });
  }

  /** For a refusal: its body has one of the error shapes of the service. */
  static ofRefusal(url: string, response: Response, body: unknown): ApiError {
    const { error, error_description: description, redirect } = (body ?? {}) as RefusalBody;
    if (!error) return ApiError.ofForeignAnswer(url, response);
    const told = typeof error === 'string' ? { message: description ?? error } : error;
    const { status, headers } = response;
    const meta = metaOf(headers);
    const { code = codeOf(status), message = '', details, traceId = meta.traceId } = told;
    return new ApiError({ ...meta, status, code, message, details, traceId, redirect });
  }
}

function codeOf(status: number): string {
  return CODES[status] ?? `HTTP_${status}`;
}

function metaOf(headers: Headers): Pick<Failure, 'traceId' | 'retryAfter'> {
  return { traceId: headers.get('x-trace-id') ?? '', retryAfter: retryAfterOf(headers) };
}

/** Seconds, or a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The message of `fetch` says little; its cause says what broke. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: string; code?: string }; message?: string };
  return cause?.message || cause?.code || message || String(error);
}
