import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL = 25;

/** The real clock, whatever a suite pretends afterwards. */
const now = performance.now.bind(performance);

/** For what applies within a second, in milliseconds: that second, and what a slow machine adds. */
export const COUNTS_WITHIN = 2_500;

/** Resolves once `condition` is true; fails, naming `what` was waited for, when it is not within `timeout` ms. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeout = 10_000,
): Promise<void> {
  const end = now() + timeout;
  while (!(await condition())) {
    if (now() > end) throw new Error(`not within ${timeout} ms: ${what}`);
    await delay(POLL_INTERVAL);
  }
}
