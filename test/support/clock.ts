export const MINUTE = 60_000;

export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Everything that passes by itself goes on; only the date stands still. */
const REAL: NonNullable<FakeTimersConfig['doNotFake']> = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** The clock of this process stands, until `jest.useRealTimers()`. */
export function stopClock(moment = Date.now()): void {
  jest.useFakeTimers({ now: moment, doNotFake: REAL });
}

let isStanding = false;

/** What `work` does, with the clock of this process standing at the moment. Several at once would start each other's clock. */
export async function atMoment<T>(moment: number, work: () => Promise<T>): Promise<T> {
  if (isStanding) throw new Error('The clock of this process stands at another moment: do both within one atMoment');
  isStanding = true;
  stopClock(moment);
  try {
    return await work();
  } finally {
    jest.useRealTimers();
    isStanding = false;
  }
}

/** ISO 8601 of a moment. */
export const iso = (moment: number): string => new Date(moment).toISOString();
/** The day of UTC so many days from now. */
export const dayIn = (days: number): string => iso(Date.now() + days * DAY).slice(0, 10);
