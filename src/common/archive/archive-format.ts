/** The version of the format that docs/archive.md describes. */
export const ARCHIVE_FORMAT = 1;

/** The NDJSON files of an archive, in their order: what a row refers to comes before it. */
export const ARCHIVE_PARTS = [
  'users',
  'teams',
  'labels',
  'lanes',
  'projects',
  'members',
  'sprints',
  'epics',
  'colleagues',
  'fields',
  'tasks',
  'comments',
  'time_entries',
  'promises',
  'blockers',
  'links',
  'history',
  'views',
  'templates',
  'recurrences',
  'attachments',
] as const;

export type ArchivePart = (typeof ARCHIVE_PARTS)[number];

export const MANIFEST = 'manifest.json';
export const README = 'README.txt';

/** The file of the rows of a part. */
export const fileOfPart = (part: ArchivePart): string => `${part}.ndjson`;

/** The file of the bytes of an attachment. */
export const fileOfBytes = (sha256: string): string => `files/${sha256}`;

/** What an archive says of itself. */
export interface ArchiveManifest {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly service: { readonly name: string; readonly version: string };
  /** When it was as the archive shows it. */
  readonly at: string;
  readonly company: { readonly id: string; readonly name: string };
  /** The project that it is of; null for all of the company. */
  readonly projectId: string | null;
  /** Rows of each part. */
  readonly counts: Readonly<Record<ArchivePart, number>>;
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly bytes: number }>>;
}
