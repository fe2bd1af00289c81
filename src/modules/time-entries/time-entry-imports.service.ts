import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { TimeEntriesRepository, type ImportedTime } from './time-entries.repository.js';

export type { ImportedTime } from './time-entries.repository.js';

/** Time entries that come in from elsewhere. The task's logged hours count them already. */
@Injectable()
export class TimeEntryImports {
  constructor(private readonly rows: TimeEntriesRepository) {}

  /** Stores new entries; their ids, in their order. */
  async create(tx: TransactionContext, entries: readonly ImportedTime[]): Promise<string[]> {
    const ids = entries.map(() => uuidv7());
    if (entries.length > 0) await this.rows.insertAll(tx, ids, entries);
    return ids;
  }
}
