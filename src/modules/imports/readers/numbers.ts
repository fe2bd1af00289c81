import { roundHours } from '#common/numbers/rounding.js';
import { plain } from './languages/plain.js';

/** Characters of a cell that can be a number. */
const LONGEST = 60;
const MINUTES_OF: Readonly<Record<string, number>> = {
  h: 60,
  hr: 60,
  hrs: 60,
  hour: 60,
  hours: 60,
  m: 1,
  min: 1,
  mins: 1,
  minute: 1,
  minutes: 1,
};

/** A number as a cell has it, with a comma or a point before its fraction: `2,5`, `1,234`, `1.234,5`. */
export function numberOf(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  // What parts thousands elsewhere.
  const digits = text.trim().replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  if (!/^[+-]?[\d.,]+$/.test(digits) || !/\d/.test(digits)) return undefined;
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma < 0) return plainNumber(digits);
  if (point >= 0) return comma > point ? grouped(digits, '.', ',') : grouped(digits, ',', '.');
  // A lone comma stands before a fraction, unless it parts thousands.
  return /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/.test(digits)
    ? plainNumber(digits.replaceAll(',', ''))
    : plainNumber(digits.replace(',', '.'));
}

/** Hours: a number, or times such as `4h`, `1h 30m`, `90m` and `1:30`. */
export function hoursOf(text: string): number | undefined {
  const number = numberOf(text);
  if (number !== undefined) return number;
  if (text.length > LONGEST) return undefined;
  const given = plain(text.trim());
  const [, whole, minutes, seconds = '0'] = /^(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$/.exec(given) ?? [];
  if (whole !== undefined) return inHours(Number(whole) * 60 + Number(minutes) + Number(seconds) / 60);
  let sum = 0;
  const parts = given.match(/[\d.,]+|[a-z]+|[^\s]/g) ?? [];
  if (parts.length === 0 || parts.length % 2 === 1) return undefined;
  for (let at = 0; at < parts.length; at += 2) {
    const [amount, unit] = [numberOf(parts[at] ?? ''), MINUTES_OF[parts[at + 1] ?? '']];
    if (amount === undefined || unit === undefined) return undefined;
    sum += amount * unit;
  }
  return inHours(sum);
}

/** Hours of seconds. */
export function hoursOfSeconds(seconds: number): number {
  return roundHours(seconds / 3_600);
}

function inHours(minutes: number): number {
  return roundHours(minutes / 60);
}

/** With one sign between thousands and another before the fraction. */
function grouped(digits: string, thousands: string, fraction: string): number | undefined {
  const [whole = '', part, ...others] = digits.split(fraction);
  const groups = whole.replace(/^[+-]/, '').split(thousands);
  const isWhole = groups.every((group, at) => (at === 0 ? group.length <= 3 && group !== '' : group.length === 3));
  if (others.length > 0 || !isWhole || part?.includes(thousands)) return undefined;
  return plainNumber(`${whole.replaceAll(thousands, '')}.${part ?? '0'}`);
}

function plainNumber(digits: string): number | undefined {
  const number = Number(digits);
  return Number.isFinite(number) ? number : undefined;
}
