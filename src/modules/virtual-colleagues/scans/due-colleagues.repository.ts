import { Injectable } from '@nestjs/common';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { isActiveCompany } from '#schema/companies.js';
import { LEASE_SECONDS, type StartedRun } from '../runs/colleague-runs.repository.js';
import type { Quiet } from '../settings/quiet.js';
import type { Schedule } from '../settings/schedule.js';

/** A colleague whose run is due. */
export interface DueColleague extends Schedule {
  id: string;
  quiet: Partial<Quiet> | null;
  ownerId: string;
  slot: string;
  now: string;
}

/** Whether the colleague `c` of a company is due, and may run. */
const isDue = (companyId: string) => `c.next_run_at <= now() AND NOT EXISTS (
    SELECT 1 FROM virtual_colleague_leases l WHERE l.company_id = ${companyId} AND l.colleague_id = c.id)
  AND ${isActiveCompany(companyId)}`;

/** The companies with due colleagues. */
export const DUE_COLLEAGUES = `SELECT c.company_id FROM virtual_colleagues c WHERE ${isDue('c.company_id')}`;

const DUE_COMPANIES: Statement = {
  name: 'due-companies',
  text: `SELECT c.company_id AS "companyId" FROM virtual_colleagues c
    WHERE ${isDue('c.company_id')} AND c.company_id <> ALL ($1::uuid[])
    GROUP BY c.company_id ORDER BY min(c.next_run_at) LIMIT $2`,
};

const LOCK_DUE: Statement = {
  name: 'lock-due-colleagues',
  text: `SELECT c.id, c.owner_id AS "ownerId", c.frequency, c.time, c.timezone, c.settings -> 'quiet' AS quiet,
      c.next_run_at AS slot, now() AS now
    FROM virtual_colleagues c WHERE c.company_id = $1 AND ${isDue('$1')}
    ORDER BY c.next_run_at LIMIT $2 FOR NO KEY UPDATE OF c SKIP LOCKED`,
};

/** The schedules of colleagues, and the runs that begin by them. */
@Injectable()
export class DueColleaguesRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit` companies with a due colleague, without those of `except`. The longest waiting come first. */
  async findCompanies(limit: number, except: Iterable<string>): Promise<string[]> {
    const values = [[...except], limit];
    const rows = await this.database.rows<{ companyId: string }>(OWN_WORK_CONTEXT, DUE_COMPANIES, values);
    return rows.map(({ companyId }) => companyId);
  }

  /** Those of a company that nobody else has locked. The longest waiting come first. */
  lockColleagues(tx: DatabaseContext, companyId: string, limit: number): Promise<DueColleague[]> {
    return this.database.rows(tx, LOCK_DUE, [companyId, limit]);
  }

  /** Inserts scans by schedule with their leases. Returns the ids of those whose colleague had no lease yet. */
  async insertRuns(
    tx: DatabaseContext,
    companyId: string,
    runs: readonly Pick<StartedRun, 'id' | 'colleagueId'>[],
    startedAt: string | undefined,
  ): Promise<Set<string>> {
    const text = `WITH lease AS (
        INSERT INTO virtual_colleague_leases (company_id, run_id, colleague_id, lease_until)
        SELECT $1, run.id, run."colleagueId", now() + interval '${LEASE_SECONDS} s'
        FROM json_to_recordset($2::json) AS run (id uuid, "colleagueId" uuid)
        ON CONFLICT DO NOTHING RETURNING company_id, run_id, colleague_id
      ) INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, status, tasks_scanned,
        actions_generated, sent, failed, started_at)
      SELECT company_id, run_id, colleague_id, 'scan', 'schedule', 'running', 0, 0, 0, 0, $3::timestamptz FROM lease RETURNING id`;
    const values = [companyId, JSON.stringify(runs), startedAt];
    const begun = await this.database.rows<{ id: string }>(tx, { text }, values);
    return new Set(begun.map(({ id }) => id));
  }

  /** Sets when colleagues run next; `times` are in the order of `ids`. */
  async setNextRuns(
    tx: DatabaseContext,
    companyId: string,
    { ids, times }: { readonly ids: readonly string[]; readonly times: readonly string[] },
  ): Promise<void> {
    const text = `UPDATE virtual_colleagues c SET next_run_at = next.at
      FROM unnest($2::uuid[], $3::timestamptz[]) AS next (id, at) WHERE c.company_id = $1 AND c.id = next.id`;
    await this.database.execute(tx, { text }, [companyId, ids, times]);
  }
}
