import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import type { InboxReason, NoticedThing } from '#core/events/inbox-notice.js';
import type { Changes } from '#core/events/domain-event.js';

/** When an event is mailed. */
export type MailMode = 'soon' | 'digest' | 'off';

/** An event as it is kept with an entry. */
export interface StoredEvent {
  readonly id: string;
  readonly reason: InboxReason;
  readonly at: string;
  readonly actor: {
    readonly type: 'user' | 'colleague' | 'recurrence' | 'integration' | 'system';
    readonly id: string | null;
    readonly name: string | null;
    /** Of an integration: who did it elsewhere. */
    readonly userId?: string | null;
  };
  readonly text: string;
  readonly changes: Changes | null;
  readonly commentId: string | null;
  readonly mail: MailMode;
  /** A mail has said it. */
  readonly isMailed?: boolean;
}

/** What one person is told about one thing. */
@Entity('inbox_entries')
@Unique('inbox_entries_thing', ['companyId', 'userId', 'thingType', 'thingId'])
@Index('inbox_entries_order', ['companyId', 'userId', 'updatedAt', 'id'])
@Index('inbox_entries_project', ['companyId', 'projectId'])
@Index('inbox_entries_snoozed', ['snoozedUntil'], { where: 'snoozed_until IS NOT NULL' })
@Index('inbox_entries_soon', ['soonAt'], { where: 'soon_at IS NOT NULL' })
@Index('inbox_entries_unmailed', ['companyId', 'userId'], { where: 'unread AND (for_digest OR soon_at IS NOT NULL)' })
@Index('inbox_entries_updated', ['updatedAt'])
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class InboxEntry extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  thingType: NoticedThing['type'];

  @Column({ type: 'uuid' })
  thingId: string;

  /** As it was when something last happened. */
  @Column({ type: 'text' })
  thingName: string;

  /** Null for what belongs to the company. */
  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  /** Of all events since it was last read. */
  @Column({ type: 'text', array: true })
  reasons: InboxReason[];

  @Column({ type: 'boolean' })
  unread: boolean;

  @Column({ type: 'boolean' })
  done: boolean;

  @TimestampColumn({ nullable: true })
  snoozedUntil: string | null;

  /** Events since it was last read. */
  @Column({ type: 'integer' })
  count: number;

  /** The newest of them, the newest first. */
  @Column({ type: 'jsonb' })
  events: StoredEvent[];

  /** When its mail is due; null when none is. */
  @TimestampColumn({ nullable: true })
  soonAt: string | null;

  /** Some of its events are for the digest. */
  @Column({ type: 'boolean' })
  forDigest: boolean;

  /** It was read since its last event, also when it has been made unread again: the next event begins anew. */
  @Column({ type: 'boolean' })
  wasRead: boolean;

  /** Since when it is done; null while it is not. */
  @TimestampColumn({ nullable: true })
  doneAt: string | null;
}
