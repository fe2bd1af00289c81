import { OneOfParameter } from '#common/validation/parameters.js';

export class McpQuery {
  /** `1` leaves out the tools that write. */
  @OneOfParameter(['0', '1'])
  readonly?: '0' | '1';
}
