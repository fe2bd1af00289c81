import type { OutboundOutcome } from '#core/outbound/outbound-http.js';
import { secondsOfRetryAfter } from '#core/outbound/retry-after.js';

/** Seconds to wait when an answer does not say. */
const DEFAULT = 1;
/** Shorter waits would only be refused again. */
const SHORTEST = 0.1;

/** The seconds after which a refused POST may be repeated, by its header or else its body. */
export function secondsToWait(
  { retryAfter, answer }: Pick<OutboundOutcome, 'retryAfter' | 'answer'>,
  now = Date.now(),
): number {
  return Math.max(SHORTEST, secondsOfRetryAfter(retryAfter, now) ?? ofBody(answer) ?? DEFAULT);
}

/** Discord says it more precisely in its body. */
function ofBody(answer: string | null): number | undefined {
  try {
    const { retry_after: seconds } = JSON.parse(answer ?? '') as { retry_after?: unknown };
    return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined;
  } catch {
    return undefined;
  }
}
