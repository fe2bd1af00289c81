import type { Readable } from 'node:stream';
import type { SprintLife } from '#modules/sprints/sprints.service.js';
import type { LinkType } from '#schema/task-links.js';
import type { PromiseSource, PromiseState } from '#schema/promises.js';
import type { ArchivedField } from '#modules/fields/field-imports.service.js';
import type { ImportOptions } from '../import-input.dto.js';

/** What a status means there. */
export type Category = 'todo' | 'started' | 'done' | 'cancelled';

/** Somebody as the other tracker names them; at least one of the three is given. */
export interface Person {
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

export interface CommentRecord {
  readonly externalId: string;
  readonly author: Person | null;
  readonly at: string | null;
  readonly updatedAt?: string | null;
  /** The virtual colleague that wrote it there. */
  readonly colleague?: ColleagueName | undefined;
  /** It wrote it by itself, not with a key that somebody made. */
  readonly isColleaguesOwn?: boolean;
  /** In Markdown. */
  readonly body: string;
}

/** A virtual colleague of another service: it is named here, and no more. */
export interface ColleagueName {
  readonly id: string;
  readonly name: string;
}

export interface TimeRecord {
  readonly externalId: string;
  readonly person: Person | null;
  /** The virtual colleague that logged it there. */
  readonly colleagueId?: string | null;
  readonly at: string | null;
  readonly hours: number;
  readonly note: string | null;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

/** What a task has to do with another one. */
export interface LinkRecord {
  readonly type: LinkType;
  /** Names the other task. */
  readonly key: string;
  /** The other task is the duplicate. */
  readonly isInward?: boolean;
  /** Added to the description where the other is no task here. */
  readonly line?: string;
  /** What the link is called there. */
  readonly externalId?: string;
  readonly createdAt?: string | undefined;
}

/**
 * A task as the other tracker has it. What the file has no column for is undefined: it leaves its field alone. An empty
 * cell is null.
 */
export interface TaskRecord {
  readonly kind: 'task';
  readonly row: number;
  readonly externalId: string;
  /** Other names that links use for it. */
  readonly aliases?: readonly string[];
  /** Its number there; it keeps it in a new project. */
  readonly number?: number | undefined;
  readonly url?: string | null;
  readonly title: string;
  /** In Markdown. */
  readonly description?: string | null | undefined;
  /** Added to the description, one below the other: what has no field here. */
  readonly lines?: readonly string[];
  readonly status?: string | undefined;
  readonly category?: Category | undefined;
  /** The file itself states the category; or the status is one of this very service, and stays as it is. */
  readonly statusIs?: 'stated' | 'ours' | undefined;
  readonly priority?: string | null | undefined;
  readonly estimatedHours?: number | null | undefined;
  readonly loggedHours?: number | null | undefined;
  readonly dueDate?: string | null | undefined;
  readonly startDate?: string | null | undefined;
  readonly author?: Person | null | undefined;
  /** The first that is a user here gets the task. */
  readonly assignees?: readonly Person[] | undefined;
  /** Of an archive: the virtual colleague that it is delegated to. */
  readonly delegate?: string | null;
  readonly labels?: readonly string[] | undefined;
  /** What an epic record is called. */
  readonly epic?: string | null | undefined;
  readonly sprint?: string | null | undefined;
  /** A task or an epic. */
  readonly parent?: string | null | undefined;
  readonly blockedBy?: readonly string[] | undefined;
  readonly blocks?: readonly string[] | undefined;
  readonly links?: readonly LinkRecord[];
  readonly createdAt?: string | null | undefined;
  readonly updatedAt?: string | null | undefined;
  readonly completedAt?: string | null | undefined;
  readonly comments?: readonly CommentRecord[];
  readonly times?: readonly TimeRecord[];
  readonly files?: readonly { readonly name: string; readonly url: string }[];
  /** Tasks come in the order of these numbers, from 1; by their own numbers where there is none. */
  readonly place?: number;
  /** Its very place there, kept in a new project. */
  readonly rank?: string | undefined;
  readonly history?: readonly HistoryRecord[];
  readonly promises?: readonly PromiseRecord[];
  /** Cells of columns that have no place here, by the names of these. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Of an archive: the tids that it had in projects that it has left, the first left one first. */
  readonly formerTids?: readonly string[];
  /** Of an archive: values of own fields by their keys. */
  readonly custom?: Readonly<Record<string, unknown>>;
}

/** What somebody promised of a task in another service of this kind. */
export interface PromiseRecord {
  readonly person: Person | null;
  readonly until: string;
  readonly words: string | null;
  readonly source: PromiseSource;
  readonly state: PromiseState;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** A change of a task in another service of this kind. */
export interface HistoryRecord {
  readonly at: string;
  readonly actor: Person | null;
  readonly colleague: ColleagueName | undefined;
  readonly event: string;
  /** Nothing is known of their shape yet. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/** Somebody whom the file names besides its tasks. */
export interface PersonRecord {
  readonly kind: 'person';
  readonly person: Person;
}

/** A label that the file describes; others are known by their names alone. */
export interface LabelRecord {
  readonly kind: 'label';
  readonly externalId: string;
  readonly name: string;
  readonly color?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface EpicRecord {
  readonly kind: 'epic';
  readonly row: number | null;
  readonly externalId: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly color?: string | undefined;
  readonly startDate?: string | null | undefined;
  readonly dueDate?: string | null | undefined;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface SprintRecord {
  readonly kind: 'sprint';
  readonly externalId: string;
  readonly name: string;
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
  readonly goal?: string | null | undefined;
  /** How far it is; without that it is planned. */
  readonly life?: SprintLife;
}

/** A field of one's own, of an archive. */
export interface OwnFieldRecord {
  readonly kind: 'own-field';
  readonly field: ArchivedField;
}

/** Something to say of a row that comes all the same. */
export interface ProblemRecord {
  readonly kind: 'problem';
  readonly row: number | null;
  readonly externalId: string | null;
  readonly field: string | null;
  readonly message: string;
}

/** A row that cannot come, or that is not wanted. */
export interface LeftOutRecord {
  readonly kind: 'failed' | 'skipped';
  readonly row: number;
  readonly externalId: string | null;
  readonly field: string | null;
  readonly message: string;
}

/** A column or part of the file: how many values it has, and what they become; null where they have no place here. */
export interface FieldRecord {
  readonly kind: 'field';
  readonly name: string;
  readonly values: number;
  readonly becomes: string | null;
}

/** Which board or repository the file is of. */
export interface OriginRecord {
  readonly kind: 'origin';
  readonly instance: string;
}

export type ImportRecord =
  | OriginRecord
  | PersonRecord
  | LabelRecord
  | OwnFieldRecord
  | TaskRecord
  | EpicRecord
  | SprintRecord
  | ProblemRecord
  | LeftOutRecord
  | FieldRecord;

/** The bytes of an import; each reading begins anew. */
export interface ImportFile {
  /** On this machine. */
  readonly path: string;
  open(): Readable;
}

/** Reads a source, from its beginning, as often as it is called. @throws ImportError when the whole cannot be read */
export type ImportReader = (file: ImportFile, options: ImportOptions) => AsyncGenerator<ImportRecord>;

/** Why an import cannot go on, in words for people. */
export class ImportError extends Error {}
