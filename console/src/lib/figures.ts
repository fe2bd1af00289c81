const dayHere = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const minute = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const second = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const DAY_SECONDS = 86_400;

/** A mark among others that are `step` seconds apart: its time of day, or its day. */
export const showShortly = (milliseconds: number, step: number): string =>
  (step < 60 ? second : step < DAY_SECONDS ? minute : dayHere).format(milliseconds);

export const showNumber = (number: number): string =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(number);

/** "3 h 20 min", as people say it. */
export function showHours(hours: number): string {
  const minutes = Math.round(hours * 60);
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (whole === 0 && rest > 0) return `${rest} min`;
  return rest === 0 ? `${showNumber(whole)} h` : `${showNumber(whole)} h ${rest} min`;
}

export function showDuration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${showNumber(Math.round(milliseconds / 100) / 10)} s`;
}
