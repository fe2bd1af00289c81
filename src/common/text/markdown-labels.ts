import { Ahead, type Span } from './spans.js';

const LINE_ENDS = new Set(['\n', '\r', '\u2028', '\u2029']);

/** The labels of Markdown's links, `[…]`, in which a backslash takes the next character of its line along. */
export class MarkdownLabels {
  private begin = 0;
  private stop = 0;
  private isClosed = false;

  constructor(private readonly text: string) {}

  /** Where the label ends that begins with the `[` at `start`: at its `]`; undefined when it has no end. Starts must grow. */
  endOf(start: number): number | undefined {
    // All that begin before the same end have it.
    if (start < this.begin || start >= this.stop) this.read(start);
    return this.isClosed ? this.stop : undefined;
  }

  private read(start: number): void {
    const { text } = this;
    let at = start + 1;
    while (at < text.length && text[at] !== ']') {
      if (text[at] !== '\\') at += 1;
      else if (at + 1 < text.length && !LINE_ENDS.has(text[at + 1] as string)) at += 2;
      else break;
    }
    this.begin = start;
    this.stop = at;
    this.isClosed = text[at] === ']';
  }
}

/** `[label](address)`, with the `!` of an image. */
export function* namedLinksIn(text: string): Generator<Span & { label: string }> {
  const labels = new MarkdownLabels(text);
  const parentheses = new Ahead(text, ')');
  let from = 0;
  let bracket = text.indexOf('[');
  while (bracket >= 0) {
    const label = labels.endOf(bracket);
    const closing = label !== undefined && text[label + 1] === '(' ? parentheses.from(label + 2) : Infinity;
    if (closing !== Infinity) {
      const isImage = bracket > from && text[bracket - 1] === '!';
      from = closing + 1;
      yield { index: isImage ? bracket - 1 : bracket, end: from, label: text.slice(bracket + 1, label) };
    }
    bracket = text.indexOf('[', Math.max(from, bracket + 1));
  }
}
