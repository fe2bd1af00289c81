import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

const CHUNK = Buffer.alloc(1024 * 1024, 'bench');
const CHUNKS = 100;
/** Bytes of one upload. */
export const LARGE = CHUNKS * CHUNK.length;

export interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends 100 MiB that no file had before: the same bytes are kept once. */
export async function sendLarge({ url, headers }: Upload): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/octet-stream', 'content-length': String(LARGE) },
    body: Readable.toWeb(Readable.from(chunks())) as ReadableStream<Uint8Array>,
    duplex: 'half',
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`PUT ${url}: ${response.status} ${text}`);
}

function* chunks(): Generator<Buffer> {
  yield Buffer.concat([randomBytes(64), CHUNK.subarray(64)]);
  for (let count = 1; count < CHUNKS; count += 1) yield CHUNK;
}
