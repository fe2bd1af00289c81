import { Injectable } from '@nestjs/common';
import type { StoreName } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** How long a note counts. */
const COUNTS_FOR = `interval '25 minutes'`;

/** The folders that processes keep files in, and the stores that have files. */
@Injectable()
export class FileDisksRepository {
  constructor(private readonly database: Database) {}

  /** A store that has files and is none of these. */
  async findStoreBesides(stores: readonly StoreName[]): Promise<StoreName | undefined> {
    const text = 'SELECT store FROM file_bytes WHERE store <> ALL ($1) LIMIT 1';
    return (await this.database.row<{ store: StoreName }>(OWN_WORK_CONTEXT, { text }, [stores]))?.store;
  }

  async writeDisk(id: string): Promise<void> {
    const text =
      'INSERT INTO file_disks (id, seen_at) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at';
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [id]);
  }

  async deleteDisk(id: string): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: 'DELETE FROM file_disks WHERE id = $1' }, [id]);
  }

  async countOtherDisks(id: string): Promise<number> {
    const text = `SELECT count(*) AS count FROM file_disks WHERE id <> $1 AND seen_at > now() - ${COUNTS_FOR}`;
    return (await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }, [id]))?.count ?? 0;
  }
}
