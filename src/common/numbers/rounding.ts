/** Decimals that hours are kept with. */
export const HOUR_DECIMALS = 4;

/** Rounds the decimal text, not the double: the double of 1.005 is a little less than 1.005. */
export function roundHalfUp(value: number, decimals: number): number {
  const text = String(value);
  if (text.includes('e')) return Math.round(value * 10 ** decimals) / 10 ** decimals;
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`);
}

export function roundHours(hours: number): number {
  return roundHalfUp(hours, HOUR_DECIMALS);
}
