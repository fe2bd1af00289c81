import { Uuid } from '../../common/validation/decorators.js';

export class AddBlocker {
  /** The task that has to be done first. */
  @Uuid('required')
  taskId: string;
}
