import type { DomainEvent } from './domain-event.js';

/** The reasons for which people are told, in the order in which the first that applies is named. */
export const INBOX_REASONS = [
  'assigned',
  'unassigned',
  'mentioned',
  'agent',
  'review',
  'blocked',
  'status',
  'commented',
  'changed',
  'due',
  'deleted',
  'colleague',
  'added',
  'import',
  'webhook',
] as const;

export type InboxReason = (typeof INBOX_REASONS)[number];

export const NOTICED_THINGS = [
  'task',
  'project',
  'team',
  'import',
  'webhook',
  'colleague',
  'recurrence',
  'company',
] as const;

/** What people are told about. */
export interface NoticedThing {
  readonly type: (typeof NOTICED_THINGS)[number];
  readonly id: string;
  readonly name: string;
}

/** Something that people are told and that is no event, or not all of it. */
export interface InboxNotice {
  readonly reason: InboxReason;
  /** To whom; those who have left or do not reach the project are left out. */
  readonly userIds: readonly string[];
  readonly thing: NoticedThing;
  /** One line in words; left out where the reason says it all. */
  readonly text?: string;
  readonly commentId?: string;
  /** The virtual colleague that says it, or that it is about. */
  readonly colleague?: { readonly id: string; readonly name: string };
  /** A mail of its own has said it: no other one does. */
  readonly isMailed?: boolean;
}

/** Tasks that became blocked or free and that no event names: an event names 200 at most. */
export interface BlockingNotice {
  readonly blocked?: readonly string[];
  readonly unblocked?: readonly string[];
}

declare module './domain-event.js' {
  interface EventPayloads {
    'inbox.told': InboxNotice | BlockingNotice;
  }
}

/** The name of rows of the log that are for the inbox alone: no client sees them. */
export const INBOX_NOTICE = 'inbox.told';

/**
 * A row of the log for the inbox alone. Return it among the events of `Outbox.commit`: it is committed with the change
 * that it tells of, and the worker role makes entries of it. No client sees it.
 */
export function inboxNotice({ projectId, ...data }: InboxNotice & { readonly projectId: string | null }): DomainEvent {
  return { name: INBOX_NOTICE, projectId, data };
}

/** As `inboxNotice`, for tasks of any project: their assignees are told. */
export function blockingNotice(data: BlockingNotice): DomainEvent {
  return { name: INBOX_NOTICE, projectId: null, data };
}

/** Whether clients see the event `e`, in SQL. */
export function isPublicEvent(event: string): string {
  return `${event}.name <> '${INBOX_NOTICE}'`;
}
