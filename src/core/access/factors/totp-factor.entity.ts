import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { SecretColumn } from '../../secrets/secret.column.js';

/** The authenticator of a user. */
@Entity('totp_factors')
@ForeignKey('User', ['companyId', 'id'], ['companyId', 'id'])
export class TotpFactor {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** That of the user. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @SecretColumn()
  secret: string;

  /** Until when it can be confirmed; null once it is. */
  @TimestampColumn({ nullable: true })
  pendingUntil: string | null;

  /** When it was; null until then. */
  @TimestampColumn({ nullable: true })
  confirmedAt: string | null;

  /** The steps whose codes have been used lately: none is good twice. */
  @Column({ type: 'bigint', array: true })
  usedSteps: string[];
}
