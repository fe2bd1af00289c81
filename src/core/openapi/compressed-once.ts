import { promisify } from 'node:util';
import zlib from 'node:zlib';

type Compress = (text: string) => Promise<Buffer>;

const COMPRESSORS: Record<string, Compress> = {
  br: promisify<string, Buffer>(zlib.brotliCompress),
  zstd: promisify<string, Buffer>(zlib.zstdCompress),
  gzip: promisify<string, Buffer>(zlib.gzip),
};

/** A text that many ask for, compressed once for each encoding and not once a request. */
export class CompressedOnce {
  private readonly made = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly text: () => string,
    private readonly compressors = COMPRESSORS,
  ) {}

  in(encoding: string): Promise<Buffer> | undefined {
    const compress = this.compressors[encoding];
    const bytes = this.made.get(encoding) ?? compress?.(this.text());
    if (bytes) this.made.set(encoding, bytes);
    return bytes;
  }
}
