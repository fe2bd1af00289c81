/** A line that both texts have, or one of them alone. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Beyond so many pairs of lines, all that differs is shown as removed and added. */
const MOST_PAIRS = 4_000_000;

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));
const as = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind, text }));

/** What changed from one text to another, line by line. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [from, to] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start += 1;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return [
    ...as('same', from.slice(0, start)),
    ...between(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...as('same', from.slice(from.length - end)),
  ];
}

/** By the longest lines in common. */
function between(from: readonly string[], to: readonly string[]): DiffLine[] {
  if (from.length * to.length > MOST_PAIRS) return [...as('removed', from), ...as('added', to)];
  const width = to.length + 1;
  const common = new Uint32Array((from.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row -= 1) {
    for (let column = to.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        from[row] === to[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < from.length || column < to.length) {
    if (row < from.length && column < to.length && from[row] === to[column]) {
      lines.push({ kind: 'same', text: from[row] ?? '' });
      row += 1;
      column += 1;
    } else if (row < from.length && (column === to.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: from[row] ?? '' });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: to[column] ?? '' });
      column += 1;
    }
  }
  return lines;
}
