import type { Changes } from '#core/events/domain-event.js';
import type { InboxReason, NoticedThing } from '#core/events/inbox-notice.js';
import type { TaskProjects } from '#core/events/visible-changes.js';
import type { StoredEvent } from '../inbox-entry.entity.js';

/** One thing that happened, and who may be told of it for what reasons. */
export interface Happening {
  readonly id: string;
  readonly at: string;
  readonly actor: StoredEvent['actor'];
  readonly thing: NoticedThing;
  /** Null for what belongs to the company. */
  readonly projectId: string | null;
  readonly changes: Changes | null;
  /** The project of each task of another project in `changes`. */
  readonly taskProjects?: TaskProjects | null;
  readonly commentId: string | null;
  readonly told: readonly Addressed[];
  /** The colleague that says it: muted, it says nothing. */
  readonly colleagueId?: string | undefined;
  /** A mail has said it already. */
  readonly isMailed?: boolean | undefined;
}

/** Someone who is told for a reason. */
export interface Addressed {
  readonly userId: string;
  readonly reason: InboxReason;
  readonly text: string;
  /** As a watcher of the task: who does not want to watch it is not told. */
  readonly asWatcher?: boolean;
}

/** What one person is told of one happening. */
export interface Notice {
  readonly userId: string;
  readonly thing: NoticedThing;
  readonly projectId: string | null;
  readonly reasons: readonly InboxReason[];
  readonly event: StoredEvent;
}
