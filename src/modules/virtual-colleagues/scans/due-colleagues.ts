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
  /** The time that it looks at. */
  readonly moment: string;
}

/**
 * A run that starts within so many milliseconds is on time, and takes its slot as its moment. Otherwise a daily run
 * could come some milliseconds before the 24 hours after which things may be repeated.
 */
const ON_TIME = 60_000;

/** Which colleagues are due, for the one instance that gets hold of each. */
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
   * Begins the runs of a company's due colleagues and sets their next slots, in one transaction. It gets at most as many
   * runs as it has slots. Several missed slots make one run. A running colleague has its turn when it is done, those of a
   * deactivated company when it is active again. One that comes late, in quiet time, waits for the end of that.
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
    const ids = await this.due.insertRuns(context, companyId, runs, due[0]?.now);
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
    await this.due.setNextRuns(context, companyId, { ids: due.map(({ id }) => id), times });
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
