import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** What came to the connection of the same id of late. */
@Entity('code_connection_health')
@ForeignKey('CodeConnection', ['companyId', 'id'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class CodeConnectionHealth {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @TimestampColumn({ nullable: true })
  lastAt: string | null;

  @TimestampColumn({ nullable: true })
  lastRefusedAt: string | null;

  /** Why that was refused. */
  @Column({ type: 'text', nullable: true })
  lastError: string | null;
}
