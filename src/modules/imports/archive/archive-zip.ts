import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, open, type Options, type ZipFile } from 'yauzl';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_PARTS,
  type ArchivePart,
  fileOfBytes,
  fileOfPart,
  MANIFEST,
} from '../../../common/archive/archive-format.js';
import { ImportError } from '../readers/records.js';

const openFile = promisify<string, Options, ZipFile>(open);

/** What archives may grow to when they are unpacked, as a multiple of LIMIT_IMPORT_BYTES (moving 1.2). */
const MOST_GROWTH = 5;
const MOST_ENTRIES = 250_000;
/** Characters of one row, and bytes of the manifest: it has a line for each file. */
const LONGEST_ROW = 8 * 1024 * 1024;
const LONGEST_MANIFEST = 64 * 1024 * 1024;
/** The ways of packing that yauzl reads: none, and deflate. */
const METHODS: ReadonlySet<number> = new Set([0, 8]);

/** A row of an archive, of which nothing is known yet. */
export type Row = Readonly<Record<string, unknown>>;

/** What the manifest of an archive says, as far as it is needed. */
export interface ReadManifest {
  readonly companyId: string;
  readonly counts: Readonly<Record<ArchivePart, number>>;
}

/** An archive of moving 4.2 in a file of this machine. Nothing of it is written to disk under a name of its own. */
export class ArchiveZip {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly manifest: ReadManifest,
  ) {}

  /** Reads its directory. @throws ImportError when it is none, or not one to be trusted */
  static async open(path: string, limit: number): Promise<ArchiveZip> {
    const zip = await openFile(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      throw noArchive(error);
    });
    try {
      const entries = await entriesOf(zip, limit * MOST_GROWTH);
      return new ArchiveZip(zip, entries, await manifestOf(zip, entries));
    } catch (error) {
      zip.close();
      throw error instanceof ImportError ? error : noArchive(error);
    }
  }

  close(): void {
    this.zip.close();
  }

  /** The rows of a part, each with its line. @throws ImportError for what is no row */
  async *rows(part: ArchivePart): AsyncGenerator<{ line: number; row: Row }> {
    const entry = this.entries.get(fileOfPart(part));
    if (!entry) return;
    let line = 0;
    for await (const given of linesOf(await streamOf(this.zip, entry))) {
      line += 1;
      if (given.trim() !== '') yield { line, row: parsed(given, part, line) };
    }
  }

  /** How many bytes the archive has of a file; undefined when it was made without them. */
  sizeOf(sha256: string): number | undefined {
    return this.entries.get(fileOfBytes(sha256))?.uncompressedSize;
  }

  /** @throws ImportError */
  async bytes(sha256: string): Promise<Readable> {
    const entry = this.entries.get(fileOfBytes(sha256));
    if (!entry) throw new ImportError(`The archive has no ${fileOfBytes(sha256)}`);
    return streamOf(this.zip, entry);
  }
}

/** Names with `..`, a root or a backslash end it: yauzl refuses them. */
async function entriesOf(zip: ZipFile, most: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  if (zip.entryCount > MOST_ENTRIES) throw new ImportError(`The archive has more than ${MOST_ENTRIES} files`);
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      const problem = problemOf(entry, entries, unpacked > most ? most : undefined);
      if (problem !== undefined) {
        reject(new ImportError(problem));
        return;
      }
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries)).once('error', reject);
    zip.readEntry();
  });
}

function problemOf(entry: Entry, entries: ReadonlyMap<string, Entry>, most: number | undefined): string | undefined {
  const name = entry.fileName.slice(0, 100);
  if (most !== undefined) return `The archive unpacks to more than ${most} bytes, which is too much`;
  if (entry.isEncrypted()) return `The archive is encrypted; give it without a password (${name})`;
  if (!METHODS.has(entry.compressionMethod)) return `The archive is packed in a way that is not read here (${name})`;
  if (entries.has(entry.fileName)) return `The archive has two files of one name (${name})`;
  return undefined;
}

async function manifestOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<ReadManifest> {
  const entry = entries.get(MANIFEST);
  if (!entry) throw new ImportError(`The file is no archive: it has no ${MANIFEST}`);
  if (entry.uncompressedSize > LONGEST_MANIFEST) throw new ImportError(`${MANIFEST} is too large`);
  const { format, company, counts } = objectOf(JSON.parse(await text(await streamOf(zip, entry))));
  if (format !== ARCHIVE_FORMAT) {
    const given = JSON.stringify(format)?.slice(0, 20) ?? 'none';
    throw new ImportError(`The archive has the format ${given}; this service reads ${ARCHIVE_FORMAT}`);
  }
  const { id } = objectOf(company);
  if (typeof id !== 'string' || id === '' || id.length > 100) throw new ImportError(`${MANIFEST} names no company`);
  const rows = objectOf(counts);
  const countOf = (part: ArchivePart) => (Number.isSafeInteger(rows[part]) ? Math.max(0, rows[part] as number) : 0);
  const shown = Object.fromEntries(ARCHIVE_PARTS.map((part) => [part, countOf(part)]));
  return { companyId: id, counts: shown as ReadManifest['counts'] };
}

/** It breaks off when there are more bytes than the directory of the ZIP says. */
async function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  try {
    return await promisify<Entry, Readable>((asked, done) => zip.openReadStream(asked, done as never))(entry);
  } catch (error) {
    throw noArchive(error);
  }
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let begun: string[] = [];
  let length = 0;
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      const [first = '', ...others] = String(chunk).split('\n');
      begun.push(first);
      length += first.length;
      if (length > LONGEST_ROW) {
        throw new ImportError(`A row of the archive is longer than ${LONGEST_ROW} characters`);
      }
      const rest = others.pop();
      if (rest === undefined) continue;
      yield begun.join('');
      yield* others;
      begun = [rest];
      length = rest.length;
    }
  } catch (error) {
    throw noArchive(error);
  }
  yield begun.join('');
}

function parsed(line: string, part: ArchivePart, number: number): Row {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Row;
  } catch {
    // Said below.
  }
  throw new ImportError(`${fileOfPart(part)}: line ${number} is no JSON object`);
}

/** What stands for no object has nothing in it. */
export function objectOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? (value as Row) : {};
}

function noArchive(error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  return new ImportError(`The file is no archive: ${(error as Error).message}`, { cause: error });
}
