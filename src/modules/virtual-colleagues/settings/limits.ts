/** How many actions of a colleague are said; null is any number. */
export interface Limits {
  readonly perRun: number | null;
  /** On a day of its schedule's zone. */
  readonly perDay: number | null;
  /** To one person, on such a day. */
  readonly perPersonPerDay: number | null;
}

export const NO_LIMITS: Limits = { perRun: null, perDay: null, perPersonPerDay: null };

/** The most that a limit may be. */
export const MOST_OF_A_LIMIT = 10_000;
