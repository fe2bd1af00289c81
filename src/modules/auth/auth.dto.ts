import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference } from '../../common/http/response.decorators.js';
import { AnyString, Email, Name, Password } from '../../common/validation/decorators.js';
import { type Role, ROLES } from '../../core/company-scope/role.js';

export class Register {
  @Name('required')
  companyName: string;

  /** Of the company's first OWNER. */
  @Name('required')
  name: string;

  /** Unique in the whole service, whatever its case. */
  @Email('required')
  email: string;

  @Password('required')
  password: string;
}

export class Login {
  @AnyString('required')
  email: string;

  @AnyString('required')
  password: string;
}

export class RequestPasswordReset {
  @Email('required')
  email: string;
}

export class ConfirmPasswordReset {
  /** As it was mailed. */
  @AnyString('required')
  token: string;

  @Password('required')
  password: string;
}

export class LoginUserResponse {
  @Reference()
  id: string;

  @ApiProperty({ type: String, format: 'email' })
  email: string;

  name: string;

  @ApiProperty({ enum: [...ROLES], enumName: 'Role' })
  role: Role;
}

export class TokenResponse {
  /** A JWT, good for 24 hours or until the password changes. */
  token: string;
}

export class LoginResponse extends TokenResponse {
  user: LoginUserResponse;
}

/** The caller's own user. */
export class AccountResponse extends LoginUserResponse {
  active: boolean;

  @Moment()
  createdAt: string;

  @Moment()
  updatedAt: string;
}

export class RegisterResponse extends TokenResponse {
  user: AccountResponse;
}

export function toAccountResponse(user: AccountResponse): AccountResponse {
  const { id, email, name, role, active, createdAt, updatedAt } = user;
  return { id, email, name, role, active, createdAt, updatedAt };
}
