import { Moment } from '#common/http/response.decorators.js';
import { LoginUserResponse } from '#core/access/login-user.dto.js';
import { AnyString, Email, TrimmedText, Password } from '#common/validation/fields.js';

export class Register {
  /** Name of the new company. */
  @TrimmedText('required')
  companyName: string;

  /** Of the company's first OWNER. */
  @TrimmedText('required')
  name: string;

  /** Unique in the whole service, whatever its case. */
  @Email('required')
  email: string;

  /** The password to log in with. */
  @Password('required')
  password: string;
}

export class Login {
  /** The e-mail address of the user. */
  @AnyString('required')
  email: string;

  /** The password of the user. */
  @AnyString('required')
  password: string;

  /** A code of the user's authenticator, or a recovery code: needed by those who have one. */
  @AnyString('optional')
  code?: string;
}

export class RequestPasswordReset {
  /** The address that the mail is sent to. */
  @Email('required')
  email: string;
}

export class ConfirmPasswordReset {
  /** As it was mailed. */
  @AnyString('required')
  token: string;

  /** The new password. */
  @Password('required')
  password: string;
}

class TokenResponse {
  /** A JWT, good for 24 hours or until the password changes. */
  token: string;
}

export class LoggedInResponse extends TokenResponse {
  /** Who is logged in. */
  user: LoginUserResponse;
}

/** The caller's own user. */
export class AccountResponse extends LoginUserResponse {
  /** False: the user can do nothing any more. */
  active: boolean;

  /** When it was made. */
  @Moment()
  createdAt: string;

  /** When it was last changed. */
  @Moment()
  updatedAt: string;
}

export class RegisteredResponse extends TokenResponse {
  /** The new company's first OWNER. */
  user: AccountResponse;
}

export function toAccountResponse(user: AccountResponse): AccountResponse {
  const { id, email, name, role, active, createdAt, updatedAt } = user;
  return { id, email, name, role, active, createdAt, updatedAt };
}
