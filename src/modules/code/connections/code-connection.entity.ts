import { Column, Entity, ForeignKey } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import { SecretColumn } from '#core/secrets/secret.column.js';
import type { Provider } from '#schema/code.js';
import type { CodeRules } from './code-rules.js';

/** A forge that tells of code. */
@Entity('code_connections')
@ForeignKey('User', ['companyId', 'createdById'], ['companyId', 'id'])
export class CodeConnection extends CompanyScopedEntity {
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  provider: Provider;

  /** Whose tasks it knows; empty: those of every project. No foreign keys: it outlives them. */
  @Column({ type: 'uuid', array: true })
  projectIds: string[];

  @Column({ type: 'jsonb' })
  rules: CodeRules;

  @Column({ type: 'boolean' })
  active: boolean;

  @SecretColumn()
  secret: string;

  /** The one before, which is good beside it until then. */
  @SecretColumn({ nullable: true })
  previousSecret: string | null;

  @TimestampColumn({ nullable: true })
  previousValidUntil: string | null;

  /** Histories name this user where the connection changes a task. */
  @Column({ type: 'uuid' })
  createdById: string;
}
