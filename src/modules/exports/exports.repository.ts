import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { OWN_WORK_CONTEXT, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf, laterThan } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import type { StoreName } from '#config/configuration.js';
import { DeclaresStoredBytes } from '#modules/files/file.hooks.js';
import type { Measured } from './archive-file.js';
import { type Leased, LostLeaseError } from '#core/processes/leased-worker.js';
import { Export } from './export.entity.js';

/** Seconds after which the work of a process that died goes to another. */
const LEASE_SECONDS = 30;
/** Days that an archive is kept. */
const KEPT_DAYS = 7;
const MOST_EXPIRED = 100;

/** An export that this process makes. */
export type LeasedExport = Export & Leased;

const IS_WAITING = `state = 'running' AND (lease_until IS NULL OR lease_until <= now())`;
/** The companies with exports that are to be made, or whose time is over. */
export const DUE_EXPORTS = `SELECT company_id FROM exports WHERE ${IS_WAITING}
  UNION ALL SELECT company_id FROM exports WHERE expires_at <= now()`;

/** Which exports are to be made, and how far they are. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly database: Database) {}

  @DeclaresStoredBytes()
  storedBytes(): string {
    return 'SELECT coalesce(sum(x.bytes), 0) FROM exports x WHERE x.company_id = $1 AND x.store IS NOT NULL';
  }

  /** The next one to make, with a lease; undefined when there is none. */
  async takeExport(): Promise<LeasedExport | undefined> {
    const text = `SELECT company_id AS "companyId", id FROM exports
      WHERE ${IS_WAITING} ORDER BY created_at LIMIT 10`;
    for (const { companyId, id } of await this.database.rows<Export>(OWN_WORK_CONTEXT, { text })) {
      const taking = `UPDATE exports e SET lease_id = $3, lease_until = now() + interval '${LEASE_SECONDS} s',
          attempts = attempts + 1, done = 0, total = 0
        WHERE company_id = $1 AND id = $2 AND ${IS_WAITING}
        RETURNING ${columnsOf(Export, 'e')}`;
      const row = await this.database.row<LeasedExport>(OWN_WORK_CONTEXT, { text: taking }, [companyId, id, uuidv7()]);
      if (row) return row;
    }
    return undefined;
  }

  /** Says how far it is, and keeps the lease. @throws LostLeaseError */
  async renewLease(row: LeasedExport): Promise<void> {
    await this.update(row, `done = $4, total = $5, lease_until = now() + interval '${LEASE_SECONDS} s'`, [
      row.done,
      row.total,
    ]);
  }

  /** @throws LostLeaseError */
  async finishExport(row: LeasedExport, { bytes, sha256 }: Measured, store: StoreName, total: number): Promise<void> {
    const changes = `state = 'ready', bytes = $4, sha256 = $5, store = $6, done = $7, total = $7,
      lease_id = NULL, lease_until = NULL, expires_at = now() + interval '${KEPT_DAYS} days'`;
    await this.update(row, changes, [bytes, sha256, store, total]);
  }

  async failExport(row: LeasedExport): Promise<void> {
    const changes = `state = 'failed', lease_id = NULL, lease_until = NULL, expires_at = now() + interval '${KEPT_DAYS} days'`;
    await this.update(row, changes, []);
  }

  /** Gives the lease back: this process stops. */
  async releaseLease(row: LeasedExport): Promise<void> {
    await this.update(row, 'lease_id = NULL, lease_until = NULL, attempts = attempts - 1', []);
  }

  /** Those of a company that run, or are ready and not over: the oldest first. */
  findKept(tx: TransactionContext): Promise<Export[]> {
    const text = `SELECT ${columnsOf(Export, 'e')} FROM exports e WHERE e.company_id = $1 AND e.state IN ('running', 'ready')
      AND (e.expires_at IS NULL OR e.expires_at > now()) ORDER BY e.created_at, e.id`;
    return this.database.rows<Export>(tx, { text }, [tx.companyId]);
  }

  /** The archives of a company that are stored. */
  async findStored(companyId: string): Promise<(Pick<Export, 'companyId' | 'id'> & { store: StoreName })[]> {
    const text = `SELECT company_id AS "companyId", id, store FROM exports WHERE company_id = $1 AND store IS NOT NULL`;
    return this.database.rows(OWN_WORK_CONTEXT, { text }, [companyId]);
  }

  /** Has what was begun before that moment made anew, and what was made gone: it names who was erased then. */
  async outdateExports(context: RequestContext, at: string): Promise<void> {
    const values = [context.companyId, at];
    const made = `UPDATE exports SET expires_at = $2 WHERE company_id = $1 AND state = 'ready' AND created_at <= $2`;
    await this.database.execute(context, { text: made }, values);
    const begun = `UPDATE exports SET lease_id = NULL, lease_until = NULL, attempts = 0
      WHERE company_id = $1 AND state = 'running' AND created_at <= $2`;
    await this.database.execute(context, { text: begun }, values);
  }

  /** Those whose time is over. */
  async findExpired(): Promise<(Pick<Export, 'companyId' | 'id'> & { store: StoreName | null })[]> {
    const text = `SELECT company_id AS "companyId", id, store FROM exports WHERE expires_at <= now() LIMIT ${MOST_EXPIRED}`;
    return this.database.rows(OWN_WORK_CONTEXT, { text });
  }

  async removeExport({ companyId, id }: Pick<Export, 'companyId' | 'id'>): Promise<void> {
    const text = 'DELETE FROM exports WHERE company_id = $1 AND id = $2';
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id]);
  }

  private async update({ companyId, id, leaseId }: LeasedExport, changes: string, values: unknown[]): Promise<void> {
    const text = `UPDATE exports SET ${changes}, updated_at = ${laterThan('updated_at')}
      WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    const count = await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId, ...values]);
    if (count === 0) throw new LostLeaseError();
  }
}

/** Those whose time is not over, of the rows `e`: all, or those of projects. */
export function liveExports(withCompany: boolean): Conditions {
  const conditions = new Conditions().add('(e.expires_at IS NULL OR e.expires_at > now())');
  return withCompany ? conditions : conditions.add('e.project_id IS NOT NULL');
}
