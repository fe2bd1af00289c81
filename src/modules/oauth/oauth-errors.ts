import { AppError } from '#common/errors/app-error.js';

/** 400 in the words of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2; RFC 8707, 2). */
export class OAuthError extends AppError {
  readonly status = 400;
  readonly code = 'INVALID_INPUT';
  constructor(
    override readonly oauthError: string,
    message: string,
  ) {
    super(message);
  }
}

/** 401: there is no such client. */
export class InvalidClientError extends AppError {
  readonly status = 401;
  readonly code = 'UNAUTHORIZED';
  override readonly oauthError = 'invalid_client';
}

/** 400: a request for consent that comes to nothing. `redirect`: where that is told; null for nowhere. */
export class AuthorizationError extends AppError {
  readonly status = 400;
  readonly code = 'INVALID_INPUT';
  override readonly body: object;
  constructor(
    readonly error: string,
    message: string,
    readonly redirect: string | null,
  ) {
    super(message);
    this.body = { error, error_description: message, redirect };
  }
}
