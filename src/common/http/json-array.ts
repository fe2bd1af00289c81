import { Readable } from 'node:stream';

/** Milliseconds after which a client that reads nothing of a list is cut off (decisions 1.9). */
const STALLED_READER_TIMEOUT = 30_000;
/** Characters handed on at once, so that it shows whether a slow client still reads. */
const CHUNK_LENGTH = 65_536;

/** The JSON text of an array, made while it is read; an error ends it when nothing more is read of it for 30 s. */
export function jsonArray(batches: AsyncIterable<unknown[]> | Iterable<unknown[]>): Readable {
  async function* chunks(): AsyncGenerator<string> {
    for await (const chunk of jsonOf(batches)) {
      const timer = setTimeout(() => json.destroy(new Error('The client has stopped reading')), STALLED_READER_TIMEOUT);
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
    }
  }
  const json = Readable.from(chunks(), { objectMode: false });
  return json;
}

async function* jsonOf(batches: AsyncIterable<unknown[]> | Iterable<unknown[]>): AsyncGenerator<string> {
  let chunk = '[';
  let separator = '';
  for await (const batch of batches) {
    for (const item of batch) {
      chunk += separator + JSON.stringify(item);
      separator = ',';
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield `${chunk}]`;
}
