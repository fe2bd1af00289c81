import { secondsOfRetryAfter } from '#core/outbound/retry-after.js';

/** Seconds that a receiver may put an attempt off. */
const MOST = 86_400;

/**
 * The seconds until the next attempt after an answer: `retryDelay`, or later where a receiver that is busy asks for it.
 */
export function delayAfter(
  { statusCode, retryAfter }: { statusCode: number | null; retryAfter: string | null },
  retryDelay: number,
  now = Date.now(),
): number {
  if (statusCode !== 429 && statusCode !== 503) return retryDelay;
  const asked = Math.ceil(secondsOfRetryAfter(retryAfter, now) ?? 0);
  return Math.max(retryDelay, Math.min(asked, MOST));
}
