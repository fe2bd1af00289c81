/** Limits of texts, in characters (code points). */
export const LIMITS = {
  name: { minimum: 1, maximum: 500 },
  description: { minimum: 0, maximum: 50_000 },
  requiredText: { minimum: 1, maximum: 50_000 },
  shortName: { minimum: 1, maximum: 100 },
  url: { minimum: 0, maximum: 2_048 },
  email: { minimum: 0, maximum: 254 },
  password: { minimum: 8, maximum: 128 },
} as const;

export interface TextLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** What a schema can say of `isStorableText`. */
export const STORABLE_TEXT = '^[^\\u0000]*$';

/** The same of a text that is trimmed and not empty then. */
export const STORABLE_NAME = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';

/** Whether PostgreSQL can store the text as it is: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The rule that `value` breaks as a text of that length, if any. */
export function textProblem(value: unknown, limits: TextLimits): string | undefined {
  if (typeof value !== 'string') return 'Expected string';
  if (!isStorableText(value)) return 'Invalid text';
  if (isShorterThan(value, limits.minimum)) {
    return `Must be at least ${limits.minimum} character${limits.minimum === 1 ? '' : 's'}`;
  }
  return isShorterThan(value, limits.maximum + 1) ? undefined : `Must be at most ${limits.maximum} characters`;
}

/** A code point is one or two code units, so that most texts need no counting. */
function isShorterThan(text: string, characters: number): boolean {
  if (text.length < characters) return true;
  if (text.length >= 2 * characters) return false;
  return [...text].length < characters;
}
