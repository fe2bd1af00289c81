import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The SHA-256 of all that a stream has, in hexadecimal digits. */
export async function sha256In(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
