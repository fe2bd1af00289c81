import {
  DEFAULT_SCHEDULE,
  FREQUENCIES,
  type Frequency,
  mergeSchedule,
  nextRunAfter,
  nextRunOfOtherQuiet,
  nextRunsAfter,
  type Schedule,
} from './schedule.js';
import { endOfQuiet, NO_QUIET, type Quiet, quietProblems } from './quiet.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** With gaps of half an hour, one and two; at midnight; into another day; on a Friday; twice a year or four times. */
const ZONES = [
  'America/New_York',
  'America/Havana',
  'America/Nuuk',
  'Europe/Berlin',
  'Europe/London',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Antarctica/Troll',
];

/**
 * The clocks of a zone, read minute by minute from Intl: an account of local time that shares nothing with the code.
 * Local times are milliseconds as if they were UTC.
 */
class Clocks {
  private readonly format: Intl.DateTimeFormat;

  constructor(zone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  }

  /** What the clocks show at a moment. */
  at(moment: number): number {
    const [month, day, year, hour, minute] = this.format.format(moment).match(/\d+/g)!.map(Number);
    return Date.UTC(year!, month! - 1, day, hour, minute);
  }

  /** The moments of a year at which the clocks change. */
  changes(year: number): number[] {
    const offset = (moment: number) => this.at(moment) - moment;
    const changes: number[] = [];
    for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY) {
      if (offset(day) === offset(day + DAY)) continue;
      let moment = day;
      while (offset(moment) === offset(day)) moment += MINUTE;
      changes.push(moment);
    }
    return changes;
  }
}

/** A local time, as `YYYY-MM-DD`, `HH:MM` and the day of the week from Sunday (0) on, and the moment that it means. */
interface LocalMoment {
  date: string;
  clock: string;
  weekday: number;
  moment: number;
}

/** Every local time between two moments: the first time it is shown, and those that are skipped. */
function localMoments(clocks: Clocks, from: number, to: number): LocalMoment[] {
  const moments = new Map<number, number>();
  let before = clocks.at(from - DAY - MINUTE);
  for (let moment = from - DAY; moment <= to; moment += MINUTE) {
    const local = clocks.at(moment);
    if (!moments.has(local)) moments.set(local, moment);
    // What is skipped is read with the offset from before the gap.
    for (let missing = before + MINUTE; missing < local; missing += MINUTE) {
      moments.set(missing, moment + (missing - before - MINUTE));
    }
    before = local;
  }
  return [...moments].map(([local, moment]) => ({
    date: new Date(local).toISOString().slice(0, 10),
    clock: clockOf(local),
    weekday: new Date(local).getUTCDay(),
    moment,
  }));
}

function clockOf(local: number): string {
  return new Date(local).toISOString().slice(11, 16);
}

/** The runs of a schedule after one moment and up to another. */
function runsOf({ frequency, time }: Schedule, moments: LocalMoment[], from: number, to: number): number[] {
  const runs = moments.filter((local) => isAskedFor(local, frequency, time)).map(({ moment }) => moment);
  return [...new Set(runs)].filter((run) => run > from && run <= to).sort((one, other) => one - other);
}

function isAskedFor({ clock, weekday }: LocalMoment, frequency: Frequency, time: string | null): boolean {
  if (frequency === 'hourly') return clock.slice(3) === (time ?? '00:00').slice(3);
  const isDay = { daily: true, weekdays: weekday >= 1 && weekday <= 5, weekly: weekday === 1 }[frequency];
  return isDay && clock === time;
}

/** Times before, within and after what the change of the clocks skips or repeats, and two of every day. */
function timesAround(clocks: Clocks, change: number, frequency: Frequency): string[] {
  const shown = [clocks.at(change - MINUTE), clocks.at(change)];
  const around = [Math.min(...shown), Math.max(...shown) - 15 * MINUTE, Math.max(...shown)].flatMap((local) => [
    local,
    local + MINUTE,
  ]);
  const times = [...around.map(clockOf), '09:00', '23:45'];
  // To an hourly run only the minute matters.
  return [...new Map(times.map((time) => [frequency === 'hourly' ? time.slice(3) : time, time])).values()];
}

describe('nextRunAfter', () => {
  it.each(ZONES)('agrees with the clocks of %s around every change of a year', (timezone) => {
    const clocks = new Clocks(timezone);
    const changes = clocks.changes(2026);
    expect(changes.length).toBeGreaterThanOrEqual(2);
    for (const change of changes) {
      const moments = localMoments(clocks, change - 2 * DAY, change + 2 * DAY);
      for (const frequency of FREQUENCIES) {
        // The run of an hour is not touched by a change that is further away.
        const reach = frequency === 'hourly' ? 6 * HOUR : 2 * DAY;
        const [from, to] = [change - reach, change + reach];
        for (const time of timesAround(clocks, change, frequency)) {
          const schedule = { frequency, time, timezone };
          const runs = runsOf(schedule, moments, from, to);
          const found: number[] = [];
          for (let next = from; next <= to;) {
            next = Date.parse(nextRunAfter(schedule, new Date(next).toISOString()));
            if (next <= to) found.push(next);
          }
          expect([schedule, found]).toEqual([schedule, runs]);
        }
      }
    }
  });

  it('agrees with the clocks between two runs, too, to the millisecond', () => {
    const schedule: Schedule = { frequency: 'weekdays', time: '02:30', timezone: 'America/New_York' };
    const clocks = new Clocks(schedule.timezone);
    const from = Date.UTC(2026, 2, 5);
    const to = from + 9 * DAY;
    const runs = runsOf(schedule, localMoments(clocks, from, to), from, to);
    for (const run of runs.slice(0, -1)) {
      const after = (moment: number) => Date.parse(nextRunAfter(schedule, new Date(moment).toISOString()));
      expect([after(run - 1), after(run), after(run + 1)]).toEqual([run, runs[runs.indexOf(run) + 1], after(run)]);
    }
  });

  it.each<[what: string, schedule: Schedule, after: string, next: string]>([
    [
      'a time that does not exist moves forward by the gap',
      { frequency: 'daily', time: '02:30', timezone: 'America/New_York' },
      '2026-03-07T08:00:00.000Z',
      '2026-03-08T07:30:00.000Z',
    ],
    [
      'one that exists twice runs the first time',
      { frequency: 'daily', time: '01:30', timezone: 'America/New_York' },
      '2026-10-31T06:00:00.000Z',
      '2026-11-01T05:30:00.000Z',
    ],
    [
      'and not the second time',
      { frequency: 'daily', time: '01:30', timezone: 'America/New_York' },
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ],
    [
      'a gap before midnight moves into the next day',
      { frequency: 'daily', time: '23:30', timezone: 'America/Nuuk' },
      '2026-03-28T12:00:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'a weekly one waits for Monday',
      { frequency: 'weekly', time: '09:00', timezone: 'Asia/Kolkata' },
      '2026-11-16T03:30:00.000Z',
      '2026-11-23T03:30:00.000Z',
    ],
    [
      'weekdays leave out the weekend of the zone',
      { frequency: 'weekdays', time: '08:00', timezone: 'Pacific/Auckland' },
      '2026-11-19T20:00:00.000Z',
      '2026-11-22T19:00:00.000Z',
    ],
    [
      'an hourly one without a time runs at the full hour of the zone',
      { frequency: 'hourly', time: null, timezone: 'Asia/Kolkata' },
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T10:30:00.000Z',
    ],
    [
      'a leap day is a day',
      { frequency: 'daily', time: '00:00', timezone: 'UTC' },
      '2028-02-28T00:00:00.000Z',
      '2028-02-29T00:00:00.000Z',
    ],
    [
      'a zone that is unknown here counts as UTC',
      { frequency: 'daily', time: '09:00', timezone: 'Mars/Olympus' },
      '2026-11-20T10:00:00.000Z',
      '2026-11-21T09:00:00.000Z',
    ],
  ])('%s', (_what, schedule, after, next) => {
    expect(nextRunAfter(schedule, after)).toBe(next);
  });
});

describe('mergeSchedule', () => {
  it('keeps fields that are not given', () => {
    expect(mergeSchedule(DEFAULT_SCHEDULE, { timezone: 'Europe/Kyiv' })).toEqual({
      frequency: 'daily',
      time: '09:00',
      timezone: 'Europe/Kyiv',
    });
  });

  it('needs a time for all but hourly runs', () => {
    const hourly: Schedule = { frequency: 'hourly', time: null, timezone: 'UTC' };
    expect(mergeSchedule(hourly)).toEqual(hourly);
    expect(mergeSchedule(hourly, { frequency: 'weekly' }).time).toBe('09:00');
    expect(mergeSchedule({ ...hourly, time: '10:20' }, { time: null }).time).toBeNull();
    const daily: Schedule = { ...hourly, frequency: 'daily', time: '10:20' };
    expect(mergeSchedule(daily, { time: null }).time).toBe('09:00');
  });
});

/** The moments between which it is quiet, of local times from one day before to one day after. */
function quietSpans({ from, to, days, dates }: Quiet, moments: LocalMoment[]): [number, number][] {
  const at = new Map(moments.map(({ date, clock, moment }) => [`${date} ${clock}`, moment]));
  const momentOf = (date: string, clock: string) => at.get(`${date} ${clock}`) ?? NaN;
  const spans: [number, number][] = [];
  for (const date of new Set(moments.map((local) => local.date))) {
    const next = new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);
    const weekday = new Date(date).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' }).toLowerCase();
    if (from && to) spans.push([momentOf(date, from), momentOf(to < from ? next : date, to)]);
    if (days.includes(weekday as never) || dates.includes(date)) {
      spans.push([momentOf(date, '00:00'), momentOf(next, '00:00')]);
    }
  }
  return spans;
}

/** When it is no longer quiet, minute by minute. */
function endBySpans(moment: number, spans: [number, number][]): number {
  let end = moment;
  while (spans.some(([begin, over]) => begin <= end && end < over)) end += MINUTE;
  return end;
}

const quietOf = (quiet: Partial<Quiet>): Quiet => ({ ...NO_QUIET, ...quiet });

describe('quiet time', () => {
  const QUIETS: Quiet[] = [
    quietOf({ from: '22:00', to: '07:00' }),
    quietOf({ from: '01:30', to: '02:30' }),
    quietOf({ from: '02:15', to: '02:45' }),
    quietOf({ from: '23:30', to: '00:30', days: ['sun'] }),
    quietOf({ from: '22:00', to: '00:00', days: ['sat', 'sun', 'mon'] }),
  ];

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Nuuk'])(
    'moves runs to its end by the clocks of %s around every change of a year',
    (timezone) => {
      const clocks = new Clocks(timezone);
      for (const change of clocks.changes(2026)) {
        const moments = localMoments(clocks, change - 4 * DAY, change + 6 * DAY);
        const date = new Date(clocks.at(change)).toISOString().slice(0, 10);
        const [from, to] = [change - DAY, change + 2 * DAY];
        for (const quiet of [...QUIETS, quietOf({ dates: [date] })]) {
          const spans = quietSpans(quiet, moments);
          const schedules: Schedule[] = [
            { frequency: 'hourly', time: '00:10', timezone },
            { frequency: 'daily', time: '02:20', timezone },
          ];
          for (const schedule of schedules) {
            const slots = runsOf(schedule, moments, from - 3 * DAY, to);
            const runs = [...new Set(slots.map((slot) => endBySpans(slot, spans)))].filter(
              (run) => run > from && run <= to,
            );
            // The first may be of a slot that had passed by then.
            const found: number[] = [];
            for (let next = from; next <= to;) {
              next = Date.parse(nextRunAfter(schedule, new Date(next).toISOString(), quiet));
              if (next <= to) found.push(next);
            }
            const expected = runs.filter((run) => slots.some((slot) => slot > from && endBySpans(slot, spans) === run));
            expect([schedule, quiet, found]).toEqual([schedule, quiet, expected]);
          }
        }
      }
    },
  );

  it('lasts over days on end, and until the first minute that is not quiet', () => {
    const quiet = quietOf({ from: '20:00', to: '08:00', days: ['sat', 'sun'], dates: ['2026-12-24', '2026-12-25'] });
    const end = (moment: string) => new Date(endOfQuiet(quiet, 'Europe/Berlin', Date.parse(moment))).toISOString();
    expect(end('2026-12-23T19:30:00.000Z')).toBe('2026-12-28T07:00:00.000Z');
    expect(end('2026-12-23T18:59:59.999Z')).toBe('2026-12-23T18:59:59.999Z');
    expect(end('2026-12-28T07:00:00.000Z')).toBe('2026-12-28T07:00:00.000Z');
  });

  it('makes one run of all that it puts off, and goes on from there', () => {
    const schedule: Schedule = { frequency: 'hourly', time: null, timezone: 'UTC' };
    const quiet = quietOf({ from: '21:30', to: '06:30' });
    const options = { count: 4, quiet, next: null };
    const runs = ['21:00', '06:30', '07:00', '08:00'].map(
      (time, index) => `2026-12-0${index > 0 ? 2 : 1}T${time}:00.000Z`,
    );
    expect(nextRunsAfter(schedule, '2026-12-01T20:10:00.000Z', options)).toEqual(runs);
    const next = '2026-12-01T20:30:00.000Z';
    expect(nextRunsAfter(schedule, '2026-12-01T20:10:00.000Z', { ...options, next })).toEqual([
      next,
      ...runs.slice(0, 3),
    ]);
  });

  it('that changes still makes the run that it has put off, and no other', () => {
    const schedule = {
      frequency: 'weekly',
      time: '09:00',
      timezone: 'UTC',
      nextRunAt: '2026-12-08T00:00:00.000Z',
    } as const;
    const now = '2026-12-07T12:00:00.000Z';
    const before = quietOf({ dates: ['2026-12-07'] });
    const next = (since: string, after: Quiet) => nextRunOfOtherQuiet(schedule, { since, now, before, after });
    const [lastWeek, today] = ['2026-11-30T09:00:00.000Z', '2026-12-07T10:00:00.000Z'];
    expect(next(lastWeek, quietOf({ dates: ['2026-12-07', '2026-12-08'] }))).toBe('2026-12-09T00:00:00.000Z');
    expect(next(lastWeek, NO_QUIET)).toBe(now);
    // It has run since then, because somebody asked for it.
    expect(next(today, NO_QUIET)).toBe('2026-12-14T09:00:00.000Z');
  });

  it('has a beginning and an end that differ, or neither', () => {
    expect(quietProblems(NO_QUIET)).toEqual({});
    expect(quietProblems(quietOf({ from: '22:00', to: '07:00' }))).toEqual({});
    expect(quietProblems(quietOf({ from: '22:00' }))).toEqual({ to: 'Required with from' });
    expect(quietProblems(quietOf({ to: '22:00' }))).toEqual({ from: 'Required with to' });
    expect(quietProblems(quietOf({ from: '22:00', to: '22:00' }))).toEqual({ to: 'Must not be the time of from' });
  });
});
