import { WholeNumber } from '#common/http/response.decorators.js';

/** How many pull requests a task has. */
export class TaskCodeResponse {
  /** Those that are open, drafts too. */
  @WholeNumber()
  open: number;

  /** Those that are merged. */
  @WholeNumber()
  merged: number;

  /** Those that are open and have a failed check. */
  @WholeNumber()
  failing: number;
}
