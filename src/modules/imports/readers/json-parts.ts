import { ImportError, type ImportFile } from './records.js';
import { decoded } from '../csv/decoded.js';

/** One element of the outermost array, or of an array that is a property of the outermost object, or another property. */
export interface JsonPart {
  /** The property; null in an array. */
  readonly key: string | null;
  readonly value: unknown;
}

/** Characters of one element. */
const LONGEST_PART = 32 * 1024 * 1024;

/**
 * Reads a large JSON text element by element, in memory for one at a time. What is no array is refused with `noArray`, if that is
 * given. @throws ImportError, for what is no JSON, too
 */
export async function* jsonParts(file: ImportFile, noArray?: string): AsyncGenerator<JsonPart> {
  const splitter = new Splitter(noArray);
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
  /** What has come of the element, or of the key. */
  private part = '';
  private isKey = false;
  private isInArray = false;
  private isEnded = false;

  constructor(private readonly noArray: string | undefined) {}

  *add(chunk: string): Generator<JsonPart> {
    for (const sign of chunk) {
      if (this.isInText) this.addToText(sign);
      else yield* this.addSign(sign);
      if (this.part.length > LONGEST_PART) throw new ImportError('One element of the file is larger than 32 MiB');
    }
  }

  end(): void {
    if (!this.isEnded) throw new ImportError('The file is no JSON, or it is not whole');
  }

  private addToText(sign: string): void {
    this.part += sign;
    if (this.isEscaped) this.isEscaped = false;
    else if (sign === '\\') this.isEscaped = true;
    else if (sign === '"') this.isInText = false;
  }

  private *addSign(sign: string): Generator<JsonPart> {
    if (/\s/.test(sign)) return;
    if (this.isEnded) throw new ImportError('The file has something after its JSON');
    if (this.outer === undefined) {
      this.open(sign);
      return;
    }
    const base = this.isInArray ? 2 : 1;
    if (sign === '"') this.isInText = true;
    if (this.depth === base) {
      if (sign === ',') {
        yield* this.take();
        return;
      }
      if (sign === ']' || sign === '}') {
        yield* this.close();
        return;
      }
      if (sign === ':' && this.isKey) {
        this.takeKey();
        return;
      }
      if (sign === '[' && this.outer === '{' && !this.isInArray && this.part === '') {
        this.isInArray = true;
        this.depth += 1;
        return;
      }
    }
    if (sign === '[' || sign === '{') this.depth += 1;
    if (sign === ']' || sign === '}') this.depth -= 1;
    this.part += sign;
  }

  private open(sign: string): void {
    if (sign !== '[' && sign !== '{') throw new ImportError('The file is no JSON: it must begin with [ or {');
    if (sign === '{' && this.noArray !== undefined) throw new ImportError(this.noArray);
    this.outer = sign;
    this.depth = 1;
    this.isKey = sign === '{';
  }

  private takeKey(): void {
    this.key = parsed(this.part) as string;
    this.part = '';
    this.isKey = false;
  }

  private *take(): Generator<JsonPart> {
    const { part, key, isInArray } = this;
    this.part = '';
    if (part !== '') yield { key: this.outer === '{' ? key : null, value: parsed(part) };
    if (this.outer === '{' && !isInArray) this.isKey = true;
  }

  private *close(): Generator<JsonPart> {
    const wasInArray = this.isInArray;
    yield* this.take();
    this.depth -= 1;
    if (wasInArray) this.isInArray = false;
    else this.isEnded = true;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(`The file is no JSON: ${(error as Error).message}`, { cause: error });
  }
}
