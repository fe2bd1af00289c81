import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { laterThan } from '#core/database/schema/columns.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import type { Leased } from '#core/processes/leased-worker.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { BytesLedger } from '../store/bytes-ledger.js';

/** Longer than a scan may take, so that only what a dead process has begun is begun again. */
const LEASE = `interval '90 seconds'`;
/** Seconds before the second try of a scan; then twice as many each time, up to ten minutes. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 600;
const IS_DUE = `state = 'scanning' AND next_scan_at <= now() AND (leased_until IS NULL OR leased_until < now())`;
export const DUE_SCANS = `SELECT company_id FROM attachments WHERE ${IS_DUE}`;
/** How long a refused file is shown. */
const REFUSED_FOR = `interval '1 day'`;

/** A file that is to be scanned. */
export interface ClaimedScan extends Leased {
  readonly taskId: string;
  readonly authorId: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly failedScans: number;
}

/** Which files are to be scanned, and what comes of it. */
@Injectable()
export class ScanQueue {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly ledger: BytesLedger,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Takes what is due longest, for this process alone. */
  async claim(most: number): Promise<ClaimedScan[]> {
    const due = `SELECT company_id AS "companyId", id FROM attachments WHERE ${IS_DUE} ORDER BY next_scan_at LIMIT $1`;
    const text = `UPDATE attachments a SET lease_id = $3, leased_until = now() + ${LEASE},
        begun_scans = a.begun_scans + 1
      WHERE company_id = $1 AND id = $2 AND ${IS_DUE}
      RETURNING a.company_id AS "companyId", a.id, a.task_id AS "taskId", a.author_id AS "authorId", a.name, a.size,
        a.sha256, a.lease_id AS "leaseId", a.failed_scans AS "failedScans",
        a.begun_scans AS attempts`;
    const claimed: ClaimedScan[] = [];
    const found = await this.database.rows<Pick<ClaimedScan, 'companyId' | 'id'>>(OWN_WORK_CONTEXT, { text: due }, [
      most,
    ]);
    for (const { companyId, id } of found) {
      claimed.push(...(await this.database.rows<ClaimedScan>(OWN_WORK_CONTEXT, { text }, [companyId, id, uuidv7()])));
    }
    return claimed;
  }

  /** The file is there for everyone: its author has added it to the task. */
  async pass({ companyId, id, taskId, authorId, name, leaseId }: ClaimedScan): Promise<void> {
    const context = { ...onOwnWork(companyId, this.adapterHost), userId: authorId };
    await this.outbox.commit(context, async (tx) => {
      const task = await this.locks.lockReachable(tx, taskId);
      const text = `UPDATE attachments SET state = 'ready', lease_id = NULL, leased_until = NULL, ends_at = NULL,
          next_scan_at = NULL, updated_at = ${laterThan('updated_at')}
        WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
      const isStanding = (await this.database.execute(tx, { text }, [companyId, id, leaseId])) === 1;
      if (!task || !isStanding) return unannounced(undefined);
      // It was added before the project was archived.
      const writable = { ...task, projectStatus: 'active' } as const;
      const added = [{ id, name }];
      return changed(undefined, ...(await this.changes.touch(tx, writable, { attachments: { added } }, undefined)));
    });
  }

  /** Nobody can have the bytes any more. */
  async refuse({ companyId, id, sha256, leaseId }: ClaimedScan): Promise<void> {
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const text = `UPDATE attachments SET state = 'refused', lease_id = NULL, leased_until = NULL, next_scan_at = NULL,
          ends_at = now() + ${REFUSED_FOR}, updated_at = ${laterThan('updated_at')}
        WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
      const isStanding = (await this.database.execute(tx, { text }, [companyId, id, leaseId])) === 1;
      if (isStanding) await this.ledger.letGo(tx, companyId, sha256);
    });
  }

  /** Tries again after a while. Gives whether there is time left for that. */
  async putOff({ companyId, id, leaseId, failedScans }: ClaimedScan): Promise<boolean> {
    const text = `UPDATE attachments SET lease_id = NULL, leased_until = NULL, failed_scans = failed_scans + 1, begun_scans = 0,
        next_scan_at = now() + $4::integer * interval '1 second'
      WHERE company_id = $1 AND id = $2 AND lease_id = $3 AND ends_at > now()`;
    const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(failedScans, 20), LONGEST_PAUSE);
    return (await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId, pause])) === 1;
  }

  /** Leaves it to another process, or to this one after its next start: nothing was found out. */
  async release({ companyId, id, leaseId }: ClaimedScan): Promise<void> {
    const text = `UPDATE attachments SET lease_id = NULL, leased_until = NULL, begun_scans = 0,
        next_scan_at = now() + interval '${FIRST_PAUSE} seconds'
      WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId]);
  }
}
