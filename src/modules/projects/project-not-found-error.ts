import { NotFoundError } from '#common/errors/app-error.js';

/** Answered flat. */
export class ProjectNotFoundError extends NotFoundError {
  override readonly flat = true;
  constructor() {
    super('Project');
  }
}
