import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { LEASE_SECONDS, type StartedRun } from './colleague-runs.service.js';
import { nextRunAfter, type Schedule } from './schedule.js';

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

/**
 * Milliseconds that a run counts as on time. It looks at its very slot then, so that a daily one is not some milliseconds
 * short of the 24 hours after which things may be repeated.
 */
const ON_TIME = 60_000;

/** Which colleagues are due, for the one instance that gets hold of each. */
@Injectable()
export class DueColleagues {
  constructor(private readonly database: Database) {}

  /**
   * Begins the runs of at most `limit` colleagues whose time has come, and sets their next ones: both or neither. Slots
   * that were missed are one run. A colleague that is running has its turn when it is done, those of a
   * deactivated company when it is active again.
   */
  claim(limit: number): Promise<ScheduledRun[]> {
    return this.database.transaction({}, async (context) => {
      const due = await this.findDue(context, limit);
      if (due.length === 0) return [];
      const runs = await this.begin(context, due);
      await this.setNextRuns(
        context,
        due.filter(({ id }) => runs.some(({ colleagueId }) => colleagueId === id)),
      );
      return runs;
    });
  }

  private findDue(context: { transaction: Transaction }, limit: number): Promise<DueColleague[]> {
    const text = `SELECT c.company_id AS "companyId", c.id, c.owner_id AS "ownerId", c.frequency, c.time, c.timezone,
        c.next_run_at AS slot, now() AS now
      FROM virtual_colleagues c JOIN companies company ON company.id = c.company_id AND company.active
      WHERE c.next_run_at <= now() AND NOT EXISTS (
        SELECT 1 FROM virtual_colleague_runs r
        WHERE r.company_id = c.company_id AND r.colleague_id = c.id AND r.status = 'running')
      ORDER BY c.next_run_at LIMIT $1 FOR NO KEY UPDATE OF c SKIP LOCKED`;
    return this.database.rows<DueColleague>(context, { text }, [limit]);
  }

  /** Leaves out those that a request has made run meanwhile. */
  private async begin(context: { transaction: Transaction }, due: DueColleague[]): Promise<ScheduledRun[]> {
    const runs = due.map(({ companyId, id, ownerId, slot, now }) => ({
      ...{ id: uuidv7(), companyId, colleagueId: id, ownerId, startedAt: now },
      moment: Date.parse(now) - Date.parse(slot) < ON_TIME ? slot : now,
    }));
    const text = `INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, status, tasks_scanned,
        actions_generated, sent, failed, started_at, lease_until)
      SELECT company_id, id, colleague_id, 'scan', 'schedule', 'running', 0, 0, 0, 0, now(),
        now() + interval '${LEASE_SECONDS} s'
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS due (company_id, id, colleague_id)
      ON CONFLICT DO NOTHING RETURNING id`;
    const begun = await this.database.rows<{ id: string }>(context, { text }, [
      runs.map(({ companyId }) => companyId),
      runs.map(({ id }) => id),
      runs.map(({ colleagueId }) => colleagueId),
    ]);
    const ids = new Set(begun.map(({ id }) => id));
    return runs.filter(({ id }) => ids.has(id));
  }

  private async setNextRuns(context: { transaction: Transaction }, due: DueColleague[]): Promise<void> {
    const text = `UPDATE virtual_colleagues c SET next_run_at = next.at
      FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS next (company_id, id, at)
      WHERE c.company_id = next.company_id AND c.id = next.id`;
    await this.database.execute(context, { text }, [
      due.map(({ companyId }) => companyId),
      due.map(({ id }) => id),
      // By the clock that found them due: else the same slot could come again.
      due.map((colleague) => nextRunAfter(colleague, colleague.now)),
    ]);
  }
}
