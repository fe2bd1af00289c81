import { isWeekday, monthOf } from './languages/calendar.js';
import { plain } from './languages/plain.js';

/** In which order numbers make a date. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

interface Day {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

export interface WrittenTime {
  /** As it is written: with a mark, of half a day. */
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** `PM`, `p. m.`; empty when there is none. */
  readonly mark: string;
  /** Minutes ahead of UTC; undefined where no zone is named. */
  readonly offset: number | undefined;
}

interface OrderedDay {
  readonly order: DateOrder;
  readonly day: Day;
}

/** A date as a text has it: several orders are possible when its numbers do not say which is the day. */
export interface WrittenDate {
  /** Equal days are one. */
  readonly orders: readonly OrderedDay[];
  /** With the year first, which is two digits; only when that is asked for. */
  readonly yearFirst?: OrderedDay | undefined;
  /** The order of its numbers, when no other is possible: that of all the column. */
  readonly proof?: DateOrder | undefined;
  readonly time: WrittenTime;
}

/** Characters of a text that can be a date. */
const LONGEST = 100;
/** Numbers, words and other signs. */
const TOKENS = /\d+|\p{L}[\p{L}\p{M}]*|[^\s]/gu;
const SIGNS = new Set(['/', '-', '.', ',', '(', ')']);
/** Words that stand in dates and say nothing: `25 de mayo de 2026`, `5 мая 2026 г.`, `1st`, `2026年5月1日`. */
const FILLERS = new Set(['de', 'del', 'г', 'at', 'um', 'a', 'о', 'st', 'nd', 'rd', 'th', 't', '年', '日'].map(plain));
const MONTH_SIGN = '月';
const ZONES = new Set(['utc', 'gmt', 'z']);
const NO_TIME: WrittenTime = { hour: 0, minute: 0, second: 0, mark: '', offset: undefined };
/** The century that years of two digits are of. */
const CENTURY = 2_000;

/** What a text says as a date, in whatever order and language of those that are known; undefined for other texts. */
export function readDate(text: string): WrittenDate | undefined {
  if (text.length > LONGEST) return undefined;
  const tokens: readonly string[] = text.match(TOKENS) ?? [];
  const colon = tokens.indexOf(':');
  const clock = colon < 1 ? tokens.length : colon - 1;
  const { words, numbers, signs } = partsOf(tokens.slice(0, clock));
  const time = clock === tokens.length ? NO_TIME : timeOf(tokens.slice(clock));
  if (!time || !signs.every((sign) => SIGNS.has(sign))) return undefined;
  const months = words.filter(({ text: word }) => monthOf(word) !== undefined || word === MONTH_SIGN);
  const named = months.length > 1 ? months.filter(({ text: word }) => !isWeekday(word)) : months;
  const others = words.filter((word) => !named.includes(word) && !isSilent(word.text));
  const before = others.at(-1);
  // A mark can stand before its hour: 午後3:04.
  const mark = others.length === 1 && before?.at === clock - 1 && time.mark === '' ? before.text : time.mark;
  if (named.length > 1 || (others.length > 0 && mark !== before?.text)) return undefined;
  const days = named[0] ? { orders: namedDay(named[0], numbers) } : numericDays(numbers, signs);
  return days.orders.length === 0 ? undefined : { ...days, time: { ...time, mark } };
}

interface Token {
  readonly text: string;
  readonly at: number;
}

function partsOf(tokens: readonly string[]) {
  const [words, numbers, signs]: [Token[], Token[], string[]] = [[], [], []];
  for (const [at, text] of tokens.entries()) {
    if (/^\d/.test(text)) numbers.push({ text, at });
    else if (/^\p{L}/u.test(text)) words.push({ text, at });
    else signs.push(text);
  }
  return { words, numbers, signs };
}

function isSilent(word: string): boolean {
  return FILLERS.has(plain(word)) || isWeekday(word);
}

/** A day whose month is a word: the other two numbers are day and year. */
function namedDay({ text, at }: Token, numbers: readonly Token[]): OrderedDay[] {
  const isNumbered = text === MONTH_SIGN;
  const counted = isNumbered ? numbers.find((number) => number.at === at - 1) : undefined;
  const month = isNumbered ? Number(counted?.text ?? NaN) : monthOf(text);
  const [one, other, ...more] = numbers.filter((number) => number !== counted).map((number) => number.text);
  if (one === undefined || other === undefined || more.length > 0 || month === undefined) return [];
  const [year, day] = one.length === 4 ? [one, other] : [other, one];
  return oneDay('dmy', { year: yearOf(year), month, day: Number(day) });
}

/** The days that three numbers can be. */
function numericDays(numbers: readonly Token[], signs: readonly string[]): Omit<WrittenDate, 'time'> {
  const [one = '', two = '', three = '', ...more] = numbers.map(({ text }) => text);
  if (three === '' || more.length > 0) return { orders: [] };
  const ymd = oneDay('ymd', { year: yearOf(one), month: Number(two), day: Number(three) });
  if (one.length === 4) return { orders: ymd };
  const year = yearOf(three);
  const dmy = oneDay('dmy', { year, month: Number(two), day: Number(one) });
  const mdy = oneDay('mdy', { year, month: Number(one), day: Number(two) });
  const all = [...dmy, ...mdy];
  if (all.length === 0) return { orders: ymd };
  // Between points, nobody writes the month first; and equal numbers say the same either way.
  const isSame = signs[0] === '.' || Number(one) === Number(two);
  if (all.length > 1) return { orders: isSame ? dmy : all, yearFirst: ymd[0] };
  return { orders: all, yearFirst: ymd[0], proof: all[0]?.order };
}

function yearOf(text: string): number {
  return text.length === 4 ? Number(text) : text.length === 2 ? CENTURY + Number(text) : NaN;
}

/** Nothing for a day that there is not. */
function oneDay(order: DateOrder, day: Day): OrderedDay[] {
  const date = new Date(Date.UTC(day.year, day.month - 1, day.day));
  return date.getUTCMonth() + 1 === day.month && date.getUTCDate() === day.day ? [{ order, day }] : [];
}

/** `3:04[:05[.678]]` with a mark and a zone; undefined when it is none. */
function timeOf(tokens: readonly string[]): WrittenTime | undefined {
  const [hour = '', , minute = ''] = tokens;
  if (!/^\d{1,2}$/.test(hour) || !/^\d{2}$/.test(minute)) return undefined;
  let at = 3;
  let second = '0';
  if (tokens[at] === ':') {
    second = tokens[at + 1] ?? '';
    at += 2;
    if ((tokens[at] === '.' || tokens[at] === ',') && /^\d{1,9}$/.test(tokens[at + 1] ?? '')) {
      second += `.${tokens[at + 1] ?? ''}`;
      at += 2;
    }
  }
  const isTime = Number(hour) < 24 && Number(minute) < 60 && /^\d{1,2}(?:\.\d+)?$/.test(second) && Number(second) < 60;
  const rest = isTime ? restOf(tokens.slice(at)) : undefined;
  return rest && { hour: Number(hour), minute: Number(minute), second: Number(second), ...rest };
}

/** What follows a time: a mark, a zone, and in brackets what it is called. */
function restOf(tokens: readonly string[]): Pick<WrittenTime, 'mark' | 'offset'> | undefined {
  const bracket = tokens.indexOf('(');
  const said = bracket < 0 ? tokens : tokens.slice(0, bracket);
  const sign = said.findIndex((token, at) => /^[+-]$/.test(token) && /^\d/.test(said[at + 1] ?? ''));
  const offset = sign < 0 ? undefined : offsetOf(said.slice(sign));
  if (sign >= 0 && offset === undefined) return undefined;
  const words = sign < 0 ? said : said.slice(0, sign);
  const isZone = (token: string) => ZONES.has(token.toLowerCase());
  if (words.some((token) => /^\d/.test(token) || /[^\p{L}\p{M}.,'’-]/u.test(token))) return undefined;
  const mark = words.filter((token) => !isZone(token)).join('');
  return { mark: /\p{L}/u.test(mark) ? mark : '', offset: offset ?? (words.some(isZone) ? 0 : undefined) };
}

/** Minutes of `+02`, `+0200` or `+02:00`. */
function offsetOf([sign, digits = '', ...rest]: readonly string[]): number | undefined {
  const text = rest[0] === ':' ? `${digits}${rest[1] ?? ''}` : digits;
  const isWhole = rest.length === (rest[0] === ':' ? 2 : 0) && /^\d{2}(?:\d{2})?$/.test(text);
  const minutes = Number(text.slice(0, 2)) * 60 + Number(text.slice(2));
  return !isWhole || minutes > 24 * 60 ? undefined : sign === '-' ? -minutes : minutes;
}
