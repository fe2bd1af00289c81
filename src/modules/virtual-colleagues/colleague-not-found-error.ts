import { NotFoundError } from '../../common/errors/app-error.js';

/** Answered flat (decisions 2.1). */
export class ColleagueNotFoundError extends NotFoundError {
  override readonly flat = true;
  constructor() {
    super('Virtual colleague');
  }
}
