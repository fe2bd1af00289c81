import { TextParameter } from '#common/validation/parameters.js';

export class UnsubscribeQuery {
  /** From the mail; it says of whom and from what. */
  @TextParameter()
  token?: string;
}
