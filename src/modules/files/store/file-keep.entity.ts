import { Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** Until when the bytes of a company stay, also those that nobody needs any more: an export may still read them. */
@Entity('file_keeps')
export class FileKeep {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @TimestampColumn()
  keptUntil: string;
}
