import type { Readable } from 'node:stream';
import type { StoreName } from '#config/configuration.js';

/** A file on this machine, completely written. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Bytes that are being read. Whoever has opened them reads or destroys the stream. */
export interface OpenedFile {
  readonly stream: Readable;
  readonly size: number;
}

/** One of the files that a store has. */
export interface StoredFile {
  readonly key: string;
  readonly modifiedAt: Date;
}

/** Keeps bytes by keys such as `<companyId>/<sha256>`. @throws StoreUnavailableError from every method */
export interface FileStore {
  readonly name: StoreName;
  /** The folder of this machine in which files wait until they are put. */
  readonly waitingFolder: string;
  /** Keeps a file; once it resolves, the bytes outlive the machine's power. The file at its path may be gone then. */
  put(key: string, file: LocalFile): Promise<void>;
  /** Undefined when there are none. */
  open(key: string, signal?: AbortSignal): Promise<OpenedFile | undefined>;
  /** Whether there are bytes. */
  has(key: string): Promise<boolean>;
  /** Does nothing when there are none. */
  delete(key: string): Promise<void>;
  /** All of them, in no order; none of those that wait. */
  list(): AsyncIterable<StoredFile>;
  /** Before the first use. @throws ConfigurationError when files cannot be kept there */
  ensureUsable(): Promise<void>;
  close(): Promise<void>;
}
