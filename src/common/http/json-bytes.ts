import { setImmediate } from 'node:timers/promises';
import { TURN, utf8Bytes } from './utf8-bytes.js';

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

/** Most items that are made into text at once: each can have the longest texts allowed. */
const FEW_ITEMS = 10;

/** The JSON text of a value in UTF-8. Long arrays are converted in turns with other requests (extensions 1.1). */
export async function jsonBytes(value: unknown): Promise<Buffer> {
  if (!hasLongArray(value)) return Buffer.from(JSON.stringify(value));
  const parts: Buffer[] = [];
  for await (const text of jsonParts(value)) parts.push(Buffer.from(text));
  return Buffer.concat(parts);
}

/** Whether the value or an object in it has an array of more items; those in the items of an array do not count. */
export function hasLongArray(value: unknown, items = FEW_ITEMS): boolean {
  if (Array.isArray(value)) return value.length > items;
  return isPlainObject(value) && Object.values(value).some((member) => hasLongArray(member, items));
}

async function* jsonParts(value: unknown): AsyncGenerator<string> {
  if (!hasLongArray(value)) yield JSON.stringify(value);
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
