import { MarkdownLabels } from '#common/text/markdown-labels.js';
import { Ahead, type Span } from '#common/text/spans.js';

const TICKS = /`+/g;
const PARAGRAPH_END = /\n[ \t]*\n/y;
const BEGINNING_OF_LINK = /[![<]|\b[a-z]/gi;
const ANGLE_BRACKETS = /<[^<>\s]+>/y;
const SCHEME = /[a-z0-9+.-]*/iy;
const REST_OF_URL = /:\/\/\S+/y;
const MAIL_LINK = /mailto:\S+/iy;

/** Inline code of one paragraph: as many backticks at its end as at its beginning. */
export function* codeSpansIn(text: string): Generator<Span> {
  const runs = [...text.matchAll(TICKS)].map(({ index, 0: { length } }) => ({ index, length, end: index + length }));
  const closings = closingsOf(runs);
  const paragraphs = new ParagraphEnds(text);
  let end = 0;
  for (const [number, run] of runs.entries()) {
    const closing = closings[number];
    if (run.index < end || !closing || paragraphs.from(run.end) < closing.index) continue;
    end = closing.end;
    yield { index: run.index, end };
  }
}

/** For each run the next one of its length. */
function closingsOf<T extends { length: number }>(runs: readonly T[]): (T | undefined)[] {
  const next = new Map<number, T>();
  const closings: (T | undefined)[] = [];
  for (const [number, run] of [...runs.entries()].reverse()) {
    closings[number] = next.get(run.length);
    next.set(run.length, run);
  }
  return closings;
}

/** The blank lines that end paragraphs. It is asked for growing positions. */
class ParagraphEnds {
  private found = -1;

  constructor(private readonly text: string) {}

  from(from: number): number {
    if (from > this.found) this.found = this.find(from);
    return this.found;
  }

  private find(from: number): number {
    const { text } = this;
    for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
      PARAGRAPH_END.lastIndex = at;
      if (PARAGRAPH_END.test(text)) return at;
    }
    return Infinity;
  }
}

/** What an `@` in the middle of is no mention: links of Markdown, addresses in angle brackets and bare ones. */
export function* linksIn(text: string): Generator<Span> {
  const ends = new LinkEnds(text);
  const beginning = new RegExp(BEGINNING_OF_LINK);
  for (let begin = beginning.exec(text); begin; begin = beginning.exec(text)) {
    const end = ends.of(begin.index);
    if (end === undefined) continue;
    yield { index: begin.index, end };
    beginning.lastIndex = end;
  }
}

class LinkEnds {
  private readonly labels: MarkdownLabels;
  private readonly parentheses: Ahead;
  private readonly brackets: Ahead;
  private endOfScheme = 0;

  constructor(private readonly text: string) {
    this.labels = new MarkdownLabels(text);
    this.parentheses = new Ahead(text, ')');
    this.brackets = new Ahead(text, ']');
  }

  /** Where the link ends that begins there; undefined when none does. */
  of(index: number): number | undefined {
    switch (this.text[index]) {
      case '!':
        return this.text[index + 1] === '[' ? this.afterLabel(index + 1) : undefined;
      case '[':
        return this.afterLabel(index);
      case '<':
        return this.after(ANGLE_BRACKETS, index);
      default:
        return this.afterAddress(index) ?? this.after(MAIL_LINK, index);
    }
  }

  private afterLabel(bracket: number): number | undefined {
    const end = this.labels.endOf(bracket);
    if (end === undefined) return undefined;
    const opening = this.text[end + 1];
    if (opening !== '(' && opening !== '[') return undefined;
    const closing = (opening === '(' ? this.parentheses : this.brackets).from(end + 2);
    return closing === Infinity ? undefined : closing + 1;
  }

  private afterAddress(index: number): number | undefined {
    // All that begin in one run of a scheme's characters end where it ends.
    if (index >= this.endOfScheme) this.endOfScheme = this.after(SCHEME, index) ?? index;
    return this.after(REST_OF_URL, this.endOfScheme);
  }

  private after(pattern: RegExp, index: number): number | undefined {
    pattern.lastIndex = index;
    return pattern.test(this.text) ? pattern.lastIndex : undefined;
  }
}
