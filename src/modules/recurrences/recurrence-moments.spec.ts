import type { Schedule } from '#common/schedule/schedule.js';
import { comingMoments, nextMoment, passedMoments, putOff } from './recurrence-moments.js';

const SCHEDULE: Schedule = {
  frequency: 'monthly',
  interval: 1,
  days: [],
  dayOfMonth: null,
  nth: null,
  month: null,
  time: '08:00',
  timezone: 'Europe/Berlin',
  from: '2026-01-01',
  until: null,
  skip: { dates: [], days: [], shift: 'none' },
};
const NOW = Date.parse('2026-12-01T12:00:00Z');

const after = (lastEndedAt: string | null, schedule: Partial<Schedule> = {}, now = NOW) =>
  nextMoment(
    {
      schedule: { ...SCHEDULE, ...schedule },
      mode: 'after_completion',
      active: true,
      lastTaskId: lastEndedAt === null ? null : 'last',
      lastEndedAt,
    },
    now,
  );

describe('the moment after a completion', () => {
  it('is a day of the calendar later, in the zone', () => {
    expect(after('2027-01-31T10:00:00Z')).toBe('2027-02-28T07:00:00.000Z');
    expect(after('2027-01-30T23:30:00Z', { frequency: 'yearly', interval: 2 })).toBe('2029-01-31T07:00:00.000Z');
    expect(after('2027-03-27T10:00:00Z', { frequency: 'daily' })).toBe('2027-03-28T06:00:00.000Z');
    expect(after('2027-03-01T10:00:00Z', { frequency: 'weekly', interval: 3 })).toBe('2027-03-22T07:00:00.000Z');
  });

  it('is at once when it is past, and null after the last day', () => {
    expect(after(null)).toBe('2026-12-01T12:00:00.000Z');
    expect(after('2026-01-31T10:00:00Z')).toBe('2026-12-01T12:00:00.000Z');
    expect(after('2027-01-31T10:00:00Z', { until: '2027-02-28' })).toBe('2027-02-28T07:00:00.000Z');
    expect(after('2027-01-31T10:00:00Z', { until: '2027-02-27' })).toBeNull();
  });

  it('leaves out days', () => {
    const days = (shift: 'none' | 'before' | 'after') =>
      after('2027-01-31T10:00:00Z', { skip: { dates: ['2027-02-26'], days: ['sat', 'sun'], shift } })?.slice(0, 10);
    expect([days('none'), days('after'), days('before')]).toEqual(['2027-03-01', '2027-03-01', '2027-02-25']);
  });

  it('is put off by a day, to one that is yet to come', () => {
    expect(putOff(SCHEDULE, '2026-11-30T07:00:00Z', Date.parse('2026-11-30T07:00:10Z'))).toBe(
      '2026-12-01T07:00:00.000Z',
    );
    expect(putOff(SCHEDULE, '2026-11-20T07:00:00Z', NOW)).toBe('2026-12-02T07:00:00.000Z');
    expect(putOff({ ...SCHEDULE, until: '2026-12-01' }, '2026-11-20T07:00:00Z', NOW)).toBeNull();
  });
});

it('the moments that have come are counted', () => {
  const daily = { ...SCHEDULE, frequency: 'daily' as const, until: '2026-12-03' };
  const passed = (now: string) =>
    passedMoments(
      { schedule: daily, mode: 'schedule', active: true, lastTaskId: null, lastEndedAt: null },
      '2026-12-01T07:00:00.000Z',
      Date.parse(now),
    );
  expect(passed('2026-12-01T07:00:00Z')).toEqual({
    moment: '2026-12-01T07:00:00.000Z',
    missed: 0,
    next: '2026-12-02T07:00:00.000Z',
  });
  expect(passed('2026-12-02T08:00:00Z')).toEqual({
    moment: '2026-12-02T07:00:00.000Z',
    missed: 1,
    next: '2026-12-03T07:00:00.000Z',
  });
  expect(passed('2026-12-30T08:00:00Z')).toEqual({ moment: '2026-12-03T07:00:00.000Z', missed: 2, next: null });
});

it('the moments to come are five, or the only one that is known', () => {
  const next = { schedule: { ...SCHEDULE, dayOfMonth: 31 }, nextAt: '2026-12-31T07:00:00.000Z' };
  expect(comingMoments({ ...next, mode: 'schedule' }).map((moment) => moment.slice(0, 10))).toEqual([
    '2026-12-31',
    '2027-01-31',
    '2027-03-31',
    '2027-05-31',
    '2027-07-31',
  ]);
  expect(comingMoments({ ...next, mode: 'after_completion' })).toEqual(['2026-12-31T07:00:00.000Z']);
  expect(comingMoments({ ...next, nextAt: null, mode: 'schedule' })).toEqual([]);
});
