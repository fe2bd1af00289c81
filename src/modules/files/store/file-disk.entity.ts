import { Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A folder of files on the disk of a running service. */
@Entity('file_disks')
export class FileDisk {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  /** When a service with this folder last said that it runs. */
  @TimestampColumn()
  seenAt: string;
}
