import type { ArchivedFile, ArchivedProject } from '../archive/archive-records.js';
import type { CompanyRecord } from '../archive/archived-company.js';
import type { ImportOptions } from '../import-input.dto.js';
import type { ImportSource } from '../import-sources.js';
import type { ImportRecord } from '../readers/records.js';

/** The exit code of a reader that takes too much memory. V8's own end by SIGABRT means the same. */
export const OUT_OF_MEMORY = 86;

/** What is to be read. */
export interface SourceOrder {
  readonly source: ImportSource;
  readonly options: ImportOptions;
  /** Of the file, on this machine. */
  readonly path: string;
  /** Bytes of a file (LIMIT_IMPORT_BYTES). */
  readonly limit: number;
  /** The import says which project all of it comes into. */
  readonly hasPlace: boolean;
}

/** What a file brings into one project. */
export interface OpenedShare {
  readonly project?: ArchivedProject;
  readonly makesProject: boolean;
  /** It has what is there before all projects; what comes after all of them. */
  readonly hasFoundations: boolean;
  readonly hasAdditions: boolean;
}

/** The items of each stream that can be asked for. */
export interface StreamItems {
  readonly records: ImportRecord;
  readonly foundations: CompanyRecord;
  readonly additions: CompanyRecord;
  readonly files: ArchivedFile;
  readonly bytes: Uint8Array;
}

/** One stream of a share; `sha256` says whose bytes. */
export interface StreamOrder {
  readonly what: keyof StreamItems;
  readonly share: number;
  readonly sha256?: string;
}

/** What the service asks the process that reads. One question is under way at a time. */
export type Question =
  | { readonly kind: 'open'; readonly order: SourceOrder }
  | { readonly kind: 'begin'; readonly stream: number; readonly of: StreamOrder }
  | { readonly kind: 'next'; readonly stream: number }
  | { readonly kind: 'close'; readonly stream: number };

export type Reply =
  | { readonly kind: 'opened'; readonly shares: readonly OpenedShare[] }
  | { readonly kind: 'items'; readonly items: readonly unknown[]; readonly isEnd: boolean }
  /** Not an answer: the reading goes on. */
  | { readonly kind: 'progress' }
  /** The file is what cannot be read, in words for people. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A fault of the service. */
  | { readonly kind: 'broken'; readonly stack: string };
