import { createHash } from 'node:crypto';
import { constants, deflateRawSync } from 'node:zlib';
import { ARCHIVE_FORMAT, MANIFEST } from '#common/archive/archive-format.js';

/** A file of a ZIP, as it is or as it pretends to be. */
export interface ZippedFile {
  name: string;
  content?: string | Buffer;
  /** In place of the content: its bytes as they are packed. */
  packed?: Buffer;
  /** Bytes that it says it unpacks to. */
  size?: number;
  /** 8: deflated. */
  method?: number;
  isEncrypted?: boolean;
}

const DEFLATED = 8;
const BLOCK = 100_000_000;

/** A ZIP written by hand, so that it can hold what no tool writes. `count`: how many files it says it has. */
export function zipOf(files: readonly ZippedFile[], { count = files.length } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', packed, size, method = DEFLATED, isEncrypted = false } of files) {
    const bytes = packed ?? deflateRawSync(content);
    const label = Buffer.from(name);
    const unpacked = size ?? Buffer.byteLength(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(45, 4);
    local.writeUInt16LE(isEncrypted ? 1 : 0, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(bytes.length, 18);
    local.writeUInt32LE(Math.min(unpacked, 0xffffffff), 22);
    local.writeUInt16LE(label.length, 26);
    const large = Buffer.alloc(12);
    large.writeUInt16LE(1, 0);
    large.writeUInt16LE(8, 2);
    large.writeBigUInt64LE(BigInt(unpacked), 4);
    const extra = unpacked >= 0xffffffff ? large : Buffer.alloc(0);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(45, 4);
    central.writeUInt16LE(45, 6);
    local.copy(central, 8, 6, 28);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(offset, 42);
    parts.push(local, label, bytes);
    directory.push(central, label, extra);
    offset += local.length + label.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...parts, listed, ...endOf(count, listed.length, offset)]);
}

/** The manifest of an archive of these files: it says what is true of them, but for `said`. */
export function manifestOf(files: readonly ZippedFile[], said: object = {}): ZippedFile {
  const named = files.map(({ name, content = '', size }) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    return [name, { sha256, bytes: size ?? Buffer.byteLength(content) }] as const;
  });
  const counts = files.flatMap(({ name, content = '' }) => {
    const [, part] = /^(\w+)\.ndjson$/.exec(name) ?? [];
    const rows = String(content).split('\n');
    return part ? [[part, rows.filter((row) => row.trim() !== '').length] as const] : [];
  });
  const manifest = {
    format: ARCHIVE_FORMAT,
    company: { id: 'c' },
    counts: Object.fromEntries(counts),
    files: Object.fromEntries(named),
    ...said,
  };
  return { name: MANIFEST, content: JSON.stringify(manifest) };
}

/** An archive of files by their names, with a manifest that is true but for `said`. */
export function archiveOf(contents: Readonly<Record<string, string | Buffer>>, said: object = {}): Buffer {
  const files = Object.entries(contents).map(([name, content]) => ({ name, content }));
  return zipOf([manifestOf(files, said), ...files]);
}

/** Of as many zeros as 10 GB, packed in 10 MB: blocks of the same. */
export function packedZeros(blocks = 100): { packed: Buffer; size: number } {
  const block = deflateRawSync(Buffer.alloc(BLOCK), { finishFlush: constants.Z_FULL_FLUSH });
  const last = deflateRawSync('');
  return { packed: Buffer.concat([...Array.from({ length: blocks }, () => block), last]), size: blocks * BLOCK };
}

/** With the part for large ZIPs, and the locator of it. */
function endOf(count: number, size: number, offset: number): Buffer[] {
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(0xffff, 8);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(0xffffffff, 12);
  end.writeUInt32LE(0xffffffff, 16);
  return [large, locator, end];
}
