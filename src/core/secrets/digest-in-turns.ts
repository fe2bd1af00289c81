import type { BinaryToTextEncoding, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Bytes that are hashed at once: more would hold up the event loop. */
const TURN = 1024 * 1024;

/** The digest of a body, which may be large, in turns with other work. */
export async function digestInTurns(
  hmac: ReturnType<typeof createHmac>,
  body: Buffer,
  encoding: BinaryToTextEncoding,
): Promise<string> {
  for (let from = 0; from < body.length; from += TURN) {
    if (from > 0) await setImmediate();
    hmac.update(body.subarray(from, from + TURN));
  }
  return hmac.digest(encoding);
}
