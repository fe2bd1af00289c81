const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A moment as a clock on the wall shows it. */
interface WallTime {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const CLOCK = String.raw`(?:[ T](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?: ?(?<half>[AP]M))?)?`;
const LAYOUTS = [
  String.raw`(?<day>\d{1,2})/(?<month>[A-Za-z]{3})/(?<year>\d{4}|\d{2})`,
  String.raw`(?<month>[A-Za-z]{3})/(?<day>\d{1,2})/(?<year>\d{4}|\d{2})`,
  String.raw`(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})`,
  String.raw`(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4})`,
].map((date) => new RegExp(`^${date}${CLOCK}$`, 'i'));
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** As JavaScript writes dates: `Tue May 14 2024 08:53:33 GMT+0000 (GMT)`. */
const SCRIPTED = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT([+-]\d{4})/;

/** The moment that a text names, in ISO 8601; times without a zone are those of `timeZone`. Undefined for other texts. */
export function momentOf(text: string, timeZone: string): string | undefined {
  const scripted = SCRIPTED.exec(text);
  if (scripted) {
    const [, month, day, year, hour, minute, second, offset] = scripted as unknown as string[];
    return zoned(
      `${year}-${twoDigits(MONTHS.indexOf((month ?? '').toLowerCase()) + 1)}-${day}T${hour}:${minute}:${second}${offset}`,
    );
  }
  if (ZONED.test(text)) return zoned(text.replace(' ', 'T'));
  const wall = wallTimeOf(text);
  return wall && new Date(inZone(wall, timeZone)).toISOString();
}

/** The day that a text names, as its midnight in UTC (moving 1.8). */
export function dayOf(text: string, timeZone: string): string | undefined {
  const wall = wallTimeOf(text);
  if (wall) return new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).toISOString();
  const moment = momentOf(text, timeZone);
  return moment && `${moment.slice(0, 10)}T00:00:00.000Z`;
}

/** `5 September 2025` of a moment. */
export function longDate(moment: string): string {
  return new Date(moment).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function zoned(text: string): string | undefined {
  const date = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function wallTimeOf(text: string): WallTime | undefined {
  for (const layout of LAYOUTS) {
    const groups = layout.exec(text.trim())?.groups;
    if (groups) return checked(groups);
  }
  return undefined;
}

/** Undefined for a day or an hour that there is not. */
function checked(groups: Readonly<Record<string, string | undefined>>): WallTime | undefined {
  const { year = '', month = '', day = '', hour = '0', minute = '0', second = '0', half } = groups;
  const named = MONTHS.indexOf(month.toLowerCase());
  const isAfternoon = half?.toUpperCase() === 'PM';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  const wall = {
    year: Number(year) + (year.length === 2 ? 2_000 : 0),
    month: named < 0 ? Number(month) : named + 1,
    day: Number(day),
    hour: hours,
    minute: Number(minute),
    second: Number(second),
  };
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day));
  const isDay = date.getUTCMonth() + 1 === wall.month && date.getUTCDate() === wall.day;
  const isTime = wall.hour < 24 && wall.minute < 60 && wall.second < 60;
  const fitsHalf = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12);
  return isDay && isTime && fitsHalf ? wall : undefined;
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The Unix time of a wall time. Of an hour that comes twice, the first; of one that is left out, the one after it. */
function inZone({ year, month, day, hour, minute, second }: WallTime, timeZone: string): number {
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second);
  const first = wanted - offsetAt(wanted, timeZone);
  return wanted - offsetAt(first, timeZone);
}

/** Milliseconds by which the zone is ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  let format = FORMATS.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    FORMATS.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const there = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return there - Math.floor(moment / 1_000) * 1_000;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
