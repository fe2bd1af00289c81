import { setImmediate } from 'node:timers/promises';

/** Characters that are enough to be converted at once: many more would hold up the event loop. */
export const TURN = 256 * 1024;

/** The texts one after the other in UTF-8. Long ones are converted in turns with other requests. */
export async function utf8Bytes(texts: readonly string[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  let waiting = '';
  for (const text of texts) {
    for (const piece of textPieces(text, TURN)) {
      waiting += piece;
      if (waiting.length < TURN) continue;
      parts.push(Buffer.from(waiting));
      waiting = '';
      await setImmediate();
    }
  }
  if (parts.length === 0) return Buffer.from(waiting);
  return Buffer.concat([...parts, Buffer.from(waiting)]);
}

/** The text in pieces of at most `size` UTF-16 units. None begins or ends amid a character. */
export function* textPieces(text: string, size: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const next = start + size;
    const end = isLowSurrogate(text.charCodeAt(next)) ? next - 1 : next;
    yield text.slice(start, end);
    start = end;
  }
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
