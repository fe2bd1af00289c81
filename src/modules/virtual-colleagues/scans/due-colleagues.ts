import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { isActiveCompany } from '#schema/companies.js';
import { LEASE_SECONDS, type StartedRun } from '../runs/colleague-runs.repository.js';
import { endOfQuiet, type Quiet, quietOf } from '../settings/quiet.js';
import { nextRunAfter, type Schedule } from '../settings/schedule.js';

/** A scan that the schedule has begun. */
export interface ScheduledRun extends StartedRun {
  readonly companyId: string;
  readonly ownerId: string;
  /** The time that it looks at. */
  readonly moment: string;
}

interface DueColleague extends Schedule {
  id: string;
  quiet: Partial<Quiet> | null;
  ownerId: string;
  slot: string;
  now: string;
}

/**
 * A run that starts within so many milliseconds is on time, and takes its slot as its moment. Otherwise a daily run
 * could come some milliseconds before the 24 hours after which things may be repeated.
 */
const ON_TIME = 60_000;

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

/** Which colleagues are due, for the one instance that gets hold of each. */
@Injectable()
export class DueColleagues {
  constructor(private readonly database: Database) {}

  /** At most `limit` companies with a due colleague, without those of `except`. The longest waiting come first. */
  async findCompanies(limit: number, except: Iterable<string>): Promise<string[]> {
    const values = [[...except], limit];
    const rows = await this.database.rows<{ companyId: string }>(OWN_WORK_CONTEXT, DUE_COMPANIES, values);
    return rows.map(({ companyId }) => companyId);
  }

  /**
   * Begins the runs of a company's due colleagues and sets their next slots, in one transaction. It gets at most as many
   * runs as it has slots. Several missed slots make one run. A running colleague has its turn when it is done, those of a
   * deactivated company when it is active again. One that comes late, in quiet time, waits for the end of that.
   */
  claim(companyId: string, slots: number): Promise<ScheduledRun[]> {
    return this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const due = await this.database.rows<DueColleague>(tx, LOCK_DUE, [companyId, slots]);
      const loud = due.filter((colleague) => waitOf(colleague) === undefined);
      const runs = loud.length === 0 ? [] : await this.begin(tx, companyId, loud);
      const isBegun = ({ id }: DueColleague) => runs.some(({ colleagueId }) => colleagueId === id);
      await this.setNextRuns(
        tx,
        companyId,
        due.filter((colleague) => isBegun(colleague) || !loud.includes(colleague)),
      );
      return runs;
    });
  }

  /** Leaves out those that a request has made run meanwhile. */
  private async begin(context: DatabaseContext, companyId: string, due: DueColleague[]): Promise<ScheduledRun[]> {
    const runs = due.map(({ id, ownerId, slot, now }) => ({
      id: uuidv7(),
      companyId,
      colleagueId: id,
      ownerId,
      startedAt: now,
      moment: momentOf({ slot, now }),
    }));
    const text = `WITH lease AS (
        INSERT INTO virtual_colleague_leases (company_id, run_id, colleague_id, lease_until)
        SELECT $1, run.id, run."colleagueId", now() + interval '${LEASE_SECONDS} s'
        FROM json_to_recordset($2::json) AS run (id uuid, "colleagueId" uuid)
        ON CONFLICT DO NOTHING RETURNING company_id, run_id, colleague_id
      ) INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, status, tasks_scanned,
        actions_generated, sent, failed, started_at)
      SELECT company_id, run_id, colleague_id, 'scan', 'schedule', 'running', 0, 0, 0, 0, $3::timestamptz FROM lease RETURNING id`;
    const begun = await this.database.rows<{ id: string }>(context, { text }, [
      companyId,
      JSON.stringify(runs),
      due[0]?.now,
    ]);
    const ids = new Set(begun.map(({ id }) => id));
    return runs.filter(({ id }) => ids.has(id));
  }

  private async setNextRuns(context: DatabaseContext, companyId: string, due: DueColleague[]): Promise<void> {
    if (due.length === 0) return;
    const times: string[] = [];
    for (const colleague of due) {
      // By the clock that found them due: else the same slot could come again.
      times.push(waitOf(colleague) ?? nextRunAfter(colleague, colleague.now, quietOf(colleague.quiet)));
      // Hundreds of them, reckoned in their time zones, would hold up requests.
      await setImmediate();
    }
    const text = `UPDATE virtual_colleagues c SET next_run_at = next.at
      FROM unnest($2::uuid[], $3::timestamptz[]) AS next (id, at) WHERE c.company_id = $1 AND c.id = next.id`;
    await this.database.execute(context, { text }, [companyId, due.map(({ id }) => id), times]);
  }
}

/** The time that the run of a due colleague looks at. */
function momentOf({ slot, now }: Pick<DueColleague, 'slot' | 'now'>): string {
  return Date.parse(now) - Date.parse(slot) < ON_TIME ? slot : now;
}

/** Until when a due colleague waits, because it has come late and it is quiet by now; else undefined. */
function waitOf({ slot, now, quiet, timezone }: DueColleague): string | undefined {
  const moment = Date.parse(momentOf({ slot, now }));
  const end = endOfQuiet(quietOf(quiet), timezone, moment);
  return end > moment ? new Date(end).toISOString() : undefined;
}
