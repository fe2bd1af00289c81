import { ConflictError } from '../../common/errors/app-error.js';

/** 409, flat: another run of the colleague has not ended yet, on whatever instance (decisions 2.1). */
export class ScanInProgressError extends ConflictError {
  override readonly flat = true;
  constructor() {
    super('Scan already in progress');
  }
}
