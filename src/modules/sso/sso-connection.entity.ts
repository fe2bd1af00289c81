import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import type { Role } from '#core/company-scope/role.js';
import { SecretColumn } from '#core/secrets/secret.column.js';

/** How a company signs in through its directory. */
@Entity('sso_connections')
@ForeignKey('Company', ['companyId'], ['id'])
@Unique('sso_connections_company_id', ['companyId'])
export class SsoConnection extends CompanyScopedEntity {
  @Column({ type: 'text' })
  issuer: string;

  @Column({ type: 'text' })
  clientId: string;

  @SecretColumn()
  clientSecret: string;

  @Column({ type: 'boolean' })
  autoProvision: boolean;

  @Column({ type: 'text' })
  defaultRole: Role;

  /** The claim whose values `roleMap` knows; dots go down. */
  @Column({ type: 'text', nullable: true })
  roleClaim: string | null;

  @Column({ type: 'jsonb' })
  roleMap: Record<string, Role>;

  @Column({ type: 'text' })
  trustEmail: 'verified' | 'always';

  @Column({ type: 'boolean' })
  required: boolean;

  @Column({ type: 'boolean' })
  enabled: boolean;

  /** When the test of this issuer was last ok; null until then. */
  @TimestampColumn({ nullable: true })
  testedAt: string | null;
}
