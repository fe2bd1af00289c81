import { AppError } from './app-error.js';

/** What is wrong with a request, in the words of RFC 7644, 3.12. */
type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget';

/** 400, with the kind of mistake. */
export class ScimRequestError extends AppError {
  readonly status = 400;
  readonly code = 'INVALID_INPUT';
  constructor(
    override readonly scimType: ScimType,
    message: string,
  ) {
    super(message);
  }
}

/** 409: somebody has the e-mail address. */
export class UserNameTakenError extends AppError {
  readonly status = 409;
  readonly code = 'CONFLICT';
  override readonly scimType = 'uniqueness';
  constructor() {
    super('The userName is already in use');
  }
}

/** 405: the path is there, and takes other methods. Only in SCIM, elsewhere such a path is 404. */
export class MethodNotAllowedError extends AppError {
  readonly status = 405;
  readonly code = 'NOT_FOUND';
  override readonly headers: Readonly<Record<string, string>>;
  constructor(methods: string) {
    super(`The resource takes ${methods}`);
    this.headers = { Allow: methods };
  }
}

/** 501: a part of SCIM that the service does not have (RFC 7644, 3.4.3). */
export class NotImplementedError extends AppError {
  readonly status = 501;
  readonly code = 'NOT_FOUND';
}
