import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/*
 * Ranks are fractional indices in base 62, compared bytewise. A new task's rank is computed from its number. So the task
 * is last, and no other rank has to be read. Moves put ranks in between, always before the rank of the next number.
 */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** In a fractional index, `f` heads an integer part of six digits: 62^6 tasks a project. */
const HEAD = 'f';
const LENGTH = 6;

/** Each move into the same gap makes the rank a little longer. Past this length, the tasks around get new ranks. */
export const LONGEST_RANK = 50;

/** The rank of a new task with this number; the first is 1. */
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
