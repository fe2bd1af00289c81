import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A client network from which a user has logged in. */
@Entity('login_networks')
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class LoginNetwork {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  /** An IPv4 address or an IPv6 /64. */
  @PrimaryColumn({ type: 'text' })
  network: string;

  @TimestampColumn()
  lastLoginAt: string;
}
