import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '../../../core/company-scope/request-context.js';
import { Database, type Statement } from '../../../core/database/database.js';
import { isActiveCompany } from '../../companies/companies.sql.js';
import { LEASE_SECONDS, type StartedRun } from '../runs/colleague-runs.js';
import { nextRunAfter, type Schedule } from '../settings/schedule.js';

/** A scan that the schedule has begun. */
export interface ScheduledRun extends StartedRun {
  readonly companyId: string;
  readonly ownerId: string;
  /** The time that it looks at. */
  readonly moment: string;
}

interface DueColleague extends Schedule {
  companyId: string;
  id: string;
  ownerId: string;
  slot: string;
  now: string;
}

/** Slots of companies that are looked at in a turn. */
const MOST_SLOTS = 1_000;

/**
 * A run that starts within so many milliseconds is on time, and takes its slot as its moment. Otherwise a daily run
 * could come some milliseconds before the 24 hours after which things may be repeated.
 */
const ON_TIME = 60_000;

/** Whether the colleague `c` is due, and may run. */
const IS_DUE = `c.next_run_at <= now() AND NOT EXISTS (
    SELECT 1 FROM virtual_colleague_leases l WHERE l.company_id = c.company_id AND l.colleague_id = c.id) AND ${isActiveCompany('c.company_id')}`;

/**
 * One row for each company and slot, found by jumping from one to the next through the index: many colleagues of one cost
 * the others nothing. A scalar subquery, and not EXISTS, keeps it to the rows that are asked for.
 */
const DUE_COMPANIES: Statement = {
  name: 'due-companies',
  text: `WITH RECURSIVE slots AS (
      (SELECT next_run_at, company_id FROM virtual_colleagues WHERE next_run_at <= now()
        ORDER BY next_run_at, company_id LIMIT 1)
      UNION ALL
      SELECT following.* FROM slots, LATERAL (
        SELECT next_run_at, company_id FROM virtual_colleagues
        WHERE next_run_at <= now() AND (next_run_at, company_id) > (slots.next_run_at, slots.company_id)
        ORDER BY next_run_at, company_id LIMIT 1) following
    )
    SELECT slots.company_id AS "companyId" FROM slots WHERE slots.company_id <> ALL ($1::uuid[])
      AND (SELECT true FROM virtual_colleagues c WHERE c.company_id = slots.company_id AND ${IS_DUE} LIMIT 1)
    LIMIT ${MOST_SLOTS}`,
};

/** Which colleagues are due, for the one instance that gets hold of each. */
@Injectable()
export class DueColleagues {
  constructor(private readonly database: Database) {}

  /** At most `limit` companies with a due colleague, without those of `except`. The longest waiting come first. */
  async findCompanies(limit: number, except: Iterable<string>): Promise<string[]> {
    const rows = await this.database.rows<{ companyId: string }>(OWN_WORK_CONTEXT, DUE_COMPANIES, [[...except]]);
    return [...new Set(rows.map(({ companyId }) => companyId))].slice(0, limit);
  }

  /**
   * Begins the runs of due colleagues and sets their next slots, in one transaction. A company gets at most as many
   * runs as it has places. Several missed slots make one run. A running colleague has its turn when it is done, those
   * of a deactivated company when it is active again.
   */
  claim(places: ReadonlyMap<string, readonly unknown[]>): Promise<ScheduledRun[]> {
    return this.database.transaction(OWN_WORK_CONTEXT, async (context) => {
      const due = await this.lockDue(context, places);
      if (due.length === 0) return [];
      const runs = await this.begin(context, due);
      await this.setNextRuns(
        context,
        due.filter(({ id }) => runs.some(({ colleagueId }) => colleagueId === id)),
      );
      return runs;
    });
  }

  private lockDue(context: DatabaseContext, places: ReadonlyMap<string, readonly unknown[]>): Promise<DueColleague[]> {
    const text = `SELECT due.* FROM unnest($1::uuid[], $2::integer[]) AS turn (company_id, places) CROSS JOIN LATERAL (
        SELECT c.company_id AS "companyId", c.id, c.owner_id AS "ownerId", c.frequency, c.time, c.timezone,
          c.next_run_at AS slot, now() AS now
        FROM virtual_colleagues c WHERE c.company_id = turn.company_id AND ${IS_DUE}
        ORDER BY c.next_run_at LIMIT turn.places FOR NO KEY UPDATE OF c SKIP LOCKED
      ) due`;
    const counts = [...places.values()].map(({ length }) => length);
    return this.database.rows<DueColleague>(context, { text }, [[...places.keys()], counts]);
  }

  /** Leaves out those that a request has made run meanwhile. */
  private async begin(context: DatabaseContext, due: DueColleague[]): Promise<ScheduledRun[]> {
    const runs = due.map(({ companyId, id, ownerId, slot, now }) => ({
      id: uuidv7(),
      companyId,
      colleagueId: id,
      ownerId,
      startedAt: now,
      moment: Date.parse(now) - Date.parse(slot) < ON_TIME ? slot : now,
    }));
    const text = `WITH lease AS (
        INSERT INTO virtual_colleague_leases (company_id, run_id, colleague_id, lease_until)
        SELECT due.*, now() + interval '${LEASE_SECONDS} s'
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS due (company_id, id, colleague_id)
        ON CONFLICT DO NOTHING RETURNING company_id, run_id, colleague_id
      ) INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, status, tasks_scanned,
        actions_generated, sent, failed, started_at)
      SELECT company_id, run_id, colleague_id, 'scan', 'schedule', 'running', 0, 0, 0, 0, now() FROM lease RETURNING id`;
    const begun = await this.database.rows<{ id: string }>(context, { text }, [
      runs.map(({ companyId }) => companyId),
      runs.map(({ id }) => id),
      runs.map(({ colleagueId }) => colleagueId),
    ]);
    const ids = new Set(begun.map(({ id }) => id));
    return runs.filter(({ id }) => ids.has(id));
  }

  private async setNextRuns(context: DatabaseContext, due: DueColleague[]): Promise<void> {
    const times: string[] = [];
    for (const colleague of due) {
      // By the clock that found them due: else the same slot could come again.
      times.push(nextRunAfter(colleague, colleague.now));
      // Hundreds of them, reckoned in their time zones, would hold up requests.
      await setImmediate();
    }
    const text = `UPDATE virtual_colleagues c SET next_run_at = next.at
      FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS next (company_id, id, at)
      WHERE c.company_id = next.company_id AND c.id = next.id`;
    await this.database.execute(context, { text }, [
      due.map(({ companyId }) => companyId),
      due.map(({ id }) => id),
      times,
    ]);
  }
}
