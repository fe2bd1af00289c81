/**
 * Long texts are read in pieces, because `marked` takes time that grows with the square of some of them. A piece ends where a block
 * ends. What is too much work as one block is cut within it, at the end of a line: that happens to no text that a person has written.
 */

/** Lines times letters of a piece that is read at once. */
const MOST_WORK = 600_000;
/** Marks of a piece: each may begin something. */
const MOST_MARKS = 4_000;
/** Marks times letters of a line, or part of one, that is read at once. */
const MOST_LINE_WORK = 400_000;
const LONGEST_LINE = 8_000;
const LONGEST_DEFINITION = 1_000;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]: ?\S/;
const TABLE_RULE = /^ {0,3}\|?[ :|-]+$/;
const PLAIN_TEXT = /[\p{L}\p{N} ]+/gu;
const isBlank = (line: string): boolean => line.trim() === '';
/** A block that goes on over blank lines: an entry of a list, or what is indented below one. */
const mayGoOn = (line: string): boolean => /^(?:\s|[-+*] |\d{1,9}[.)] )/.test(line);

export interface Pieces {
  pieces: string[];
  /** The lines that say where links lead. */
  definitions: string[];
}

export function piecesOf(text: string): Pieces {
  const pieces: string[] = [];
  const definitions: string[] = [];
  let piece: string[] = [];
  let letters = 0;
  let marks = 0;
  let fence: string | undefined;
  const end = (head: readonly string[] = []) => {
    if (piece.length > 0) pieces.push(piece.join('\n'));
    piece = [...head];
    letters = 0;
    marks = 0;
  };
  const add = (line: string) => {
    const before = piece.at(-1);
    const isAfterBlank = before !== undefined && isBlank(before);
    if (fence === undefined && isAfterBlank && !isBlank(line) && !mayGoOn(line)) end();
    else if (fence === undefined && (piece.length * letters > MOST_WORK || marks > MOST_MARKS)) end(tableHead(piece));
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark && fence === undefined) fence = mark;
    else if (mark && fence !== undefined && mark.startsWith(fence) && isBlank(line.trim().slice(mark.length)))
      fence = undefined;
    else if (fence === undefined && line.length <= LONGEST_DEFINITION && DEFINITION.test(line)) definitions.push(line);
    piece.push(line);
    letters += line.length + 1;
    marks += line.replace(PLAIN_TEXT, '').length;
  };
  for (const line of text.split('\n')) for (const part of fence === undefined ? partsOfLine(line) : [line]) add(part);
  end();
  return { pieces, definitions };
}

/** What a table that goes on in the next piece begins with. */
function tableHead([first = '', second = '']: readonly string[]): string[] {
  return first.includes('|') && second.includes('-') && TABLE_RULE.test(second) ? [first, second] : [];
}

function partsOfLine(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (line.length - from > LONGEST_LINE) {
    const space = line.lastIndexOf(' ', from + LONGEST_LINE);
    const to = space > from ? space : from + LONGEST_LINE;
    parts.push(line.slice(from, to));
    from = to;
  }
  return [...parts, line.slice(from)];
}

const PLAIN = /[\p{L}\p{N}]/u;
/** What is around words, in pairs. */
const BRACKETS: Readonly<Record<string, number>> = { '[': 1, '(': 1, ']': -1, ')': -1 };

/** Parts of a line that together are the line; each is little enough to be read at once. They end between words, not in a pair. */
export function segmentsOf(text: string): string[] {
  const segments: string[] = [];
  let from = 0;
  while (from < text.length) {
    const to = endOfSegment(text, from);
    segments.push(text.slice(from, to));
    from = to;
  }
  return segments;
}

function endOfSegment(text: string, from: number): number {
  let [marks, depth, anySpace, goodSpace] = [0, 0, 0, 0];
  const open = new Set<string>();
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const isFirst = at === from || text.charAt(at - 1) !== letter;
    if ((letter === ' ' || letter === '\n') && isFirst) {
      anySpace = at + 1;
      if (depth === 0 && open.size === 0) goodSpace = at + 1;
    } else if (!PLAIN.test(letter)) marks += 1;
    depth = Math.max(0, depth + (BRACKETS[letter] ?? 0));
    // A run of them opens or closes.
    if ((letter === '*' || letter === '`') && isFirst && !open.delete(letter)) open.add(letter);
    if (marks * (at - from) > MOST_LINE_WORK) return goodSpace || anySpace || at + 1;
  }
  return text.length;
}
