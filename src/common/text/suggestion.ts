/** `did you mean` for the nearest of the names: by edit distance, 2 at most, or the only one that begins so. */
export function suggestion(given: string, names: Iterable<string>): string {
  const nearest = nearestOf(given.toLowerCase(), [...names]);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

const FARTHEST = 2;

function nearestOf(given: string, names: readonly string[]): string | undefined {
  // Every name begins with nothing.
  if (given === '') return undefined;
  const distances = names.map((name) => ({ name, distance: editDistance(given, name.toLowerCase()) }));
  const [best] = distances.toSorted((one, other) => one.distance - other.distance);
  if (best && best.distance <= FARTHEST && best.distance < given.length) return best.name;
  const beginning = names.filter((name) => name.toLowerCase().startsWith(given));
  return beginning.length === 1 ? beginning[0] : undefined;
}

/** Letters to put in, leave out, replace or swap with their neighbour. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > FARTHEST) return FARTHEST + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const swapped = isSwapped ? (before[to - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
