import { ServiceUnavailableError } from '#common/errors/app-error.js';

/** 503: the store of files is away; all else goes on. */
export class StoreUnavailableError extends ServiceUnavailableError {
  constructor(cause: unknown) {
    super('The store of files cannot be reached, retry in a few seconds', { retryAfter: 5, cause });
  }
}
