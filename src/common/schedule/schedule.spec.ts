import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { type Weekday, WEEKDAYS } from '../validation/local-time.js';
import { momentAt, momentsAfter, nextMoments, type Schedule } from './schedule.js';

const DAY = 86_400_000;
/** So far it is looked ahead. */
const YEARS = 40 * 366 * DAY;
const NO_SKIP: Schedule['skip'] = { dates: [], days: [], shift: 'none' };
const DAILY: Schedule = {
  frequency: 'daily',
  interval: 1,
  days: [],
  dayOfMonth: null,
  nth: null,
  month: null,
  time: '08:00',
  timezone: 'UTC',
  from: '2026-12-01',
  until: null,
  skip: NO_SKIP,
};
/** With gaps of half an hour, one and two; at midnight; on either half of the world; with one that skipped a whole day. */
const ZONES = [
  'UTC',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Antarctica/Troll',
];

const at = (text: string) => Date.parse(text);
const daysOf = (schedule: Partial<Schedule>, after: string, count: number) =>
  nextMoments({ ...DAILY, ...schedule }, at(after), count).map((moment) => moment.slice(0, 10));

/** On either side of changes of the clocks, and between them. */
const TIMES = ['00:00', '00:30', '01:00', '01:30', '02:00', '02:15', '02:30', '03:00', '12:00', '23:30'];

/** What the clocks of a zone show, as `2026-12-24 08:00`. */
const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);
const shown = (moment: number, timezone: string) => formats.get(timezone)!.format(moment);

/** Whether the clocks show the time of the schedule at a moment: one that does not exist is left out by the library, but moved by us. */
const isShownAs =
  ({ time, timezone }: Schedule) =>
  (moment: number) =>
    shown(moment, timezone).endsWith(time);

/** The moments after another in the words of RFC 5545, for a library that shares nothing with the code. */
function standardMoments(schedule: Schedule, after: number, most: number): number[] {
  const { frequency, interval, days, dayOfMonth, nth, month, time, timezone, from, until } = schedule;
  const nameOf = (day: Weekday) => day.slice(0, 2).toUpperCase();
  const inMonth = nth ? `;BYDAY=${nth.week}${nameOf(nth.day)}` : `;BYMONTHDAY=${dayOfMonth}`;
  const parts = {
    daily: '',
    weekly: `;BYDAY=${days.map(nameOf).join(',')}`,
    monthly: inMonth,
    yearly: `${inMonth};BYMONTH=${month}`,
  };
  const inBasic = (text: string) => text.slice(0, 16).replaceAll(/[-:]/g, '') + '00';
  const start = `DTSTART;TZID=${timezone}:${inBasic(`${from}T${time}`)}`;
  const end = `UNTIL=${inBasic(new Date(after + YEARS).toISOString())}Z`;
  const rule = new RRuleTemporal({
    rruleString: `${start}\nRRULE:FREQ=${frequency.toUpperCase()};INTERVAL=${interval};WKST=MO;${end}${parts[frequency]}`,
  });
  const moments: number[] = [];
  for (let last = after; moments.length < most;) {
    const next = rule.next(new Date(last));
    if (!next || (until !== null && shown(next.epochMilliseconds, timezone).slice(0, 10) > until)) break;
    last = next.epochMilliseconds;
    moments.push(last);
  }
  return moments;
}

describe('days', () => {
  const weekday = fc.constantFrom<Weekday>(...WEEKDAYS);
  const date = (from: string, to: string) =>
    fc.integer({ min: at(from) / DAY, max: at(to) / DAY }).map((day) => new Date(day * DAY).toISOString().slice(0, 10));
  const schedule = fc
    .record({
      frequency: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const, 'yearly' as const),
      interval: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 99 })),
      days: fc.uniqueArray(weekday, { minLength: 1, maxLength: 7 }),
      dayOfMonth: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant(-1)),
      nth: fc.option(fc.record({ week: fc.constantFrom(1, 2, 3, 4, 5, -1), day: weekday })),
      month: fc.integer({ min: 1, max: 12 }),
      from: date('2024-01-01', '2027-12-31'),
      until: fc.option(date('2025-01-01', '2040-12-31')),
    })
    .map((given): Schedule => ({ ...DAILY, ...given }));
  const place = fc.record({ timezone: fc.constantFrom(...ZONES), time: fc.constantFrom(...TIMES) });

  it('and times are those of RFC 5545, by the clocks of a zone', () => {
    fc.assert(
      fc.property(schedule, place, date('2023-01-01', '2035-12-31'), (given, { timezone, time }, after) => {
        const meant = { ...given, timezone, time };
        // Of a first time that does not exist the library moves all later ones, too.
        fc.pre(isShownAs(meant)(momentAt(meant.from, time, timezone)));
        const moments = momentsAfter(meant, at(after)).filter(isShownAs(meant)).take(8);
        expect([...moments].filter((moment) => moment <= at(after) + YEARS)).toEqual(
          standardMoments(meant, at(after), 8),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('that are skipped are dropped, or move to the nearest other day, and two that fall together are one', () => {
    const skip = fc.record({
      dates: fc.uniqueArray(date('2026-12-01', '2027-02-28'), { maxLength: 20 }),
      days: fc.uniqueArray(weekday, { maxLength: 6 }),
      shift: fc.constantFrom('none' as const, 'before' as const, 'after' as const),
    });
    fc.assert(
      fc.property(schedule, skip, date('2026-11-01', '2027-03-31'), (given, skipped, after) => {
        const isSkipped = (day: number) =>
          skipped.dates.includes(new Date(day).toISOString().slice(0, 10)) ||
          skipped.days.includes(WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]!);
        const step = { none: 0, before: -DAY, after: DAY }[skipped.shift];
        const expected = new Set<number>();
        for (const plain of momentsAfter({ ...given, time: '00:00' }, at('2023-01-01')).take(3_000)) {
          let day = plain;
          if (isSkipped(day) && step === 0) continue;
          while (isSkipped(day)) day += step;
          if (day > at(after)) expected.add(day);
          if (expected.size === 5) break;
        }
        const found = [...momentsAfter({ ...given, time: '00:00', skip: skipped }, at(after)).take(5)];
        expect(found.slice(0, expected.size)).toEqual([...expected]);
      }),
      { numRuns: 200 },
    );
  });

  it('of 31 are left out in shorter months, and -1 is the last', () => {
    expect(daysOf({ frequency: 'monthly', dayOfMonth: 31 }, '2026-12-01', 4)).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ]);
    expect(daysOf({ frequency: 'monthly', dayOfMonth: -1 }, '2027-02-01', 2)).toEqual(['2027-02-28', '2027-03-31']);
    expect(daysOf({ frequency: 'yearly', month: 2, dayOfMonth: 29 }, '2027-01-01', 2)).toEqual([
      '2028-02-29',
      '2032-02-29',
    ]);
  });

  it('move past `until` and before `from`, which bound them before that', () => {
    const christmas = { dates: ['2026-12-24'], days: [], shift: 'after' } as const;
    expect(daysOf({ until: '2026-12-24', skip: christmas }, '2026-12-22T12:00:00Z', 5)).toEqual([
      '2026-12-23',
      '2026-12-25',
    ]);
    const first = { dates: ['2026-12-01'], days: [], shift: 'before' } as const;
    expect(daysOf({ skip: first }, '2026-11-01', 2)).toEqual(['2026-11-30', '2026-12-02']);
  });

  it('end where there are none for a hundred years', () => {
    const never: Partial<Schedule>[] = [
      { frequency: 'monthly', interval: 12, from: '2026-02-01', dayOfMonth: 30 },
      { until: '2026-11-30' },
      { frequency: 'weekly', days: ['mon'], skip: { dates: [], days: ['mon'], shift: 'none' } },
    ];
    for (const schedule of never) expect(daysOf(schedule, '2026-12-01', 1)).toEqual([]);
  });
});

describe('the clocks of a zone', () => {
  /** Read from Intl alone: an account of local time that shares nothing with the code. */
  class Clocks {
    private readonly format: Intl.DateTimeFormat;

    constructor(timeZone: string) {
      const two = '2-digit';
      this.format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: two,
        day: two,
        hour: two,
        minute: two,
      });
    }

    private offsetAt(moment: number): number {
      const [month, day, year, hour, minute] = this.format.format(moment).match(/\d+/g)!.map(Number);
      return Date.UTC(year!, month! - 1, day, hour, minute) - moment;
    }

    /** The first moment at which they show a time; of one that is skipped, as if they had not been moved. */
    momentOf(local: number): number {
      const offsets = [this.offsetAt(local - DAY), this.offsetAt(local + DAY)];
      const shown = offsets
        .map((offset) => local - offset)
        .filter((moment) => this.offsetAt(moment) === local - moment);
      return shown.length > 0 ? Math.min(...shown) : local - offsets[0]!;
    }
  }

  it.each(ZONES)('of %s are read on every day of a year, at any time', (timezone) => {
    const clocks = new Clocks(timezone);
    for (const time of TIMES) {
      const schedule = { ...DAILY, from: '2026-01-01', until: '2026-12-31', timezone, time };
      const expected = Array.from({ length: 365 }, (_, day) =>
        clocks.momentOf(at('2026-01-01') + day * DAY + at(`1970-01-01T${time}Z`)),
      );
      expect([...momentsAfter(schedule, at('2025-12-01'))]).toEqual(expected);
      const standard = standardMoments(schedule, at('2025-12-01'), 366);
      expect(expected.filter(isShownAs(schedule))).toEqual(standard);
    }
  });

  it('say which moments follow, wherever one begins', () => {
    const schedule = {
      ...DAILY,
      frequency: 'weekly',
      days: ['sun'],
      time: '02:30',
      timezone: 'Europe/Berlin',
    } as const;
    const all = [...momentsAfter(schedule, at('2026-12-01')).take(100)];
    for (const moment of [0, 1, 40, 98]) {
      expect([...momentsAfter(schedule, all[moment]!).take(1)]).toEqual([all[moment + 1]]);
      expect([...momentsAfter(schedule, all[moment]! - 1).take(1)]).toEqual([all[moment]]);
    }
  });

  it('of a day that a zone left out are those of the next one', () => {
    const schedule = { ...DAILY, from: '2011-12-29', timezone: 'Pacific/Apia' };
    expect(nextMoments(schedule, at('2011-12-29'), 3)).toEqual([
      '2011-12-29T18:00:00.000Z',
      '2011-12-30T18:00:00.000Z',
      '2011-12-31T18:00:00.000Z',
    ]);
  });
});
