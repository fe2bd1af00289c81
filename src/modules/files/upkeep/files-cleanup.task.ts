import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { AttachmentsRepository, type Cause, type Gone, BATCH } from '../attachments.repository.js';
import { BytesLedgerRepository } from '../store/bytes-ledger.repository.js';
import { FileStores } from '../store/file-stores.service.js';

/** Milliseconds between two looks for what has been let go: it goes within 30 s. */
const INTERVAL = 60_000;
/** Looks between two searches for files of deleted tasks, which go within an hour. */
const ORPHANS_EVERY = 10;
/** Looks between two clearings of what dead processes have left. */
const WAITING_EVERY = 60;

/** Deletes files that nobody needs: those whose time is over, and those of tasks that are deleted. */
@Injectable()
export class FilesCleanupTask extends RepeatedTask {
  private looks = 0;

  constructor(
    private readonly database: Database,
    private readonly attachments: AttachmentsRepository,
    private readonly ledger: BytesLedgerRepository,
    private readonly stores: FileStores,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'scheduler', complaint: 'Files were not cleared away, the next try is soon' });
  }

  @Interval(INTERVAL)
  async run(): Promise<void> {
    await this.alone(async () => {
      await this.cleanUp(this.looks % ORPHANS_EVERY === 0);
      if (this.looks % WAITING_EVERY === 0) await this.stores.clearWaiting();
      this.looks += 1;
    });
  }

  /** One look; the orphans are the files of deleted tasks. */
  async cleanUp(withOrphans = true): Promise<void> {
    await this.deleteGone('over');
    if (withOrphans) await this.deleteGone('orphaned');
    await this.ledger.deleteFreed();
  }

  private async deleteGone(cause: Cause): Promise<void> {
    for (;;) {
      const gone = await this.attachments.findGone(cause);
      for (const one of gone) {
        if (this.isStopping) return;
        await this.delete(one, cause);
      }
      if (gone.length < BATCH) return;
    }
  }

  /** Looks again under the lock: an upload may have ended meanwhile. */
  private async delete(gone: Gone, cause: Cause): Promise<void> {
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const row = await this.attachments.deleteIfGone(tx, gone, cause);
      if (!row) return;
      await this.attachments.forgetCompany(tx, gone.id);
      if (row.sha256 !== null && row.state !== 'refused')
        await this.ledger.dropReferences(tx, gone.companyId, row.sha256);
    });
  }
}
