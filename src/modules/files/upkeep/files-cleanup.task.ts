import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { BytesLedger } from '../store/bytes-ledger.js';
import { FileStores } from '../store/file-stores.service.js';

/** Milliseconds between two looks for what has been let go: it goes within 30 s. */
const INTERVAL = 60_000;
/** Looks between two searches for files of deleted tasks, which go within an hour. */
const ORPHANS_EVERY = 10;
/** Looks between two clearings of what dead processes have left. */
const WAITING_EVERY = 60;
const BATCH = 200;

interface Gone {
  readonly companyId: string;
  readonly id: string;
}

/** Deletes files that nobody needs: those whose time is over, and those of tasks that are deleted. */
@Injectable()
export class FilesCleanupTask extends RepeatedTask {
  private looks = 0;

  constructor(
    private readonly database: Database,
    private readonly ledger: BytesLedger,
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
    await this.deleteWhere(
      `ends_at < now() AND state <> 'scanning' AND (leased_until IS NULL OR leased_until < now())`,
    );
    if (withOrphans) {
      await this.deleteWhere(
        `NOT EXISTS (SELECT FROM tasks t WHERE t.company_id = attachments.company_id AND t.id = attachments.task_id)`,
      );
    }
    await this.ledger.deleteFreed();
  }

  private async deleteWhere(condition: string): Promise<void> {
    const text = `SELECT company_id AS "companyId", id FROM attachments WHERE ${condition} LIMIT ${BATCH}`;
    for (;;) {
      const gone = await this.database.rows<Gone>(OWN_WORK_CONTEXT, { text });
      for (const one of gone) await this.delete(one, condition);
      if (gone.length < BATCH) return;
    }
  }

  /** Looks again under the lock: an upload may have ended meanwhile. */
  private async delete({ companyId, id }: Gone, condition: string): Promise<void> {
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const text = `DELETE FROM attachments WHERE company_id = $1 AND id = $2 AND ${condition} RETURNING sha256, state`;
      const row = await this.database.row<{ sha256: string | null; state: string }>(tx, { text }, [companyId, id]);
      if (!row) return;
      await this.database.execute(tx, { text: 'DELETE FROM attachment_companies WHERE id = $1' }, [id]);
      if (row.sha256 !== null && row.state !== 'refused') await this.ledger.letGo(tx, companyId, row.sha256);
    });
  }
}
