import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The directory of keys that are not revoked: looked up before the company is known. */
@Entity('api_key_hashes')
export class ApiKeyHash {
  /** SHA-256 of the key, which is stored nowhere. */
  @PrimaryColumn({ type: 'bytea' })
  keyHash: Buffer;

  @Column({ type: 'uuid' })
  companyId: string;

  @Index('api_key_hashes_api_key_id')
  @Column({ type: 'uuid' })
  apiKeyId: string;

  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'uuid', nullable: true })
  colleagueId: string | null;
}
