import { Column, Entity, ForeignKey } from 'typeorm';
import { CompanyScopedEntity } from '../../core/company-scope/company-scoped.entity.js';
import { SecretColumn } from '../../core/secrets/secret.column.js';

/** A receiver of events. */
@Entity('webhooks')
@ForeignKey('Company', ['companyId'], ['id'])
export class Webhook extends CompanyScopedEntity {
  @Column({ type: 'text' })
  url: string;

  @Column({ type: 'text', array: true })
  events: string[];

  /** No foreign key: a webhook outlives its project (decisions 9). */
  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  @Column({ type: 'boolean' })
  active: boolean;

  @SecretColumn()
  secret: string;

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
}
