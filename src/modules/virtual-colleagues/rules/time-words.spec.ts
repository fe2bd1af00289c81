import { DateTime } from 'luxon';
import { calendarDay, dayInWords, momentInWords, today, type TimeForm } from './time-words.js';

const NOW = '2026-11-27T09:00:00.000Z';

const said = (form: TimeForm, day: string, { now = NOW, zone = 'UTC' } = {}) =>
  dayInWords(form, calendarDay(day, zone), today(now, zone));

it.each<[TimeForm, string, string]>([
  ['due', '2026-11-27', 'due today'],
  ['due', '2026-11-28', 'due tomorrow'],
  ['due', '2026-11-29', 'due on Sunday'],
  ['due', '2026-12-03', 'due on Thursday'],
  ['due', '2026-12-04', 'due on 4 December'],
  ['due', '2027-01-01', 'due on 1 January 2027'],
  ['since', '2026-11-27', 'since today'],
  ['since', '2026-11-26', 'since yesterday'],
  ['since', '2026-11-25', 'since Wednesday'],
  ['since', '2026-11-21', 'since Saturday'],
  ['since', '2026-11-20', 'since 20 November'],
  ['since', '2025-11-12', 'since 12 November 2025'],
  ['lately', '2026-11-27', 'today'],
  ['lately', '2026-11-25', 'since Wednesday'],
  ['on', '2026-11-26', 'yesterday'],
  ['on', '2026-11-24', 'on Tuesday'],
  ['on', '2026-11-12', 'on 12 November'],
  ['overdue', '2026-11-27', 'is due today'],
  ['overdue', '2026-11-28', 'is due tomorrow'],
  ['overdue', '2026-11-26', 'has been overdue since yesterday'],
  ['late', '2026-11-27', 'due today'],
  ['late', '2026-11-24', 'overdue since Tuesday'],
  ['day', '2026-11-26', '26 November'],
  ['day', '2027-02-01', '1 February 2027'],
])('says as %s of %s: %s', (form, day, words) => {
  expect(said(form, `${day}T00:00:00.000Z`)).toBe(words);
});

it('takes midnight UTC for that day in every zone, and another moment for the day of its clocks', () => {
  const now = '2026-11-27T12:00:00.000Z';
  for (const zone of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
    const day = calendarDay('2026-12-04T00:00:00.000Z', zone);
    expect([day.month, day.day]).toEqual([12, 4]);
  }
  expect(said('due', '2026-11-28T03:00:00.000Z', { now, zone: 'America/Los_Angeles' })).toBe('due today');
  expect(said('due', '2026-11-28T03:00:00.000Z', { now, zone: 'UTC' })).toBe('due tomorrow');
});

it('counts days over a change of clocks', () => {
  const zone = 'Europe/Berlin';
  const now = '2026-10-26T08:00:00.000Z';
  expect(said('since', '2026-10-24T10:00:00.000Z', { now, zone })).toBe('since Saturday');
  expect(said('since', '2026-10-25T10:00:00.000Z', { now, zone })).toBe('since yesterday');
});

it('names the moment of the last digest by its weekday, from the seventh day on by its date', () => {
  const before = (days: number) =>
    DateTime.fromISO(NOW, { zone: 'utc' }).minus({ days }).toISO({ suppressMilliseconds: false }) as string;
  expect(momentInWords(before(3), NOW, 'Europe/Berlin')).toBe('Tuesday 10:00');
  expect(momentInWords(before(6), NOW, 'UTC')).toBe('Saturday 09:00');
  expect(momentInWords(before(7), NOW, 'UTC')).toBe('20 November 09:00');
});
