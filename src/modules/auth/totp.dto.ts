import { AnyString, Flag } from '#common/validation/fields.js';
import { ChangeSignIn, FreshCaller } from '#core/access/fresh-caller.dto.js';

export class SetUpTotp extends FreshCaller {}

export class ConfirmTotp {
  /** What the authenticator shows. */
  @AnyString('required')
  code: string;

  /** Whether the change ends the caller's other sessions. */
  @Flag('optional')
  endOthers?: boolean;
}

export class RemoveTotp extends ChangeSignIn {
  /** What the authenticator shows, or a recovery code. */
  @AnyString('required')
  code: string;
}

export class RenewRecoveryCodes extends ChangeSignIn {
  /** What the authenticator shows, or a recovery code. */
  @AnyString('required')
  code: string;
}

export class TotpResponse {
  /** Whether signing in asks for a code of it. */
  active: boolean;
}

export class TotpSetupResponse {
  /** The key in base32, to be typed where no camera is. */
  secret: string;

  /** What the QR code holds: `otpauth://totp/…`. */
  uri: string;
}

export class RecoveryCodesResponse {
  /** Ten codes that stand in for the authenticator, each once. They are not shown again. */
  recoveryCodes: string[];
}
