import { FreshCaller } from '#core/access/fresh-caller.dto.js';
import { AnyString } from '#common/validation/fields.js';

export class DeleteCompany extends FreshCaller {
  /** The name of the company, exactly. */
  @AnyString('required')
  name: string;

  /** What the caller's authenticator shows, or a recovery code; required of those who have one. */
  @AnyString('optional')
  code?: string;
}
