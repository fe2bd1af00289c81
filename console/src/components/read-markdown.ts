import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';

/** Milliseconds that reading a text may take. */
const MOST_TIME = 50;
const MOST_LEVELS = 20;
/** Of more elements the page would stand still while it shows them. */
const MOST_ELEMENTS = 3_000;

class OutOfBounds extends Error {}
class OutOfTime extends Error {}

const PLAIN = new Set(['paragraph', 'text', 'heading']);

/**
 * Looks at the clock before each token: some texts take time that grows with the square of their length. An address ends at a bracket
 * that was opened before it, as Jira writes them: `[text|https://example.com/]`.
 */
class TimedTokenizer extends Tokenizer {
  constructor(private readonly deadline: number) {
    super();
  }

  override space(text: string): Tokens.Space | undefined {
    this.ensureTime();
    return super.space(text);
  }

  override escape(text: string): Tokens.Escape | undefined {
    this.ensureTime();
    return super.escape(text);
  }

  override url(text: string): Tokens.Link | undefined {
    const link = super.url(text);
    const [address, rest] = link?.raw.split(']', 2) ?? [];
    return address && rest !== undefined && !address.includes('[') ? super.url(address) : link;
  }

  private ensureTime(): void {
    if (performance.now() > this.deadline) throw new OutOfTime();
  }
}

/** Ends where one thing is in another more than 20 times. */
class ShallowLexer extends Lexer {
  private level = -1;

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    return this.below(() => super.blockTokens(text, tokens, isClipped));
  }

  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    return this.below(() => super.inlineTokens(text, tokens));
  }

  private below(read: () => Token[]): Token[] {
    this.level += 1;
    if (this.level > MOST_LEVELS) throw new OutOfBounds();
    const tokens = read();
    this.level -= 1;
    return tokens;
  }
}

/** The tokens of Markdown; undefined for what cannot be read or shown in bounds (extensions 10.10). */
export function readMarkdown(text: string, isAgain = false): Token[] | undefined {
  try {
    const tokenizer = new TimedTokenizer(performance.now() + MOST_TIME);
    const tokens = new ShallowLexer({ gfm: true, breaks: true, tokenizer }).lex(text);
    return isInBounds(tokens) ? tokens : undefined;
  } catch (error) {
    // What was slow only because the machine was busy is not so again.
    return error instanceof OutOfTime && !isAgain ? readMarkdown(text, true) : undefined;
  }
}

function isInBounds(tokens: readonly Token[]): boolean {
  let elements = 0;
  const visit = (inside: readonly Token[], level: number): boolean =>
    level <= MOST_LEVELS &&
    inside.every((token) => {
      elements += 1;
      return elements <= MOST_ELEMENTS && visit(partsOf(token), PLAIN.has(token.type) ? level : level + 1);
    });
  return visit(tokens, 0);
}

/** What is inside a token: the entries of a list and the cells of a table, too. */
function partsOf(token: Token): readonly Token[] {
  if (token.type === 'list') return (token as Tokens.List).items.flatMap(({ tokens }) => tokens);
  if (token.type !== 'table') return 'tokens' in token ? (token.tokens ?? []) : [];
  const { header, rows } = token as Tokens.Table;
  return [header, ...rows].flatMap((cells) => cells.flatMap(({ tokens }) => tokens));
}
