import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A directory of the clients that registered themselves; they belong to no company. */
@Entity('oauth_clients')
@Index('oauth_clients_network', ['networkHash', 'createdAt'])
export class OAuthClient {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  uri: string | null;

  @Column({ type: 'text', array: true })
  redirectUris: string[];

  /** SHA-256 of the network that it came from, which may register so many in an hour. */
  @Column({ type: 'bytea' })
  networkHash: Buffer;

  @TimestampColumn()
  createdAt: string;

  @Index('oauth_clients_last_used_at')
  @TimestampColumn()
  lastUsedAt: string;
}
