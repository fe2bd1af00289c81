import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { type DatabaseContext, OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { columnName, columnsOf, laterThan } from '#core/database/schema/columns.js';
import { Database, type Statement } from '#core/database/database.js';
import { type Leased, LostLeaseError } from '#core/processes/leased-worker.js';
import { Import, type ImportState } from './import.entity.js';

/** Seconds after which the work of a process that died goes to another. */
const LEASE_SECONDS = 20;

const AT_WORK = `('checking', 'running', 'stopping', 'undoing')`;

const IS_WAITING = `i.state IN ${AT_WORK} AND NOT EXISTS (
      SELECT 1 FROM import_leases l WHERE l.company_id = i.company_id AND l.lease_until > now())`;

/** The companies with imports that nobody works on. */
export const WAITING_IMPORTS = `SELECT i.company_id FROM imports i WHERE ${IS_WAITING}`;

const FIND_WAITING: Statement = {
  name: 'imports-waiting',
  text: `SELECT DISTINCT ON (i.company_id) i.company_id AS "companyId", i.id, now() AS now FROM imports i
    WHERE ${IS_WAITING}
    ORDER BY i.company_id, i.updated_at LIMIT 100`,
};

/** `$4` is the time of the database. */
const TAKE: Statement = {
  text: `INSERT INTO import_leases AS l (company_id, import_id, lease_id, lease_until)
    VALUES ($1, $2, $3, $4::timestamptz + interval '${LEASE_SECONDS} s')
    ON CONFLICT (company_id) DO UPDATE SET import_id = $2, lease_id = $3, lease_until = excluded.lease_until
      WHERE l.lease_until <= $4::timestamptz
    RETURNING lease_id`,
};

const RENEW: Statement = {
  text: `UPDATE import_leases SET lease_until = now() + interval '${LEASE_SECONDS} s' WHERE company_id = $1 AND lease_id = $2`,
};

const COUNT_ATTEMPT: Statement = {
  text: `UPDATE imports SET attempts = attempts + 1 WHERE company_id = $1 AND id = $2 RETURNING attempts`,
};

/** An import that this process works on. */
export type Lease = Leased;

interface Waiting {
  readonly companyId: string;
  readonly id: string;
  readonly now: string;
}

type CompanyContext = DatabaseContext & Pick<RequestContext, 'companyId'>;

/** Which imports are to be worked on, one of each company at a time. */
@Injectable()
export class ImportsRepository {
  private isStopping = false;

  constructor(private readonly database: Database) {}

  /** The process stops: what it works on goes on elsewhere, or here after the next start. */
  stopTaking(): void {
    this.isStopping = true;
  }

  /** The next one to work on, with its lease; undefined when there is none. */
  async takeLease(): Promise<Lease | undefined> {
    const waiting = await this.database.rows<Waiting>(OWN_WORK_CONTEXT, FIND_WAITING);
    for (const { companyId, id, now } of waiting) {
      const leaseId = uuidv7();
      const taken = await this.database.row(OWN_WORK_CONTEXT, TAKE, [companyId, id, leaseId, now]);
      if (!taken) continue;
      const begun = await this.database.row<{ attempts: number }>(OWN_WORK_CONTEXT, COUNT_ATTEMPT, [companyId, id]);
      return { companyId, id, leaseId, attempts: begun?.attempts ?? 0 };
    }
    return undefined;
  }

  /** Keeps the lease; in a transaction nobody else gets it before its end. @throws LostLeaseError */
  async renewLease(context: DatabaseContext, { companyId, leaseId }: Lease): Promise<void> {
    if (this.isStopping) throw new LostLeaseError();
    if ((await this.database.execute(context, RENEW, [companyId, leaseId])) === 0) throw new LostLeaseError();
  }

  /** Gives the lease back. */
  async releaseLease({ companyId, leaseId }: Lease): Promise<void> {
    const text = 'DELETE FROM import_leases WHERE company_id = $1 AND lease_id = $2';
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, leaseId]);
  }

  /** A stop of the process is no attempt. */
  async uncountAttempt({ companyId, id }: Lease): Promise<void> {
    const text = 'UPDATE imports SET attempts = greatest(attempts - 1, 0) WHERE company_id = $1 AND id = $2';
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id]);
  }

  findImport(context: CompanyContext, id: string): Promise<Import | undefined> {
    const text = `SELECT ${columnsOf(Import, 'i')} FROM imports i WHERE i.company_id = $1 AND i.id = $2`;
    return this.database.row<Import>(context, { text }, [context.companyId, id]);
  }

  /** Writes how far it has come; the state that it is in then. */
  async updateImport(context: CompanyContext, id: string, changes: Partial<Import>): Promise<ImportState | undefined> {
    const fields = Object.keys(changes) as (keyof Import)[];
    const assignments = fields.map((field, index) => `${columnName(field)} = $${index + 3}`);
    const text = `UPDATE imports SET ${[...assignments, `updated_at = ${laterThan('updated_at')}`].join(', ')}
      WHERE company_id = $1 AND id = $2 RETURNING state`;
    const values = fields.map((field) => {
      const value = changes[field];
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    });
    return (await this.database.row<{ state: ImportState }>(context, { text }, [context.companyId, id, ...values]))
      ?.state;
  }
}
