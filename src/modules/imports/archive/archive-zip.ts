import { createHash } from 'node:crypto';
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
} from '#common/archive/archive-format.js';
import { ensureLines, ensureRecord, MOST_MANIFEST_BYTES, MOST_TASKS } from '../reading-limits.js';
import { ImportError } from '../readers/records.js';

const openFile = promisify<string, Options, ZipFile>(open);

/** What archives may grow to when they are unpacked, as a multiple of LIMIT_IMPORT_BYTES. */
const MOST_GROWTH = 5;
const MOST_ENTRIES = 250_000;
/** The ways of packing that yauzl reads: none, and deflate. */
const METHODS: ReadonlySet<number> = new Set([0, 8]);

/** A row of an archive, of which nothing is known yet. */
export type Row = Readonly<Record<string, unknown>>;

/** What the manifest says of a file. */
interface NamedFile {
  readonly sha256: unknown;
  readonly bytes: unknown;
}

/** What the manifest of an archive says, as far as it is needed. */
export interface ReadManifest {
  readonly companyId: string;
  readonly counts: Readonly<Record<ArchivePart, number>>;
  readonly files: ReadonlyMap<string, NamedFile>;
}

/** An exported archive in a file of this machine. Nothing of it is written to disk under a name of its own. */
export class ArchiveZip {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly manifest: ReadManifest,
    private readonly note: () => void,
  ) {}

  /**
   * Reads its directory. `note` hears of every piece of it that comes. @throws ImportError when it is none, or not what its manifest
   * says
   */
  static async open(path: string, limit: number, note = () => {}): Promise<ArchiveZip> {
    const zip = await openFile(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      throw noZip(error);
    });
    try {
      const entries = await entriesOf(zip, limit * MOST_GROWTH);
      const archive = new ArchiveZip(zip, entries, await manifestOf(zip, entries), note);
      await archive.verify();
      return archive;
    } catch (error) {
      zip.close();
      throw error instanceof ImportError ? error : noZip(error);
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
    for await (const given of linesOf(await streamOf(this.zip, entry), entry.fileName)) {
      line += 1;
      this.note();
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

  /** An archive is what its manifest says: each file, and how many rows of each kind. */
  private async verify(): Promise<void> {
    const rows = new Map<string, number>();
    for (const [name, said] of this.manifest.files) {
      const entry = this.entries.get(name);
      if (!entry) throw new ImportError(`The archive lacks ${shown(name)}, which ${MANIFEST} names`);
      const part = ARCHIVE_PARTS.find((other) => fileOfPart(other) === name);
      const stream = await streamOf(this.zip, entry);
      const found = await measured(stream, name, part, this.note);
      // Bytes are named by their hash, too.
      const isOther = isBytes(name) && name !== fileOfBytes(found.sha256);
      if (isOther || found.bytes !== said.bytes || found.sha256 !== said.sha256) {
        throw new ImportError(`${shown(name)} is not what ${MANIFEST} says: its bytes are others`);
      }
      rows.set(name, found.rows);
    }
    for (const name of this.entries.keys()) {
      if (isRead(name) && !rows.has(name)) throw new ImportError(`${MANIFEST} does not name ${shown(name)}`);
    }
    for (const part of ARCHIVE_PARTS) {
      const [found, said] = [rows.get(fileOfPart(part)) ?? 0, this.manifest.counts[part]];
      if (found !== said) {
        throw new ImportError(`The archive has ${found} rows of ${part}, and ${MANIFEST} says ${said}`);
      }
    }
  }
}

const isBytes = (name: string): boolean => name.startsWith(fileOfBytes(''));

/** Whether a file is one that the import reads. */
function isRead(name: string): boolean {
  return isBytes(name) || ARCHIVE_PARTS.some((part) => fileOfPart(part) === name);
}

const LINE_FEED = 0x0a;

/** The bytes of a file, its SHA-256, and of a part its rows. @throws ImportError as soon as a limit is passed */
async function measured(stream: Readable, name: string, part: ArchivePart | undefined, note: () => void) {
  const hash = createHash('sha256');
  const count = { bytes: 0, lines: 0, rows: 0, line: 0, isBlank: true };
  const endLine = () => {
    if (!count.isBlank) count.rows += 1;
    if (part === 'tasks') ensureLines(count.lines, name, MOST_TASKS);
    else ensureLines(count.lines, name);
    Object.assign(count, { line: 0, isBlank: true });
  };
  const add = (bytes: Buffer) => {
    count.line += bytes.length;
    ensureRecord(count.line);
    count.isBlank &&= bytes.every((byte) => byte <= 0x20);
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      note();
      hash.update(chunk);
      count.bytes += chunk.length;
      if (part === undefined) continue;
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        add(chunk.subarray(from, at));
        count.lines += 1;
        endLine();
        from = at + 1;
      }
      add(chunk.subarray(from));
    }
  } catch (error) {
    throw notUnpacked(error, name);
  }
  if (count.line > 0) count.lines += 1;
  endLine();
  return { bytes: count.bytes, sha256: hash.digest('hex'), rows: count.rows };
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
  if (entry.uncompressedSize > MOST_MANIFEST_BYTES) throw new ImportError(`${MANIFEST} is larger than 1 MiB`);
  const { format, company, counts, files } = objectOf(await readManifest(await streamOf(zip, entry)));
  if (format !== ARCHIVE_FORMAT) {
    const given = JSON.stringify(format)?.slice(0, 20) ?? 'none';
    throw new ImportError(`The archive has the format ${given}; this service reads ${ARCHIVE_FORMAT}`);
  }
  const { id } = objectOf(company);
  if (typeof id !== 'string' || id === '' || id.length > 100) throw new ImportError(`${MANIFEST} names no company`);
  const rows = objectOf(counts);
  const countOf = (part: ArchivePart) => (Number.isSafeInteger(rows[part]) ? Math.max(0, rows[part] as number) : 0);
  const perPart = Object.fromEntries(ARCHIVE_PARTS.map((part) => [part, countOf(part)]));
  const named = Object.entries(objectOf(files)).map(([name, file]) => {
    const { sha256, bytes } = objectOf(file);
    return [name, { sha256, bytes }] as const;
  });
  return { companyId: id, counts: perPart as ReadManifest['counts'], files: new Map(named) };
}

async function readManifest(stream: Readable): Promise<unknown> {
  const content = await text(stream).catch((error: unknown) => {
    throw notUnpacked(error, MANIFEST);
  });
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new ImportError(`The file is no archive: ${MANIFEST} is no JSON`, { cause: error });
  }
}

/** It breaks off when there are more bytes than the directory of the ZIP says. */
async function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  try {
    return await promisify<Entry, Readable>((asked, done) => zip.openReadStream(asked, done as never))(entry);
  } catch (error) {
    throw notUnpacked(error, entry.fileName);
  }
}

async function* linesOf(stream: Readable, name: string): AsyncGenerator<string> {
  let begun: string[] = [];
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      const [first = '', ...others] = String(chunk).split('\n');
      begun.push(first);
      const rest = others.pop();
      if (rest === undefined) continue;
      yield begun.join('');
      yield* others;
      begun = [rest];
    }
  } catch (error) {
    throw notUnpacked(error, name);
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

/** A name of the archive in a message. */
const shown = (name: string): string => name.slice(0, 100);

function notUnpacked(error: unknown, name: string): ImportError {
  if (error instanceof ImportError) return error;
  return new ImportError(`The file is no archive: ${shown(name)} cannot be unpacked`, { cause: error });
}

/** Of the reasons that the library gives, only these help. */
function noZip(error: unknown): ImportError {
  const leadsOut = /relative path|absolute path|invalid characters/.test((error as Error).message);
  const reason = leadsOut ? 'a name in it leads out of its folder' : 'it is no ZIP, or not a whole one';
  return new ImportError(`The file is no archive: ${reason}`, { cause: error });
}
