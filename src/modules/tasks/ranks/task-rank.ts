import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/*
 * Ranks are fractional indices in base 62, compared bytewise. A new task's rank follows from its number, so that it is
 * the last one without a look at the others; moves put ranks in between, never at or past that of the next number.
 */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** In a fractional index, `f` heads an integer part of six digits: 62^6 tasks a project. */
const HEAD = 'f';
const LENGTH = 6;

/** Moves into one and the same gap make each rank a little longer; past this the tasks around are ranked anew. */
export const LONGEST_RANK = 50;

/** The rank of a project's task `number`, from 1 on, as it is created. */
export function rankOfNumber(number: number): string {
  let digits = '';
  for (let rest = number; digits.length < LENGTH; rest = Math.floor(rest / DIGITS.length)) {
    digits = (DIGITS[rest % DIGITS.length] as string) + digits;
  }
  return HEAD + digits;
}

/** A rank between two others; `before` is null where nothing comes before. */
export function rankBetween(before: string | null, after: string): string {
  return generateKeyBetween(before, after);
}

/** Ranks between two others, as short as they can be. */
export function ranksBetween(before: string | null, after: string, count: number): string[] {
  return generateNKeysBetween(before, after, count);
}
