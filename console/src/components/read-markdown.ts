import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { piecesOf, segmentsOf } from './markdown-pieces.ts';

const MOST_LEVELS = 20;
/** Definitions of links that are read at once. */
const AT_ONCE = 50;
/** Letters that are read at once. */
const STEP = 4_000;

class OutOfBounds extends Error {}

/** An address ends at a bracket that was opened before it, as Jira writes them: `[text|https://example.com/]`. */
class AddressTokenizer extends Tokenizer {
  override url(text: string): Tokens.Link | undefined {
    const link = super.url(text);
    const [address, rest] = link?.raw.split(']', 2) ?? [];
    return address && rest !== undefined && !address.includes('[') ? super.url(address) : link;
  }
}

/**
 * Reads one piece of a text, whose length bounds the work: `marked` takes time that grows with the square of some texts. What is in
 * one another more than 20 times is refused, or with `isForced` left as it was written.
 */
class BoundedLexer extends Lexer {
  private level = -1;

  constructor(private readonly isForced: boolean) {
    super({ gfm: true, breaks: true, tokenizer: new AddressTokenizer() });
  }

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    return this.below(text, tokens, () => super.blockTokens(text, tokens, isClipped));
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    return this.below(text, tokens, () => {
      for (const segment of segmentsOf(text)) super.inlineTokens(segment, tokens);
      return tokens;
    });
  }

  private below(text: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.level === MOST_LEVELS) {
      if (!this.isForced) throw new OutOfBounds();
      tokens.push({ type: 'text', raw: text, text });
      return tokens;
    }
    this.level += 1;
    const result = read();
    this.level -= 1;
    return result;
  }
}

/** A text whose pieces are read one after the other. */
interface Reading {
  pieces: readonly string[];
  read: (piece: string) => Token[];
}

function beginReading(text: string, isForced: boolean): Reading {
  const { pieces, definitions } = piecesOf(text);
  const { links } = new BoundedLexer(isForced).tokens;
  const lexerOf = () => {
    const lexer = new BoundedLexer(isForced);
    // Links may be defined anywhere in the text.
    lexer.tokens.links = links;
    return lexer;
  };
  for (let at = 0; at < definitions.length; at += AT_ONCE)
    lexerOf().lex(definitions.slice(at, at + AT_ONCE).join('\n'));
  return { pieces, read: (piece) => lexerOf().lex(piece) };
}

/** Reads a text step by step: a page stands still for no text, however long. */
export class Progress {
  /** What has been read, piece by piece. */
  readonly tokens: Token[][] = [];
  hasFailed = false;
  private reading: Reading | undefined;

  constructor(text: string, isForced: boolean) {
    try {
      this.reading = beginReading(text, isForced);
      this.readOn();
    } catch {
      this.hasFailed = true;
    }
  }

  get isDone(): boolean {
    return this.hasFailed || this.tokens.length === this.reading?.pieces.length;
  }

  readOn(): void {
    let letters = 0;
    try {
      for (const piece of this.reading?.pieces.slice(this.tokens.length) ?? []) {
        if (letters >= STEP) return;
        letters += piece.length;
        this.tokens.push(this.reading?.read(piece) ?? []);
      }
    } catch {
      this.hasFailed = true;
    }
  }
}
