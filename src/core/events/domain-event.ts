import type { AuditRecord } from '../audit/audit-entry.js';
import type { Answer } from '../company-scope/request-context.js';

/** The payload of each event, by name; every module adds its own (`declare module`). */
export interface EventPayloads {}

export type EventName = keyof EventPayloads;

/** A value before and after. */
interface ValueChange {
  readonly from: unknown;
  readonly to: unknown;
  readonly added?: undefined;
  readonly removed?: undefined;
}

/**
 * What a long list has gained and lost; `truncated` when that is cut, too. Of attachments one of the two
 * alone.
 */
interface LongListChange {
  readonly added?: readonly unknown[];
  readonly removed?: readonly unknown[];
  readonly truncated?: true;
  readonly from?: undefined;
  readonly to?: undefined;
}

/** How each changed field has changed. */
export type Changes = Record<string, ValueChange | LongListChange>;

/** How a user has taken to a task: has commented on it, is mentioned in it or has chosen to watch it, or not to. */
export interface WatchMark {
  readonly userId: string;
  /** Has commented, is mentioned or has chosen to. */
  readonly watches: boolean;
  readonly chosen: boolean;
  readonly unwatched: boolean;
  /** Of what was before they are not told; null for those of long ago. */
  readonly since?: string | null;
}

/** What the inbox needs to know of an event besides its data. No client sees it. */
export interface InboxFacts {
  /** The users whom a text of the event newly names. */
  readonly mentioned?: readonly string[];
  /** The task became blocked, or free again. */
  readonly isBlocked?: boolean;
  /** Of a deleted task: they are gone with it. */
  readonly marks?: readonly WatchMark[];
  /** Whom it tells: new assignees alone, or nobody; left out, everyone it concerns. */
  readonly tells?: 'assignees' | 'nobody';
}

/** Something that happened in a company and that others may want to know. */
export type DomainEvent = {
  [Name in EventName]: {
    readonly name: Name;
    /** The project whose own thing changed; null for what belongs to the whole company. */
    readonly projectId: string | null;
    readonly data: EventPayloads[Name];
    /** Who may read `data` when that can no longer be found out: the users who reached a deleted project. */
    readonly audience?: readonly string[];
    /** The project of each task of another project in `data`: not every reader may see its id. */
    readonly taskProjects?: Readonly<Record<string, string>>;
    /** The project that the task has gone to: who reaches that one, too, is not told, because they see the task there. */
    readonly movedTo?: string;
    /** The project that the task has left: its receivers get the event, too. */
    readonly formerProjectId?: string;
    /** No receiver gets it: it is for readers of the log. */
    readonly isUndelivered?: true;
    /** The receivers that do not get it, though they subscribe to its name. */
    readonly notFor?: readonly string[];
    /** For the inbox alone. */
    readonly inbox?: InboxFacts | undefined;
  };
}[EventName];

/** What a write has come to: its result, and its events, which may be none but cannot be forgotten. */
export interface Change<Result> {
  readonly result: Result;
  readonly events: readonly DomainEvent[];
  /** What a POST is answered with, where that is not the result. */
  readonly answer?: Answer;
  /** What the audit log records of it, besides its events. */
  readonly records?: readonly AuditRecord[];
}

/** A change that others hear of. */
export function changed<Result>(result: Result, ...events: readonly DomainEvent[]): Change<Result> {
  return { result, events };
}

/** A change that has no event, or none at all. */
export function unannounced<Result>(result: Result): Change<Result> {
  return { result, events: [] };
}

/** The same change, which the audit log records. */
export function audited<Result>(change: Change<Result>, ...records: readonly AuditRecord[]): Change<Result> {
  return { ...change, records };
}
