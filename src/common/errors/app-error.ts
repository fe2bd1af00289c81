/** The codes of the error envelope. */
export const ERROR_CODES = [
  'VALIDATION_ERROR',
  'INVALID_INPUT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'DATABASE_ERROR',
  'SERVICE_UNAVAILABLE',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Field name (dotted when nested) to message. */
export type ErrorDetails = Record<string, string>;

/**
 * A failure that a client sees. Services throw one of the subclasses below; the exception filter alone turns it into a
 * response. `flat` ones are answered as `{error: message}`, all others in the envelope.
 */
export abstract class AppError extends Error {
  abstract readonly status: number;
  abstract readonly code: ErrorCode;
  readonly flat: boolean = false;
  readonly details?: ErrorDetails;
  /** Seconds until a retry can succeed: the header `Retry-After`. */
  readonly retryAfter?: number;
  /** What SCIM calls it (RFC 7644, 3.12). */
  readonly scimType?: string;
  /** What OAuth calls it (RFC 6749, 5.2). */
  readonly oauthError?: string;
  /** The whole body of the answer, where it is neither of the two. */
  readonly body?: object;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether the request is refused for what it asks: a 4xx, and not a failure of the service. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500;

/** Whether the check passes; one that breaks off for another reason than a refusal throws. */
export async function passes(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** Most fields that `details` names. */
export const MOST_DETAILS = 50;

/** 400 about fields or parameters: the first of them, each with the rule it breaks. */
export class ValidationError extends AppError {
  readonly status = 400;
  readonly code = 'VALIDATION_ERROR';
  override readonly details: ErrorDetails;
  constructor(details: ErrorDetails) {
    super('The request is not valid; see details');
    this.details = Object.fromEntries(Object.entries(details).slice(0, MOST_DETAILS));
  }

  /** The same about fields of the object `name`. */
  within(name: string): ValidationError {
    return new ValidationError(
      Object.fromEntries(Object.entries(this.details).map(([field, message]) => [`${name}.${field}`, message])),
    );
  }
}

/** 400 about the request as a whole, or about the state of what it names. */
export class InvalidInputError extends AppError {
  readonly status = 400;
  readonly code = 'INVALID_INPUT';
}

/** 401: no credentials, or a login that is refused. */
export class UnauthorizedError extends AppError {
  readonly status = 401;
  readonly code = 'UNAUTHORIZED';
}

/** 401: the password is right, and a code of the authenticator is needed, too. */
export class LoginCodeRequiredError extends UnauthorizedError {
  override readonly headers = { 'X-Login-Code': 'required' };
  constructor() {
    super('A code from your authenticator is needed');
  }
}

/** 401: the password is right, and the company asks for the passkey that the user has. */
export class PasskeyRequiredError extends UnauthorizedError {
  override readonly headers = { 'X-Login-Code': 'passkey' };
  constructor() {
    super('Sign in with your passkey');
  }
}

/** 401, flat: a bearer value that is no valid JWT or key, is expired or revoked, or whose user is deactivated. */
export class InvalidTokenError extends AppError {
  readonly status = 401;
  readonly code = 'UNAUTHORIZED';
  override readonly flat = true;
  constructor() {
    super('Invalid or expired token');
  }
}

/** 403 in the envelope: refused for everyone, whatever the role. */
export class ForbiddenError extends AppError {
  readonly status = 403;
  readonly code = 'FORBIDDEN';
}

/** 403, flat: the caller's role, or what they own, does not allow it. */
export class InsufficientPermissionsError extends AppError {
  readonly status = 403;
  readonly code = 'FORBIDDEN';
  override readonly flat = true;
  constructor() {
    super('Insufficient permissions for this resource');
  }
}

/** 403, flat: the token may only read. `metadata` is the address of what says how to get another. */
export class InsufficientScopeError extends InsufficientPermissionsError {
  override readonly headers: Readonly<Record<string, string>>;
  constructor(metadata: string) {
    super();
    const challenge = `Bearer error="insufficient_scope", scope="projects projects:write", resource_metadata="${metadata}"`;
    this.headers = { 'WWW-Authenticate': challenge };
  }
}

/** The caller's role is too low; writes that end so are in the audit log. */
export class InsufficientRoleError extends InsufficientPermissionsError {}

/** 404: unknown, of another company, or out of the caller's reach; no answer tells which of the three. */
export class NotFoundError extends AppError {
  readonly status = 404;
  readonly code = 'NOT_FOUND';
  constructor(resource: string) {
    super(`${resource} not found`);
  }
}

/** 409: the state of the resource, or another resource, does not allow it. */
export class ConflictError extends AppError {
  readonly status = 409;
  readonly code = 'CONFLICT';
}

/** 412: the resource has changed since the client read it. */
export class PreconditionFailedError extends AppError {
  readonly status = 412;
  readonly code = 'PRECONDITION_FAILED';
  constructor() {
    super('The resource is not as If-Match says; read it again');
  }
}

/** 429 with the whole seconds to wait. */
export class RateLimitExceededError extends AppError {
  readonly status = 429;
  readonly code = 'RATE_LIMIT_EXCEEDED';
  constructor(
    override readonly retryAfter: number,
    message = `Too many requests, retry after ${retryAfter} seconds`,
  ) {
    super(message);
  }
}

/** 500: a statement that the database refused. */
export class DatabaseError extends AppError {
  readonly status = 500;
  readonly code = 'DATABASE_ERROR';
  constructor(cause: unknown) {
    super('The request could not be stored or read; report the traceId if it happens again', { cause });
  }
}

/** 500: a defect of the service. */
export class InternalError extends AppError {
  readonly status = 500;
  readonly code = 'INTERNAL_ERROR';
  constructor(cause: unknown) {
    super('Something went wrong on our side; report the traceId if it happens again', { cause });
  }
}

/** 503: something the service depends on cannot be reached; the same request can succeed later. */
export class ServiceUnavailableError extends AppError {
  readonly status = 503;
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly retryAfter?: number;
  constructor(message: string, { retryAfter, cause }: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause });
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/** 503: there is no room on a disk for a change. */
export class DiskFullError extends ServiceUnavailableError {
  constructor(options: { cause?: unknown } = {}) {
    super('The service has no disk space left: nothing can be changed until there is room again', options);
  }
}
