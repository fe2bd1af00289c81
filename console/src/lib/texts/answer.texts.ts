import type { PromiseDay } from '../promise-days.ts';

/** What colleagues ask, and what people promise. */
export const answer = {
  asked: 'Asked of you',
  answer: 'Answer',
  days: { today: 'Today', tomorrow: 'Tomorrow', friday: 'Friday', nextWeek: 'Next week' } as Record<PromiseDay, string>,
  promiseFor: (day: string) => `Promise for ${day}`,
  dayGroup: 'Day',
  by: 'By',
  words: 'Words',
  wordsHint: 'What the colleague reminds you of, in your own words.',
  promise: 'Promise',
  others: 'Or say',
  done: 'Done',
  blocked: 'It is blocked',
  notMine: 'Not mine',
  stop: 'Stop asking',
  promised: (day: string, name: string) => `Promised for ${day} by ${name}`,
  promisedFor: (day: string) => `Promised for ${day}`,
  stopped: 'It is not asked about again until its status changes.',
  givenUp: (tid: string) => `${tid} is nobody's now`,
  isBlocked: (tid: string) => `${tid} waits for it now`,
  isDone: (tid: string) => `${tid} is done`,
} as const;
