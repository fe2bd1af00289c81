import type { ImportFile } from '../readers/records.js';

/** Bytes that are looked at to tell UTF-16 without a mark. */
const SAMPLE = 1_024;

/** The text of a file in UTF-8, UTF-16 or windows-1252, whichever it is; each call reads it anew. */
export async function decoded(file: ImportFile): Promise<() => AsyncGenerator<string>> {
  const encoding = await encodingOf(file);
  return () => textOf(file, encoding);
}

async function* textOf(file: ImportFile, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of file.open()) yield withoutNul(decoder.decode(chunk as Buffer, { stream: true }));
  yield withoutNul(decoder.decode());
}

/** No text of the service has it, and no text means it. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

async function encodingOf(file: ImportFile): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of file.open()) {
      const wide = isFirst ? wideEncodingOf(chunk as Buffer) : undefined;
      if (wide) return wide;
      isFirst = false;
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** UTF-16, by its mark or by the empty half of most of its characters. */
function wideEncodingOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (const [place, byte] of sample.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  if (even > sample.length / 4 && odd === 0) return 'utf-16be';
  return undefined;
}
