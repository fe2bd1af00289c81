import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { StartedRun } from '../runs/colleague-runs.repository.js';
import { endOfQuiet, quietOf } from '../settings/quiet.js';
import { nextRunAfter } from '../settings/schedule.js';
import { type DueColleague, DueColleaguesRepository } from './due-colleagues.repository.js';

/** A scan that the schedule has begun. */
export interface ScheduledRun extends StartedRun {
  readonly companyId: string;
  readonly ownerId: string;
  /** The moment at which it sees the tasks. */
  readonly moment: string;
}

/**
 * A run that starts at most so many milliseconds late is on time, and takes its slot as its moment. Otherwise a daily run
 * could come some milliseconds before the 24 hours after which it may repeat things.
 */
const ON_TIME = 60_000;

/** Finds colleagues that are due, and begins their runs. Each run begins on one instance only. */
@Injectable()
export class DueColleagues {
  constructor(
    private readonly due: DueColleaguesRepository,
    private readonly database: Database,
  ) {}

  /** At most `limit` companies with a due colleague, without those of `except`. The longest waiting come first. */
  findCompanies(limit: number, except: Iterable<string>): Promise<string[]> {
    return this.due.findCompanies(limit, except);
  }

  /**
   * Begins the runs of a company's due colleagues and sets when they run next, in one transaction. At most as many runs begin
   * as there are slots. Several missed times make one run. A colleague that is running has its turn when that run ends; the
   * colleagues of a deactivated company, when the company is active again. A late run in quiet time waits until that ends.
   */
  claimRuns(companyId: string, slots: number): Promise<ScheduledRun[]> {
    return this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const due = await this.due.lockColleagues(tx, companyId, slots);
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

  /** Leaves out colleagues that a request has started meanwhile. */
  private async begin(context: DatabaseContext, companyId: string, due: DueColleague[]): Promise<ScheduledRun[]> {
    const runs = due.map(({ id, ownerId, slot, now }) => ({
      id: uuidv7(),
      companyId,
      colleagueId: id,
      ownerId,
      startedAt: now,
      moment: momentOf({ slot, now }),
    }));
    const ids = await this.due.insertRuns(context, companyId, runs, due[0]?.now);
    return runs.filter(({ id }) => ids.has(id));
  }

  private async setNextRuns(context: DatabaseContext, companyId: string, due: DueColleague[]): Promise<void> {
    if (due.length === 0) return;
    const times: string[] = [];
    for (const colleague of due) {
      // It reads the clock that found them due. By another clock the same slot could come again.
      times.push(waitOf(colleague) ?? nextRunAfter(colleague, colleague.now, quietOf(colleague.quiet)));
      // Time zones are slow to compute: hundreds of colleagues in one go would hold up requests.
      await setImmediate();
    }
    await this.due.setNextRuns(context, companyId, { ids: due.map(({ id }) => id), times });
  }
}

/** The moment at which the run of a due colleague sees the tasks. */
function momentOf({ slot, now }: Pick<DueColleague, 'slot' | 'now'>): string {
  return Date.parse(now) - Date.parse(slot) < ON_TIME ? slot : now;
}

/** When the quiet time ends, if a due colleague is so late that its quiet time has begun; undefined otherwise. */
function waitOf({ slot, now, quiet, timezone }: DueColleague): string | undefined {
  const moment = Date.parse(momentOf({ slot, now }));
  const end = endOfQuiet(quietOf(quiet), timezone, moment);
  return end > moment ? new Date(end).toISOString() : undefined;
}
