import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Bytes that went by, and their SHA-256 in hexadecimal digits. */
export interface Measured {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a ZIP to a file of this machine, entry after entry, with little of it in memory. */
export class ArchiveFile {
  private readonly zip = new ZipFile();
  private readonly measure = new Measure();
  private readonly written: Promise<void>;

  constructor(readonly path: string) {
    const file = createWriteStream(path, { mode: 0o600, flush: true });
    this.written = pipeline(this.zip.outputStream as Readable, this.measure, file);
    // Whoever adds an entry or ends it hears of it.
    this.written.catch(() => undefined);
  }

  /** Writes one entry to its end. */
  async add(name: string, content: Readable, { compress }: { compress: boolean }): Promise<Measured> {
    const measure = new Measure();
    // The ZIP reads `measure`; an error of the content ends both.
    this.zip.addReadStream(measure, name, { compress });
    const read = pipeline(content, measure);
    await Promise.race([read, this.written.then(() => read)]);
    return measure.result;
  }

  async end(): Promise<Measured> {
    this.zip.end();
    await this.written;
    return this.measure.result;
  }

  /** Gives it up. */
  abandon(): void {
    this.measure.destroy();
  }
}

/** Lets bytes through and measures them. */
class Measure extends Transform {
  private readonly hash: Hash = createHash('sha256');
  private bytes = 0;
  private digest: string | undefined;

  get result(): Measured {
    return { bytes: this.bytes, sha256: (this.digest ??= this.hash.digest('hex')) };
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }
}
