import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import {
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { laterThan } from '#core/database/schema/columns.js';
import type { Leased } from '#core/processes/leased-worker.js';

/** Longer than a scan may take, so that only what a dead process has begun is begun again. */
const LEASE = `interval '90 seconds'`;

/** Seconds before the second try of a scan; then twice as many each time, up to ten minutes. */
export const FIRST_PAUSE = 2;

const IS_DUE = `state = 'scanning' AND next_scan_at <= now() AND (leased_until IS NULL OR leased_until < now())`;

export const DUE_SCANS = `SELECT company_id FROM attachments WHERE ${IS_DUE}`;

/** How long a refused file is shown. */
const REFUSED_FOR = `interval '1 day'`;

type LeaseKey = Pick<Leased, 'companyId' | 'id' | 'leaseId'>;

/** A file that is to be scanned. */
export interface ClaimedScan extends Leased {
  readonly taskId: string;
  readonly authorId: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly failedScans: number;
}

/** Which files are to be scanned. */
@Injectable()
export class ScanQueueRepository {
  constructor(private readonly database: Database) {}

  async leaseDue(most: number): Promise<ClaimedScan[]> {
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

  /** Whether the lease still stands. */
  async setReady(tx: TransactionContext, { companyId, id, leaseId }: LeaseKey): Promise<boolean> {
    const text = `UPDATE attachments SET state = 'ready', lease_id = NULL, leased_until = NULL, ends_at = NULL,
          next_scan_at = NULL, updated_at = ${laterThan('updated_at')}
        WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    return (await this.database.execute(tx, { text }, [companyId, id, leaseId])) === 1;
  }

  /** Whether the lease still stands. */
  async setRefused(tx: InTransaction<DatabaseContext>, { companyId, id, leaseId }: LeaseKey): Promise<boolean> {
    const text = `UPDATE attachments SET state = 'refused', lease_id = NULL, leased_until = NULL, next_scan_at = NULL,
          ends_at = now() + ${REFUSED_FOR}, updated_at = ${laterThan('updated_at')}
        WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    return (await this.database.execute(tx, { text }, [companyId, id, leaseId])) === 1;
  }

  async postponeScan({ companyId, id, leaseId }: Leased, pause: number): Promise<boolean> {
    const text = `UPDATE attachments SET lease_id = NULL, leased_until = NULL, failed_scans = failed_scans + 1, begun_scans = 0,
        next_scan_at = now() + $4::integer * interval '1 second'
      WHERE company_id = $1 AND id = $2 AND lease_id = $3 AND ends_at > now()`;
    return (await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId, pause])) === 1;
  }

  async releaseScan({ companyId, id, leaseId }: Leased): Promise<void> {
    const text = `UPDATE attachments SET lease_id = NULL, leased_until = NULL, begun_scans = 0,
        next_scan_at = now() + interval '${FIRST_PAUSE} seconds'
      WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId]);
  }
}
