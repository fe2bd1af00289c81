import { AppError, RateLimitExceededError } from './app-error.js';

/** The two shapes of an error body. */
export type ErrorBody =
  | { error: string }
  | {
      success: false;
      error: {
        code: string;
        message: string;
        details?: Record<string, string>;
        traceId: string;
        retryAfter?: number;
      };
    };

/** What a client reads of `error`. */
export function errorBody(error: AppError, traceId: string): ErrorBody {
  if (error.flat) return { error: error.message };
  const { code, message, details } = error;
  const retryAfter = error instanceof RateLimitExceededError ? { retryAfter: error.retryAfter } : {};
  return { success: false, error: { code, message, ...(details && { details }), traceId, ...retryAfter } };
}
