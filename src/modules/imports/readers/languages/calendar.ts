import { plain } from './plain.js';

/** The languages that dates are written in. Their words are those of Unicode's CLDR, as Node has them. */
const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de', 'pl', 'ru', 'ja'];
const WIDTHS = ['long', 'short', 'narrow'] as const;
/** Letters of a month that are enough to know it, in whatever language. */
const LEAST_LETTERS = 3;

/** A word of a date as it is compared: without points, blanks, case and accents. */
function dateWord(text: string): string {
  return plain(text).replace(/[^\p{L}]/gu, '');
}

function partOf(
  language: string,
  options: Intl.DateTimeFormatOptions,
  moment: number,
  type: Intl.DateTimeFormatPartTypes,
): string {
  const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(moment);
  return dateWord(parts.find((part) => part.type === type)?.value ?? '');
}

/** The numbers of months, from 1, by their words: alone, and beside a day, where some languages bend them. */
function monthNames(): Map<string, number> {
  const months = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (let month = 0; month < 12; month += 1) {
      for (const width of ['long', 'short'] as const) {
        for (const day of [undefined, 'numeric'] as const) {
          const word = partOf(language, { month: width, day }, Date.UTC(2026, month, 15), 'month');
          if (word !== '') months.set(word, month + 1);
        }
      }
    }
  }
  return months;
}

function weekdayNames(): Set<string> {
  const days = LANGUAGES.flatMap((language) =>
    Array.from({ length: 7 }, (_, day) =>
      WIDTHS.slice(0, 2).map((weekday) => partOf(language, { weekday }, Date.UTC(2026, 0, 1 + day), 'weekday')),
    ).flat(),
  );
  return new Set(days);
}

/** The hours of the day, from 0, that each mark can stand beside: `PM`, `p. m.`, `午後`, `de la tarde`. */
function dayPeriods(): Map<string, Set<number>> {
  const periods = new Map<string, Set<number>>();
  const shapes: Intl.DateTimeFormatOptions[] = [{}, ...WIDTHS.map((dayPeriod) => ({ dayPeriod }))];
  for (const language of LANGUAGES) {
    for (const shape of shapes) {
      const options = { hour: 'numeric', hour12: true, ...shape } as const;
      for (let hour = 0; hour < 24; hour += 1) {
        const mark = partOf(language, options, Date.UTC(2026, 0, 1, hour), 'dayPeriod');
        const hours = periods.get(mark) ?? new Set();
        periods.set(mark, hours.add(hour));
      }
    }
  }
  return periods;
}

const MONTHS = monthNames();
const WEEKDAYS = weekdayNames();
const PERIODS = dayPeriods();

/** The month, from 1, that a word names: in full, or by a beginning that no other month has. */
export function monthOf(text: string): number | undefined {
  const word = dateWord(text);
  const known = MONTHS.get(word);
  if (known !== undefined || word.length < LEAST_LETTERS) return known;
  const meant = new Set([...MONTHS].flatMap(([name, month]) => (name.startsWith(word) ? [month] : [])));
  return meant.size === 1 ? [...meant][0] : undefined;
}

export function isWeekday(text: string): boolean {
  return WEEKDAYS.has(dateWord(text));
}

/** The hour of the day, from 0, that an hour of the clock is with a mark beside it; undefined when it is none. */
export function hourOfDay(hour: number, mark: string): number | undefined {
  const period = PERIODS.get(dateWord(mark));
  if (!period || hour > 12) return undefined;
  const [morning, afternoon] = [hour % 12, (hour % 12) + 12];
  const halves = new Set([...period].map((other) => other < 12));
  // A mark of one half alone says which it is, also where people begin it earlier.
  if (halves.size === 1) return halves.has(true) ? morning : afternoon;
  return [morning, afternoon].find((candidate) => period.has(candidate));
}
