import { ImportError, type ImportFile } from './records.js';
import { decoded } from '../csv/decoded.js';
import { ensureElements, ensureRecord } from '../reading-limits.js';

/** One element of the outermost array, or of an array that is a property of the outermost object, or another property: `[]`, too. */
export interface JsonPart {
  /** The property; null in an array. */
  readonly key: string | null;
  readonly value: unknown;
}

const SPACE: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);

/** Reads a large JSON text element by element, in memory for one at a time. `onOuter` is told what the whole is. @throws ImportError, for what is no JSON, too */
export async function* jsonParts(
  file: ImportFile,
  onOuter: (sign: '[' | '{') => void = () => undefined,
): AsyncGenerator<JsonPart> {
  const splitter = new Splitter(onOuter);
  const text = await decoded(file);
  for await (const chunk of text()) yield* splitter.add(chunk);
  splitter.end();
}

/** Finds where elements begin and end, and leaves the rest to `JSON.parse`. */
class Splitter {
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private outer: '[' | '{' | undefined;
  private key: string | null = null;
  /** What has come of the element, or of the key, in earlier chunks. */
  private pieces: string[] = [];
  private bytes = 0;
  /** Something else than space has come of it. */
  private isBegun = false;
  private isKey = false;
  private isInArray = false;
  /** Nothing has come of the array. */
  private isEmpty = false;
  private isEnded = false;
  private elements = 0;

  constructor(private readonly onOuter: (sign: '[' | '{') => void) {}

  *add(chunk: string): Generator<JsonPart> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk[at] as string;
      if (this.isInText) this.addToText(sign);
      else if (!SPACE.has(sign) && this.isEdge(sign)) {
        yield* this.addEdge(sign, chunk.slice(from, at));
        from = at + 1;
      }
    }
    this.keep(chunk.slice(from));
  }

  end(): void {
    if (!this.isEnded) throw new ImportError('The file is no JSON, or it is not whole');
  }

  private addToText(sign: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (sign === '\\') this.isEscaped = true;
    else if (sign === '"') this.isInText = false;
  }

  /** Whether the sign stands between elements and belongs to none. */
  private isEdge(sign: string): boolean {
    if (this.isEnded) throw new ImportError('The file has something after its JSON');
    if (this.outer === undefined) return true;
    if (this.depth === (this.isInArray ? 2 : 1)) {
      if (sign === ',' || sign === ']' || sign === '}' || (sign === ':' && this.isKey)) return true;
      if (sign === '[' && this.outer === '{' && !this.isInArray && !this.isKey && !this.isBegun) return true;
    }
    if (sign === '"') this.isInText = true;
    if (sign === '[' || sign === '{') this.depth += 1;
    if (sign === ']' || sign === '}') this.depth -= 1;
    this.isBegun = true;
    return false;
  }

  private *addEdge(sign: string, rest: string): Generator<JsonPart> {
    if (this.outer === undefined) this.open(sign);
    else if (sign === ',') yield* this.take(rest);
    else if (sign === ':') this.takeKey(rest);
    else if (sign === '[') {
      this.clear();
      this.isInArray = true;
      this.isEmpty = true;
      this.depth += 1;
    } else yield* this.close(rest);
  }

  private keep(piece: string): void {
    if (piece === '') return;
    this.pieces.push(piece);
    this.bytes += Buffer.byteLength(piece);
    ensureRecord(this.bytes);
  }

  private clear(): void {
    this.pieces = [];
    this.bytes = 0;
    this.isBegun = false;
  }

  private open(sign: string): void {
    if (sign !== '[' && sign !== '{') throw new ImportError('The file is no JSON: it must begin with [ or {');
    this.onOuter(sign);
    this.outer = sign;
    this.depth = 1;
    this.isKey = sign === '{';
  }

  private takeKey(rest: string): void {
    this.key = this.parsed(rest) as string;
    this.isKey = false;
  }

  private *take(rest: string): Generator<JsonPart> {
    const { key, isInArray, isBegun } = this;
    this.isEmpty = false;
    if (isBegun) {
      this.elements += 1;
      ensureElements(this.elements);
      yield { key: this.outer === '{' ? key : null, value: this.parsed(rest) };
    } else this.clear();
    if (this.outer === '{' && !isInArray) this.isKey = true;
  }

  private *close(rest: string): Generator<JsonPart> {
    const wasInArray = this.isInArray;
    if (wasInArray && this.isEmpty && !this.isBegun) yield { key: this.key, value: [] };
    yield* this.take(rest);
    this.depth -= 1;
    if (wasInArray) this.isInArray = false;
    else this.isEnded = true;
  }

  /** What has come, with `rest`, which nothing follows. */
  private parsed(rest: string): unknown {
    this.keep(rest);
    const text = this.pieces.join('');
    this.clear();
    try {
      return JSON.parse(text);
    } catch (error) {
      const place = this.elements === 0 ? 'its beginning' : `element ${this.elements}`;
      throw new ImportError(`The file is no JSON: ${place} cannot be read`, { cause: error });
    }
  }
}
