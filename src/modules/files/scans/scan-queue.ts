import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { BytesLedgerRepository } from '../store/bytes-ledger.repository.js';
import { ScanQueueRepository, type ClaimedScan, FIRST_PAUSE } from './scan-queue.repository.js';

const LONGEST_PAUSE = 600;

/** Which files are to be scanned, and what comes of it. */
@Injectable()
export class ScanQueue {
  constructor(
    private readonly scans: ScanQueueRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly ledger: BytesLedgerRepository,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Takes what is due longest, for this process alone. */
  claimScans(most: number): Promise<ClaimedScan[]> {
    return this.scans.leaseDue(most);
  }

  /** The file is there for everyone: its author has added it to the task. */
  async passScan({ companyId, id, taskId, authorId, name, leaseId }: ClaimedScan): Promise<void> {
    const context = { ...onOwnWork(companyId, this.adapterHost), userId: authorId };
    await this.outbox.commit(context, async (tx) => {
      const task = await this.locks.lockReachable(tx, taskId);
      const isStanding = await this.scans.setReady(tx, { companyId, id, leaseId });
      if (!task || !isStanding) return unannounced(undefined);
      // It was added before the project was archived.
      const writable = { ...task, projectStatus: 'active' } as const;
      const added = [{ id, name }];
      return changed(undefined, ...(await this.changes.touchTask(tx, writable, { attachments: { added } }, undefined)));
    });
  }

  /** Nobody can have the bytes any more. */
  async refuseScan({ companyId, id, sha256, leaseId }: ClaimedScan): Promise<void> {
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      if (await this.scans.setRefused(tx, { companyId, id, leaseId }))
        await this.ledger.dropReferences(tx, companyId, sha256);
    });
  }

  /** Tries again after a while. Gives whether there is time left for that. */
  putOff(scan: ClaimedScan): Promise<boolean> {
    return this.scans.postponeScan(scan, Math.min(FIRST_PAUSE * 2 ** Math.min(scan.failedScans, 20), LONGEST_PAUSE));
  }

  /** Leaves it to another process, or to this one after its next start: nothing was found out. */
  releaseScan(scan: ClaimedScan): Promise<void> {
    return this.scans.releaseScan(scan);
  }
}
