import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { Flag, TrimmedText } from '#common/validation/fields.js';
import { Field } from '#common/validation/field.js';
import { LoginUserResponse } from '#core/access/login-user.dto.js';
import { ChangeSignIn, FreshCaller } from '#core/access/fresh-caller.dto.js';

/** What a browser gives back of WebAuthn: the authenticator's check says what is wrong with it. */
const Credential = (): PropertyDecorator =>
  Field('required', { type: Object, additionalProperties: true }, [IsObject({ message: 'Expected object' })]);

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
  /** What `navigator.credentials.get` has given, as JSON. What is none is refused like every other wrong one. */
  @Field('required', { type: Object, additionalProperties: true }, [])
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

  /** The domain that passkeys are of; when signing in. */
  rpId?: string;

  /** Milliseconds for the person to answer. */
  timeout?: number;

  /** Whether the person is asked who they are; when signing in. */
  userVerification?: string;

  /** Whether the device says what it is; when one is added. */
  attestation?: string;

  /** The service; when one is added. */
  @ApiProperty({ type: Object, required: false })
  rp?: object;

  /** Whose passkey it becomes; when one is added. */
  @ApiProperty({ type: Object, required: false })
  user?: object;

  /** What the device must be able to; when one is added. */
  @ApiProperty({ type: Object, required: false })
  authenticatorSelection?: object;

  /** What else the device is asked for; when one is added. */
  @ApiProperty({ type: Object, required: false })
  extensions?: object;

  /** The kinds of keys; when one is added. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, required: false })
  pubKeyCredParams?: object[];

  /** The passkeys that there are; when one is added. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, required: false })
  excludeCredentials?: object[];

  /** The passkeys that may sign in; any when left out. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, required: false })
  allowCredentials?: object[];

  /** What kind of device may be asked first; when one is added. */
  hints?: string[];
}

export class PasskeySessionResponse {
  /** Who is signed in. */
  @ApiProperty({ type: () => LoginUserResponse })
  user: LoginUserResponse;
}
