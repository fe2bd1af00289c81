import type { AutomationActor } from '#core/access/agent.js';
import type { Changes, InboxFacts, WatchMark } from '#core/events/domain-event.js';
import type { InboxNotice } from '#core/events/inbox-notice.js';
import type { TaskProjects } from '#core/events/visible-changes.js';

/** A row of the log as the inbox reads it: long texts are left out. */
export interface LogRow {
  readonly position: number;
  readonly id: string;
  readonly name: string;
  readonly projectId: string | null;
  readonly at: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  /** The virtual colleague or the automation that did it; null for a person. */
  readonly colleagueId: string | null;
  /** Of an automation: of which kind it is, and for whom it acts or who did it elsewhere. */
  readonly automation: (Pick<AutomationActor, 'type' | 'userId'> & { readonly userName: string | null }) | null;
  readonly facts: InboxFacts | null;
  /** The project of each task of another project in `data`. */
  readonly taskProjects: TaskProjects | null;
  readonly data: LogData;
}

/** A row that tells nobody. */
export interface SilentRow {
  readonly position: number;
  readonly data: null;
}

/** The fields of events that the inbox looks at; which ones there are depends on the name. */
export interface LogData extends Partial<Omit<InboxNotice, 'text'>> {
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly title?: string;
  readonly status?: string;
  readonly assigneeId?: string | null;
  readonly createdById?: string | null;
  readonly dueDate?: string | null;
  readonly changes?: Changes;
  readonly unblocked?: readonly string[];
  readonly blocked?: readonly string[];
  readonly comment?: { readonly id: string; readonly body: string };
  readonly member?: { readonly id: string };
  readonly isMailed?: boolean;
}

/** What is true of tasks, projects and people as the rows are read. */
export interface Surroundings {
  readonly tasks: ReadonlyMap<string, LogTask>;
  /** By task. */
  readonly marks: ReadonlyMap<string, readonly WatchMark[]>;
  /** Users who are told of all tasks of a project. */
  readonly allWatchers: ReadonlyMap<string, readonly ProjectUser[]>;
  readonly leads: ReadonlyMap<string, readonly ProjectUser[]>;
}

export interface ProjectUser {
  readonly userId: string;
  /** Null for those of long ago. */
  readonly since: string | null;
}

export interface LogTask {
  readonly id: string;
  readonly title: string;
  readonly projectId: string;
  readonly assigneeId: string | null;
  readonly createdById: string | null;
}
