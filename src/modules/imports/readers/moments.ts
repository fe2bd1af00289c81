import { hourOfDay } from './languages/calendar.js';
import { type DateOrder, readDate, type WrittenTime } from './written-dates.js';

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

/** A date that is read: of a zone, or as the clock on the wall shows it. */
interface ReadMoment {
  readonly wall: WallTime;
  /** Minutes ahead of UTC; undefined where the text names no zone. */
  readonly offset: number | undefined;
}

/** The moment that a text names, in ISO 8601; times without a zone are those of `timeZone`. Undefined for other texts. */
export function momentOf(text: string, timeZone: string, order?: DateOrder): string | undefined {
  const read = readMoment(text, order);
  if (!read) return undefined;
  const { wall, offset } = read;
  return new Date(offset === undefined ? inZone(wall, timeZone) : utcOf(wall) - offset * 60_000).toISOString();
}

/** The day that a text names, as its midnight in UTC. */
export function dayOf(text: string, timeZone: string, order?: DateOrder): string | undefined {
  const read = readMoment(text, order);
  if (!read) return undefined;
  const { year, month, day } = read.wall;
  if (read.offset === undefined) return new Date(Date.UTC(year, month - 1, day)).toISOString();
  const moment = momentOf(text, timeZone, order);
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

function readMoment(text: string, order: DateOrder | undefined): ReadMoment | undefined {
  const date = readDate(text);
  if (!date) return undefined;
  const { orders, yearFirst } = date;
  const asked = order === 'ymd' && yearFirst ? yearFirst : orders.find((candidate) => candidate.order === order);
  const chosen = asked ?? (orders.length === 1 ? orders[0] : undefined);
  const hour = hourIn(date.time);
  if (!chosen || hour === undefined) return undefined;
  const { minute, second, offset } = date.time;
  return { wall: { ...chosen.day, hour, minute, second }, offset };
}

function hourIn({ hour, mark }: WrittenTime): number | undefined {
  return mark === '' ? hour : hourOfDay(hour, mark);
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

function utcOf({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, Math.floor(second), Math.round((second % 1) * 1_000));
}

/** The Unix time of a wall time. Of an hour that comes twice, the first; of one that is left out, the one after it. */
function inZone(wall: WallTime, timeZone: string): number {
  const wanted = utcOf(wall);
  if (timeZone === 'UTC') return wanted;
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
