import type { ApiError } from './api-error.js';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
/** A longer `Retry-After` is not waited for: the error is thrown at once. */
const LONGEST_RETRY_AFTER_S = 60;

/** No answer (0), or an answer after which another attempt may succeed. A proxy answers 502 and 504 for a service that does not. */
const PASSING = new Set([0, 429, 502, 503, 504]);

/**
 * Milliseconds to wait before another attempt; undefined when another attempt would not help. `attempt` counts from 0.
 * `isPassing`: the caller knows that it may.
 */
export function delayBeforeRetry(
  { status, retryAfter }: ApiError,
  attempt: number,
  isPassing = PASSING.has(status) || (status === 409 && retryAfter !== undefined),
): number | undefined {
  if (!isPassing || (retryAfter ?? 0) > LONGEST_RETRY_AFTER_S) return undefined;
  return Math.max(backOff(attempt), (retryAfter ?? 0) * 1000);
}

/** Doubled each time, with jitter, so that clients do not come back together. */
function backOff(attempt: number): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
  return (longest * (1 + Math.random())) / 2;
}

/** Waits; ends at once, with the reason of `signal`, when that aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
