/** Characters of one text: more than any text of the service has. */
const LONGEST_TEXT = 120_000;
const DEEPEST = 30;
/** What an object or array weighs, besides its texts. */
const OVERHEAD = 50;

/** An item that was read, as it goes to the service: no text of it is longer than any that is kept. */
export interface BoundedItem {
  readonly item: unknown;
  /** About how many bytes it takes. */
  readonly weight: number;
}

export function boundedItem(given: unknown): BoundedItem {
  let weight = 0;
  const bounded = (value: unknown, depth: number): unknown => {
    weight += OVERHEAD;
    if (typeof value === 'string') {
      const text = value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
      weight += 2 * text.length;
      return text;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Uint8Array) {
      weight += value.length;
      return value;
    }
    if (depth > DEEPEST) return null;
    if (Array.isArray(value)) return value.map((member) => bounded(member, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bounded(member, depth + 1)]));
  };
  return { item: bounded(given, 0), weight };
}
