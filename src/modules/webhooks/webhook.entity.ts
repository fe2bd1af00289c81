import { Column, Entity, ForeignKey } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { ConflictError } from '#common/errors/app-error.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import { SecretColumn } from '#core/secrets/secret.column.js';

/** A receiver of events. */
@Entity('webhooks')
@ForeignKey('Company', ['companyId'], ['id'])
@ForeignKey('User', ['companyId', 'filterAuthorId'], ['companyId', 'id'])
export class Webhook extends CompanyScopedEntity {
  @Column({ type: 'text' })
  url: string;

  @Column({ type: 'text', array: true })
  events: string[];

  /** No foreign key: a webhook outlives its project. */
  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  /** Which tasks: as stored by `Filters`; null for all. */
  @Column({ type: 'text', nullable: true })
  filter: string | null;

  /** Who wrote the filter: `me` and the time zone are theirs. */
  @Column({ type: 'uuid', nullable: true })
  filterAuthorId: string | null;

  @Column({ type: 'boolean' })
  active: boolean;

  @SecretColumn()
  secret: string;

  /** The one before, which signs beside it until then. */
  @SecretColumn({ nullable: true })
  previousSecret: string | null;

  @TimestampColumn({ nullable: true })
  previousValidUntil: string | null;

  @Column({ type: 'text', array: true })
  headerNames: string[];

  /** A JSON array, in the order of the names. */
  @SecretColumn()
  headerValues: string;

  @Column({ type: 'integer' })
  retryCount: number;

  /** Seconds. */
  @Column({ type: 'integer' })
  retryDelay: number;

  /** Whether the delay doubles from attempt to attempt. */
  @Column({ type: 'boolean', default: false })
  backoff: boolean;

  /** Why the service has switched it off; null when it has not. */
  @Column({ type: 'text', nullable: true })
  disabledReason: string | null;

  @TimestampColumn({ nullable: true })
  disabledAt: string | null;
}

/** Call it before something is sent to the webhook. @throws ConflictError when it is inactive */
export function ensureActive({ active }: Webhook): void {
  if (!active) throw new ConflictError('The webhook is inactive; set active to true first');
}
