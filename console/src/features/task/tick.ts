/** A line of a text with a box, and which of the same lines it is. */
export interface Box {
  line: string;
  /** So many of the same lines stand before it. */
  before: number;
  /** So often the line stands in the text. */
  times: number;
}

const BOX = /^([\s>]*(?:[-*+]|\d+[.)])\s+\[)([ xX])(?=\]\s+\S)/;
const FENCE = /^\s*(```|~~~)/;

/** The numbers of the lines with a box, leaving out what is code. */
function linesWithBox(lines: readonly string[]): number[] {
  let isCode = false;
  return lines.flatMap((line, at) => {
    if (FENCE.test(line)) isCode = !isCode;
    return !isCode && BOX.test(line) ? [at] : [];
  });
}

/** The box of a text that is shown as number `index` of so many. */
export function boxAt(text: string, index: number, of: number): Box | undefined {
  const lines = text.split('\n');
  const boxes = linesWithBox(lines);
  const at = boxes.length === of ? boxes[index] : undefined;
  const line = at === undefined ? undefined : lines[at];
  if (line === undefined) return undefined;
  const same = (some: readonly string[]) => some.filter((one) => one === line).length;
  return { line, before: same(lines.slice(0, at)), times: same(lines) };
}

/** The text with the box ticked, or no longer; undefined when its line does not stand there as often. */
export function ticked(text: string, { line, before, times }: Box): string | undefined {
  const lines = text.split('\n');
  const same = lines.flatMap((one, at) => (one === line ? [at] : []));
  const at = same[before];
  if (same.length !== times || at === undefined) return undefined;
  return lines
    .with(
      at,
      line.replace(BOX, (_, start: string, mark: string) => start + (mark === ' ' ? 'x' : ' ')),
    )
    .join('\n');
}
