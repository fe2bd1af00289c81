import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference } from '../../common/http/response.decorators.js';
import { Flag, TrimmedText } from '../../common/validation/decorators.js';
import { property } from '../../common/validation/property.js';
import { LoginUserResponse } from '../../core/access/login-user.dto.js';
import { ChangeSignIn, FreshCaller } from '../../core/access/fresh-caller.dto.js';

/** What a browser gives back of WebAuthn: the authenticator's check says what is wrong with it. */
const Credential = (): PropertyDecorator =>
  property('required', {
    rule: (value) => (typeof value === 'object' && !Array.isArray(value) ? undefined : 'Expected object'),
    documentation: { type: Object, additionalProperties: true },
  });

export class BeginPasskey extends FreshCaller {}

export class AddPasskey {
  /** What the user calls it. */
  @TrimmedText('required')
  name: string;

  /** What `navigator.credentials.create` has given, as JSON. */
  @Credential()
  response: object;

  /** Whether the change ends the caller's other sessions. */
  @Flag('optional')
  endOthers?: boolean;
}

export class UpdatePasskey {
  /** What the user calls it. */
  @TrimmedText('required')
  name: string;
}

export class RemovePasskey extends ChangeSignIn {}

export class SignInByPasskey {
  /** What `navigator.credentials.get` has given, as JSON. What is none is refused like every other wrong one (identity 2.3). */
  @property('required', { rule: () => undefined, documentation: { type: Object, additionalProperties: true } })
  response: object;
}

export class PasskeyResponse {
  /** The id. */
  @Reference()
  id: string;

  /** What the user calls it. */
  name: string;

  /** When it was added. */
  @Moment()
  createdAt: string;

  /** When it was last used to sign in; null for never. */
  @Moment({ nullable: true })
  lastUsedAt: string | null;

  /** Whether it is on more than one device. */
  synced: boolean;
}

/** The options of WebAuthn, as JSON: what `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` take. */
export class PasskeyOptionsResponse {
  /** What the authenticator has to sign. */
  challenge: string;

  [option: string]: unknown;
}

export class PasskeySessionResponse {
  /** Who is signed in. */
  @ApiProperty({ type: () => LoginUserResponse })
  user: LoginUserResponse;
}
