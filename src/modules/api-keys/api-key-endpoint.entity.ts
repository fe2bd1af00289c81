import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** How often a key has been used for a method and route: exact for ever. */
@Entity('api_key_endpoints')
@ForeignKey('ApiKey', ['companyId', 'apiKeyId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ApiKeyEndpoint {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  apiKeyId: string;

  @PrimaryColumn({ type: 'text' })
  method: string;

  @PrimaryColumn({ type: 'text' })
  route: string;

  @Column({ type: 'bigint' })
  count: number;

  @TimestampColumn()
  lastAt: string;
}
