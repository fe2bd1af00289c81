import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL = 25;

/** The real clock, whatever a suite pretends afterwards. */
const now = performance.now.bind(performance);

/** Milliseconds after which something hangs. A test has longer: it fails by what it waits for. */
export const HANGS_AFTER = 120_000;

/**
 * For what applies within a second, in milliseconds: on a busy machine it takes longer, but it never waits for what is done once
 * a minute.
 */
export const COUNTS_WITHIN = 30_000;

/** Resolves once `condition` is true; fails, naming `what` was waited for, when it is not within `timeout` ms. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeout = HANGS_AFTER,
): Promise<void> {
  const end = now() + timeout;
  while (!(await condition())) {
    if (now() > end) throw new Error(`not within ${timeout} ms: ${what}`);
    await delay(POLL_INTERVAL);
  }
}
