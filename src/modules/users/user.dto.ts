import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '#common/http/page.query.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Email, Flag, TrimmedText, OneOf, Password } from '#common/validation/fields.js';
import { SearchParameter } from '#common/validation/parameters.js';
import { type Role, ROLES } from '#core/company-scope/role.js';
import { Moment } from '#common/http/response.decorators.js';
import { AwayResponse, shownAway } from './away.dto.js';
import { isErased, isInvited, type User } from './user.entity.js';

/** What a user has besides the password: an authenticator, or a passkey. */
const SECOND_FACTORS = ['totp', 'passkey'] as const;

/** How a user signs in. */
export interface SignInFacts {
  readonly secondFactor: (typeof SECOND_FACTORS)[number] | null;
  readonly lastSignInAt: string | null;
}

export class UsersQuery extends PageQuery {
  /** Only those with this in the name or the e-mail address, in any case. */
  @SearchParameter()
  search?: string;
}

export class CreateUser {
  /** Unique in the whole service, whatever its case. */
  @Email('required')
  email: string;

  /** The name that others see. */
  @TrimmedText('required')
  name: string;

  /** Only an OWNER gives OWNER. */
  @OneOf('required', ROLES, 'Role')
  role: Role;

  /** Left out, an invitation to set one is mailed. */
  @Password('optional')
  password?: string;
}

export class UpdateUser {
  /** The name that others see. */
  @TrimmedText('changeable')
  name?: string;

  /** What the user may do. */
  @OneOf('changeable', ROLES, 'Role')
  role?: Role;

  /** A user who is not active cannot log in; their tokens and keys stop working. */
  @Flag('changeable')
  active?: boolean;
}

export class UserResponse extends ResourceResponse {
  /** The e-mail address; null for a user who was erased. */
  @ApiProperty({ type: String, format: 'email', nullable: true })
  email: string | null;

  /** The name that others see. */
  name: string;

  /** What the user may do. */
  @ApiProperty({ enum: [...ROLES], enumName: 'Role' })
  role: Role;

  /** False: the user can do nothing any more. */
  active: boolean;

  /** What the user has besides the password; null for none, and for those who are neither ADMIN nor OWNER. */
  @ApiProperty({ enum: [...SECOND_FACTORS, null], enumName: 'SecondFactor', type: String, nullable: true })
  secondFactor: SignInFacts['secondFactor'];

  /** When the user last signed in; null for never, and for those who are neither ADMIN nor OWNER. */
  @Moment({ nullable: true })
  lastSignInAt: string | null;

  /** When an invitation was last mailed; null once it is taken up, and for those who are neither ADMIN nor OWNER. */
  @Moment({ nullable: true })
  invitedAt: string | null;

  /** When the user is not there; null for no absence, and once it is over. */
  @ApiProperty({ type: AwayResponse, nullable: true })
  away: AwayResponse | null;
}

/** A user as those see them who are told how they sign in, or else without that. */
export function toUserResponse(user: User, facts?: SignInFacts): UserResponse {
  const { id, name, role, active, createdAt, updatedAt } = user;
  const email = isErased(user) ? null : user.email;
  const { secondFactor = null, lastSignInAt = null } = facts ?? {};
  const invitedAt = facts && isInvited(user) ? user.invitedAt : null;
  const signIn = { secondFactor, lastSignInAt, invitedAt };
  return { id, email, name, role, active, ...signIn, away: shownAway(user), createdAt, updatedAt };
}
