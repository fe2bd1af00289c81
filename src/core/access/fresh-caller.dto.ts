import { AnyString, Flag } from '#common/validation/fields.js';

/** Says that it is the caller who asks. */
export class FreshCaller {
  /** The caller's password. Left out by those who have none, and then signed in at most 5 minutes ago. */
  @AnyString('optional')
  password?: string;
}

/** A change of how the caller signs in. */
export class ChangeSignIn extends FreshCaller {
  /** Whether the change ends the caller's other sessions. */
  @Flag('optional')
  endOthers?: boolean;
}
