import type { DomainEvent } from './domain-event.js';

/** The reasons for which people are told, in the order in which the first that applies is named (inbox 3.2). */
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

export const TOLD_THINGS = ['task', 'project', 'team', 'import', 'webhook', 'colleague', 'company'] as const;

/** What people are told about. */
export interface ToldThing {
  readonly type: (typeof TOLD_THINGS)[number];
  readonly id: string;
  readonly name: string;
}

/** Something that people are told and that is no event, or not all of it (inbox 6.1). */
export interface Told {
  readonly reason: InboxReason;
  /** To whom; those who have left or do not reach the project are left out. */
  readonly userIds: readonly string[];
  readonly thing: ToldThing;
  /** One line in words; left out where the reason says it all. */
  readonly text?: string;
  readonly commentId?: string;
  /** The virtual colleague that says it. */
  readonly colleagueId?: string;
}

declare module './domain-event.js' {
  interface EventPayloads {
    'inbox.told': Told;
  }
}

/** The name of rows of the log that are for the inbox alone: no client sees them. */
export const TOLD = 'inbox.told';

/** A row of the log for the inbox alone, committed with the change that it tells of. */
export function told({ projectId, ...data }: Told & { readonly projectId: string | null }): DomainEvent {
  return { name: TOLD, projectId, data };
}

/** Whether clients see the event `e`, in SQL. */
export function isPublicEvent(event: string): string {
  return `${event}.name <> '${TOLD}'`;
}
