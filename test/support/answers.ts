import type { Answer } from './api.js';

/** The id of nothing. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

/** What a caller gets whose role does not allow it, as `result` shows it. */
export const FORBIDDEN = [403, { error: 'Insufficient permissions for this resource' }];

/** What a caller gets whose credentials do not count, as `result` shows it. */
export const INVALID_TOKEN = [401, { error: 'Invalid or expired token' }];

/** What changes in archived projects get, as `refusalOf` shows it. */
export const ARCHIVED = [409, 'CONFLICT', 'The project is archived; unarchive it to change it'];

/** An answer's status and body. */
export const result = ({ status, body }: Answer): unknown[] => [status, body];

/** What a refusal says: its status, its code, and its details or else its message. */
export function refusalOf({ status, body }: Answer): [status: number, code: string, about: unknown] {
  return [status, body.error.code, body.error.details ?? body.error.message];
}
