import { NotFoundError } from '../../common/errors/app-error.js';

/** Answered flat (decisions 2.1). */
export class TaskNotFoundError extends NotFoundError {
  override readonly flat = true;
  constructor() {
    super('Task');
  }
}
