import { NotFoundError } from './app-error.js';

/** Answered flat. */
export class ColleagueNotFoundError extends NotFoundError {
  override readonly flat = true;
  constructor() {
    super('Virtual colleague');
  }
}
