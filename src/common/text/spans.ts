/** What a scanner has found in a text: from `index` to before `end`. */
export interface Span {
  readonly index: number;
  readonly end: number;
}

/** A span that a pattern has matched, with its groups. */
export interface Match extends Span {
  readonly groups: readonly (string | undefined)[];
}

/**
 * The places where a sticky pattern matches at a sign of the text, one after the other. The pattern is tried at the signs alone: what it reads from
 * one of them must end before the next, or after a fixed number of characters, so that the text is read once.
 */
export function* matchesAt(text: string, sign: string, pattern: RegExp): Generator<Match> {
  let at = text.indexOf(sign);
  while (at >= 0) {
    pattern.lastIndex = at;
    const groups = pattern.exec(text);
    const end = at + Math.max(1, groups?.[0].length ?? 0);
    if (groups) yield { index: at, end, groups };
    at = text.indexOf(sign, end);
  }
}

/** The text with each span replaced. */
export function replaced<T extends Span>(text: string, spans: Iterable<T>, by: (span: T) => string): string {
  let done = '';
  let from = 0;
  for (const span of spans) {
    done += text.slice(from, span.index) + by(span);
    from = span.end;
  }
  return done + text.slice(from);
}

/** Finds one needle again and again. While the positions that it is asked for grow, it reads the text once. */
export class Ahead {
  private asked = 0;
  private found = -1;

  constructor(
    private readonly text: string,
    private readonly needle: string,
  ) {}

  /** The first place of the needle at `from` or behind it; `Infinity` when there is none. */
  from(from: number): number {
    if (from < this.asked || from > this.found) {
      const found = this.text.indexOf(this.needle, from);
      this.asked = from;
      this.found = found < 0 ? Infinity : found;
    }
    return this.found;
  }
}

/** The length of the longest run of a sign. */
export function longestRun(text: string, sign: string): number {
  let longest = 0;
  let length = 0;
  for (const character of text) {
    length = character === sign ? length + 1 : 0;
    if (length > longest) longest = length;
  }
  return longest;
}
