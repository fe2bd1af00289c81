import { ApiProperty } from '@nestjs/swagger';
import { Reference } from '#common/http/response.decorators.js';
import { type Role, ROLES } from '../company-scope/role.js';

export class LoginUserResponse {
  /** The id. */
  @Reference()
  id: string;

  /** The e-mail address. */
  @ApiProperty({ type: String, format: 'email' })
  email: string;

  /** The name that others see. */
  name: string;

  /** What the user may do. */
  @ApiProperty({ enum: [...ROLES], enumName: 'Role' })
  role: Role;
}

export function toLoginUserResponse({ id, email, name, role }: LoginUserResponse): LoginUserResponse {
  return { id, email, name, role };
}
