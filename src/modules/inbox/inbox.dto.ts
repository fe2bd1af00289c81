import { ApiProperty } from '@nestjs/swagger';
import { MAX_LIMIT } from '#common/http/list.js';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { PageQuery } from '#common/http/page.query.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { Flag, OneOf, Timestamp, Uuid } from '#common/validation/fields.js';
import {
  CursorParameter,
  IntegerParameter,
  OneOfListParameter,
  OneOfParameter,
  UuidParameter,
} from '#common/validation/parameters.js';
import { CHANGES_SCHEMA } from '#core/events/changes.dto.js';
import type { Changes } from '#core/events/domain-event.js';
import { INBOX_REASONS, type InboxReason, NOTICED_THINGS, type NoticedThing } from '#core/events/inbox-notice.js';
import { ProjectReference } from '#modules/tasks/task.dto.js';

export const INBOX_STATES = ['open', 'unread', 'snoozed', 'done'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export const ENTRY_KINDS = ['task', 'project', 'company'] as const;
const ACTOR_TYPES = ['user', 'colleague', 'recurrence', 'integration', 'system'] as const;

export class InboxQuery extends PageQuery {
  /** The most items of a page; 50 unless given, ignored without `page` or `cursor`. */
  @IntegerParameter(1, MAX_LIMIT, { onlyWith: ['page', 'cursor'] })
  declare limit?: number;

  /** `open` is neither done nor snoozed, `unread` open and unread; default all. */
  @OneOfParameter(INBOX_STATES)
  state?: InboxState;

  /** Only those with any of these reasons. */
  @OneOfListParameter(INBOX_REASONS)
  reason?: InboxReason[];

  /** Only those of this project. */
  @UuidParameter()
  projectId?: string;

  /** Where the page begins: empty for the first, else `meta.next` of the one before; never with `page`. */
  @CursorParameter()
  cursor?: string;
}

export class UpdateInboxEntry {
  /** False reads it. */
  @Flag('changeable')
  unread?: boolean;

  /** True reads it and ends a snooze. */
  @Flag('changeable')
  done?: boolean;

  /** When it comes back, in the future; null brings it back now. */
  @Timestamp('clearable')
  snoozedUntil?: string | null;
}

export class ChangeInbox {
  /** Only what last changed then or before. */
  @Timestamp('required')
  before: string;

  /** Only those with this reason. */
  @OneOf('optional', INBOX_REASONS, 'InboxReason')
  reason?: InboxReason;

  /** Only those of this project. */
  @Uuid('optional')
  projectId?: string;
}

export class ChangedInboxResponse {
  /** How many entries changed. */
  @WholeNumber({ minimum: 0 })
  changed: number;
}

export class InboxCountResponse {
  /** Open entries that are unread. */
  @WholeNumber({ minimum: 0 })
  unread: number;

  /** Entries that are neither done nor snoozed. */
  @WholeNumber({ minimum: 0 })
  open: number;
}

export class InboxThing extends NamedReference {
  /** What it is. */
  @ApiProperty({ enum: [...NOTICED_THINGS], enumName: 'InboxThingType' })
  type: NoticedThing['type'];
}

export class InboxTask {
  /** Its id. */
  @Reference()
  id: string;

  /** `<project key>-<number>`. */
  tid: string;

  /** Its title now. */
  title: string;

  /** Its status now. */
  status: string;
}

export class InboxActor {
  /** `system` is the service itself, `integration` a code connection. */
  @ApiProperty({ enum: ACTOR_TYPES, enumName: 'InboxActorType' })
  type: (typeof ACTOR_TYPES)[number];

  /** Null for `system`. */
  @Reference({ nullable: true })
  id: string | null;

  /** As it was then; null for `system`. */
  name: string | null;

  /** Of an `integration`: the user who did it at the forge; null for nobody here. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true, required: false })
  userId?: string | null;
}

export class InboxEvent {
  /** The id of the event, or of the row of the log that tells it. */
  @Reference()
  id: string;

  /** The first that applies. */
  @ApiProperty({ enum: [...INBOX_REASONS], enumName: 'InboxReason' })
  reason: InboxReason;

  /** When it happened. */
  @Moment()
  at: string;

  /** Who did it. */
  actor: InboxActor;

  /** What happened, in one line of words. */
  text: string;

  /** Each changed field; null where no field changed. */
  @ApiProperty({ ...CHANGES_SCHEMA, nullable: true })
  changes: Changes | null;

  /** The comment that it is about; null for none. */
  @Reference({ nullable: true })
  commentId: string | null;
}

/** What one is told about one thing. */
export class InboxEntryResponse extends ResourceResponse {
  /** What it belongs to. */
  @ApiProperty({ enum: [...ENTRY_KINDS], enumName: 'InboxEntryKind' })
  kind: (typeof ENTRY_KINDS)[number];

  /** What it is about, with the name as it was. */
  thing: InboxThing;

  /** The task; null when it is about none, or that is deleted. */
  @ApiProperty({ type: InboxTask, nullable: true })
  task: InboxTask | null;

  /** The project; null for what belongs to the company. */
  @ApiProperty({ type: ProjectReference, nullable: true })
  project: ProjectReference | null;

  /** Of all events since it was last read. */
  @ApiProperty({ enum: [...INBOX_REASONS], enumName: 'InboxReason', isArray: true })
  reasons: InboxReason[];

  /** Whether something has happened since it was last read. */
  unread: boolean;

  /** Whether it is done with. */
  done: boolean;

  /** When it comes back; null when it is not snoozed. */
  @Moment({ nullable: true })
  snoozedUntil: string | null;

  /** How many events there were since it was last read. */
  @WholeNumber({ minimum: 1 })
  count: number;

  /** The newest 10 of them, the newest first. */
  events: InboxEvent[];
}
