import type { Changes } from './domain-event.js';

/** What `input` changes of `before` among `fields`; a field that it leaves out, or that is so already, is no change. */
export function changesOf<Field extends string>(
  before: Readonly<Record<Field, unknown>>,
  input: Readonly<Partial<Record<Field, unknown>>>,
  fields: readonly Field[],
): Changes {
  const changes: Changes = {};
  for (const field of fields) {
    const to = input[field];
    if (to !== undefined && to !== before[field]) changes[field] = { from: before[field], to };
  }
  return changes;
}
