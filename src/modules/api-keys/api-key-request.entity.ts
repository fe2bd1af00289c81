import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A request made with a key; the newest of each key are kept. Ids ascend in the order of arrival. */
@Entity('api_key_requests')
@ForeignKey('ApiKey', ['companyId', 'apiKeyId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ApiKeyRequest {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  apiKeyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  method: string;

  /** Without the query. */
  @Column({ type: 'text' })
  path: string;

  @Column({ type: 'integer' })
  status: number;

  @Column({ type: 'integer' })
  durationMs: number;

  @Column({ type: 'text' })
  ip: string;

  @TimestampColumn()
  at: string;
}
