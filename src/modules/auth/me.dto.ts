import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { AnyString, TrimmedText, Nested, Password } from '#common/validation/fields.js';
import { TimeZoneName } from '#common/validation/time-zone.js';
import { AwayInput, AwayResponse } from '#modules/users/away.dto.js';
import { AccountResponse } from './auth.dto.js';

export class UpdateMe {
  /** The name that others see. */
  @TrimmedText('changeable')
  name?: string;

  /** The zone of the user's days: an IANA name. */
  @TimeZoneName('changeable')
  timezone?: string;

  /** When the user is not there: colleagues hold what they would chase or remind of. Null ends it. */
  @Nested('clearable', () => AwayInput)
  away?: AwayInput | null;
}

export class ChangePassword {
  /** The password that is good until now. */
  @AnyString('required')
  currentPassword: string;

  /** The password that is good from now on. */
  @Password('required')
  newPassword: string;
}

/** The new token; of a session it is in the cookie instead. */
export class ChangedPasswordResponse {
  /** A JWT, good for 24 hours or until the password changes. Left out in answers to a session. */
  token?: string;
}

export class MeResponse extends AccountResponse {
  /** The zone of the user's days: an IANA name. */
  timezone: string;

  /** When the user is not there; null for no absence, and once it is over. */
  @ApiProperty({ type: AwayResponse, nullable: true })
  away: AwayResponse | null;

  /** The company of the user. */
  company: NamedReference;

  /** The virtual colleague that the key belongs to; null for a person and for a key of a person. */
  @ApiProperty({ type: NamedReference, nullable: true })
  agent: NamedReference | null;
}
