import type { OutboundOutcome } from '../../../core/outbound/outbound-http.js';

/** Seconds to wait when an answer does not say. */
const DEFAULT = 1;
/** Shorter waits would only be refused again. */
const SHORTEST = 0.1;

/** The seconds after which a refused POST may be repeated, by its header or else its body (colleagues 4.3, 6.3). */
export function secondsToWait(
  { retryAfter, answer }: Pick<OutboundOutcome, 'retryAfter' | 'answer'>,
  now = Date.now(),
): number {
  return Math.max(SHORTEST, ofHeader(retryAfter, now) ?? ofBody(answer) ?? DEFAULT);
}

/** Seconds, of which there may be fractions, or a date. */
function ofHeader(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : (moment - now) / 1_000;
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
