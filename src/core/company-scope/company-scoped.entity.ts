import { PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A row of a company's data; its key starts with the company. Timestamps are ISO 8601 in UTC. */
export abstract class CompanyScopedEntity {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @TimestampColumn()
  createdAt: string;

  @TimestampColumn()
  updatedAt: string;
}
