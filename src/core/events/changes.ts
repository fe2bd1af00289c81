import type { Changes } from './domain-event.js';

/** Characters of a text that `changes` show. */
export const LONGEST_TEXT = 1_000;
/** Items of a list that `changes` show. */
const MOST_ITEMS = 200;

/**
 * The fields of `input`, or those of `fields` alone, that differ from `before`. A field that `input` leaves out is no
 * change. A text longer than 1,000 characters is cut to the first 1,000 and `…`.
 */
export function changesOf<Field extends string>(
  before: Readonly<Record<Field, unknown>>,
  input: Readonly<Partial<Record<Field, unknown>>>,
  fields: readonly Field[] = Object.keys(input) as Field[],
): Changes {
  const changes: Changes = {};
  for (const field of fields) {
    const to = input[field];
    if (to !== undefined && to !== before[field])
      changes[field] = { from: shortened(before[field]), to: shortened(to) };
  }
  return changes;
}

/** The changes of something new: every field from null. */
export function beginning(fields: Readonly<Record<string, unknown>>): Changes {
  return Object.fromEntries(Object.entries(fields).map(([field, to]) => [field, { from: null, to: shortened(to) }]));
}

/**
 * How a list of ids, or of ids with roles, has changed: `from` and `to`, or what it has gained and lost when one of them has
 * more than 200 items.
 */
export function listChange(from: readonly unknown[], to: readonly unknown[]): Changes[string] {
  if (from.length <= MOST_ITEMS && to.length <= MOST_ITEMS) return { from, to };
  const [added, removed] = [missingFrom(from, to), missingFrom(to, from)];
  const isCut = added.length > MOST_ITEMS || removed.length > MOST_ITEMS;
  const shown = { added: added.slice(0, MOST_ITEMS), removed: removed.slice(0, MOST_ITEMS) };
  return { ...shown, ...(isCut && { truncated: true as const }) };
}

function missingFrom(list: readonly unknown[], items: readonly unknown[]): unknown[] {
  const known = new Set(list.map((item) => JSON.stringify(item)));
  return items.filter((item) => !known.has(JSON.stringify(item)));
}

/** The first 1,000 characters of a longer text, and `…`; anything else as it is. */
export function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
  // A character is one or two code units.
  const characters = Array.from(value.slice(0, 2 * (LONGEST_TEXT + 1)));
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT).join('')}…` : value;
}
