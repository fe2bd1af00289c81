import { TextParameter } from '#common/validation/query.decorators.js';

export class UnsubscribeQuery {
  /** From the mail; it says of whom and from what. */
  @TextParameter()
  token?: string;
}
