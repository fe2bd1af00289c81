import { ValidationError } from '../errors/app-error.js';

/**
 * Ensures that the date in field `first` of `dates` is not after the one in field `last`. Unset dates are fine.
 * Timestamps of one form compare like texts.
 *
 * @throws ValidationError about the later field
 */
export function ensureDateOrder<First extends string, Last extends string>(
  dates: Readonly<Partial<Record<First | Last, string | null>>>,
  first: First,
  last: Last,
): void {
  const [from, to] = [dates[first], dates[last]];
  if (from && to && from > to) throw new ValidationError({ [last]: `Must not be before ${first}` });
}
