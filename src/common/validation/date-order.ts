import { ValidationError } from '../errors/app-error.js';

/**
 * Ensures that the date in field `first` of `dates` is not after the one in field `last`. Unset dates are fine.
 *
 * @throws ValidationError about the later field
 */
export function ensureDateOrder<First extends string, Last extends string>(
  dates: Readonly<Partial<Record<First | Last, string | null>>>,
  first: First,
  last: Last,
): void {
  if (areTurned(dates[first], dates[last])) throw new ValidationError({ [last]: `Must not be before ${first}` });
}

/** Whether one date is after the other. Timestamps of one form compare like texts. */
export function areTurned(from: string | null | undefined, to: string | null | undefined): boolean {
  return !!from && !!to && from > to;
}
