import { setImmediate } from 'node:timers/promises';
import { textPieces, TURN, utf8Bytes } from './utf8-bytes.js';

/** The Content-Type of answers in JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer that is JSON already. */
export class JsonText {
  private constructor(readonly bytes: Buffer) {}

  /** `texts` together are the JSON. */
  static async of(texts: readonly string[]): Promise<JsonText> {
    return new JsonText(await utf8Bytes(texts));
  }
}

/** An array of more items is long: each item can have the longest texts allowed. */
const FEW_ITEMS = 10;

/** The JSON text of a value in UTF-8. Long arrays and texts are converted in turns with other requests. */
export async function jsonBytes(value: unknown): Promise<Buffer> {
  if (!isLong(value)) return Buffer.from(JSON.stringify(value));
  const parts: Buffer[] = [];
  for await (const text of jsonParts(value)) parts.push(Buffer.from(text));
  return Buffer.concat(parts);
}

/** Whether the value or an object in it has a very long text, or an array of more items; what the items hold does not count. */
export function isLong(value: unknown, items = FEW_ITEMS): boolean {
  if (typeof value === 'string') return value.length > TURN;
  if (Array.isArray(value)) return value.length > items;
  return isPlainObject(value) && Object.values(value).some((member) => isLong(member, items));
}

async function* jsonParts(value: unknown): AsyncGenerator<string> {
  if (!isLong(value)) yield JSON.stringify(value);
  else if (typeof value === 'string') yield* textParts(value);
  else if (Array.isArray(value)) yield* arrayParts(value);
  else {
    const members = Object.entries(value as object).filter(([, member]) => member !== undefined);
    for (const [index, [name, member]] of members.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      yield* jsonParts(member);
    }
    yield '}';
  }
}

async function* textParts(text: string): AsyncGenerator<string> {
  yield '"';
  for (const piece of textPieces(text, TURN)) {
    yield JSON.stringify(piece).slice(1, -1);
    await setImmediate();
  }
  yield '"';
}

async function* arrayParts(items: unknown[]): AsyncGenerator<string> {
  let text = '[';
  for (const [index, item] of items.entries()) {
    text += (index === 0 ? '' : ',') + JSON.stringify(item);
    if (text.length < TURN) continue;
    yield text;
    text = '';
    await setImmediate();
  }
  yield `${text}]`;
}

/** Not a Buffer, a stream or the like: they have many values, and none of them is JSON. */
function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
