import { NamedReference } from '../../common/http/named-reference.dto.js';
import { AnyString, Name, Password } from '../../common/validation/decorators.js';
import { TimeZoneName } from '../../common/validation/time-zone.js';
import { AccountResponse } from './auth.dto.js';

export class UpdateMe {
  /** The name that others see. */
  @Name('changeable')
  name?: string;

  /** The zone of the user's days: an IANA name. */
  @TimeZoneName('changeable')
  timezone?: string;
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

  /** The company of the user. */
  company: NamedReference;
}
