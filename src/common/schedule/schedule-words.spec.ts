import type { Weekday } from '../validation/local-time.js';
import { EVERY_WEEK, type Schedule } from './schedule.js';
import { completionWords, scheduleWords } from './schedule-words.js';

const BASE: Schedule = { ...EVERY_WEEK, time: '08:00', timezone: 'Europe/Berlin', from: '2026-12-01' };
const skipped = (dates: string[], days: Weekday[] = [], shift: Schedule['skip']['shift'] = 'none') => ({
  skip: { dates, days, shift },
});
const working: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];

it.each<[string, Partial<Schedule>]>([
  [
    'Every second Monday and Thursday at 08:00, Berlin time, not on 24 December',
    { interval: 2, days: ['thu', 'mon'], ...skipped(['2026-12-24']) },
  ],
  ['Every Monday at 08:00, Berlin time', { days: ['mon'] }],
  ['Every weekday at 08:00, Berlin time', { days: working }],
  ['Every day at 08:00, Berlin time', { days: [...working, 'sat', 'sun'] }],
  [
    'Every second Monday, Tuesday, Wednesday, Thursday and Friday at 08:00, Berlin time',
    { interval: 2, days: working },
  ],
  ['Every day at 00:05, UTC', { frequency: 'daily', time: '00:05', timezone: 'Etc/UTC' }],
  ['Every 11th day at 08:00, New York time', { frequency: 'daily', interval: 11, timezone: 'America/New_York' }],
  ['Every month on the 31st at 08:00, Berlin time', { frequency: 'monthly', dayOfMonth: 31 }],
  ['Every third month on the last day at 08:00, Berlin time', { frequency: 'monthly', interval: 3, dayOfMonth: -1 }],
  ['Every month on the last Friday at 08:00, Berlin time', { frequency: 'monthly', nth: { week: -1, day: 'fri' } }],
  ['Every year on 24 December at 08:00, Berlin time', { frequency: 'yearly', month: 12, dayOfMonth: 24 }],
  [
    'Every 22nd year on the second Sunday of May at 08:00, Berlin time',
    { frequency: 'yearly', interval: 22, month: 5, nth: { week: 2, day: 'sun' } },
  ],
  [
    'Every day at 08:00, Berlin time, not on Saturdays and 1 January 2027 but on the nearest day before, until 5 March 2027',
    { frequency: 'daily', until: '2027-03-05', ...skipped(['2027-01-01'], ['sat'], 'before') },
  ],
  [
    'Every day at 08:00, Berlin time, not on 1 December, 2 December and 2 other days',
    { frequency: 'daily', ...skipped(['2026-12-04', '2026-12-03', '2026-12-02', '2026-12-01']) },
  ],
])('says: %s', (words, schedule) => {
  expect(scheduleWords({ ...BASE, ...schedule })).toBe(words);
});

it.each<[string, Partial<Schedule>]>([
  ['One week after the last one is done, at 08:00, Berlin time', {}],
  ['3 months after the last one is done, at 08:00, Berlin time', { frequency: 'monthly', interval: 3 }],
])('says: %s', (words, schedule) => {
  expect(completionWords({ ...BASE, ...schedule })).toBe(words);
});
