import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '../../company-scope/company-scoped.entity.js';

/** A passkey of a user. */
@Entity('passkeys')
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
@Index('passkeys_user_id', ['companyId', 'userId'])
@Index('passkeys_credential_id', ['companyId', 'credentialId'], { unique: true })
export class Passkey extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  name: string;

  /** As the authenticator calls it: base64url. */
  @Column({ type: 'text' })
  credentialId: string;

  /** COSE. */
  @Column({ type: 'bytea' })
  publicKey: Buffer;

  /** How often the authenticator has signed, if it counts. */
  @Column({ type: 'bigint' })
  signCount: string;

  @Column({ type: 'text', array: true })
  transports: string[];

  /** Whether it is on more than one device. */
  @Column({ type: 'boolean' })
  synced: boolean;

  @TimestampColumn({ nullable: true })
  lastUsedAt: string | null;
}
