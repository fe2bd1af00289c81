import type { Changes } from './domain-event.js';

const LONGEST_TEXT = 1_000;

/**
 * The fields of `input`, or those of `fields` alone, that differ from `before`. A field that `input` leaves out is no
 * change. A text longer than 1,000 characters is cut to the first 1,000 and `…` (extensions 1.6).
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

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
  // A character is one or two code units.
  const characters = Array.from(value.slice(0, 2 * (LONGEST_TEXT + 1)));
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT).join('')}…` : value;
}
