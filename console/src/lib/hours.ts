const MINUTES = 60;
/** As fine as the service keeps them. */
const FINENESS = 10_000;

const DECIMAL = /^-?\d*(?:[.,]\d+)?$/;
const CLOCK = /^(\d+):([0-5]\d)$/;
const UNITS = /^(?:(\d+(?:[.,]\d+)?) ?h(?:(?:ou)?rs?)?)? ?(?:(\d+(?:[.,]\d+)?) ?(?:m(?:in(?:ute)?s?)?)?)?$/;

const numberOf = (text = '0'): number => Number(text.replace(',', '.'));

/** Longer ones are no time. */
const MOST_LETTERS = 40;

/** Hours as people write them: `1h 30m`, `90m`, `45m`, `1:30`, `1,5`, `1.5`. Undefined for anything else. */
export function hoursOf(written: string): number | undefined {
  const text = written.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
  if (!/\d/.test(text) || text.length > MOST_LETTERS) return undefined;
  if (DECIMAL.test(text)) return rounded(numberOf(text));
  const [, clockHours, clockMinutes] = CLOCK.exec(text) ?? [];
  if (clockHours) return rounded(numberOf(clockHours) + numberOf(clockMinutes) / MINUTES);
  const [, hours, minutes] = UNITS.exec(text) ?? [];
  if (hours === undefined && minutes === undefined) return undefined;
  return rounded(numberOf(hours) + numberOf(minutes) / MINUTES);
}

const rounded = (hours: number): number => Math.round(hours * FINENESS) / FINENESS;
