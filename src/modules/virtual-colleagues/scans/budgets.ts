import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { NOBODY } from '../rules/finding-statement.js';
import type { Limits } from '../settings/limits.js';
import { knownZone } from '#common/schedule/local-time.js';
import { DIGEST } from '../settings/rule-names.js';
import type { FoundAction } from './found-action.js';

/** A run of a colleague. */
interface Run {
  readonly colleagueId: string;
  readonly runId: string;
  readonly moment: string;
  /** Of its schedule. */
  readonly timezone: string;
}

/** How many actions a colleague has said today, by person. */
export type SaidToday = ReadonlyMap<string, number>;

const NOTHING: SaidToday = new Map();

/** Holds what is past the limits of a colleague. */
@Injectable()
export class Budgets {
  constructor(private readonly database: Database) {}

  /** The actions, with those held that are too many. */
  async apply(
    context: RequestContext,
    run: Run,
    { limits, actions }: { limits: Limits; actions: readonly FoundAction[] },
  ): Promise<FoundAction[]> {
    const looksBack = limits.perDay !== null || limits.perPersonPerDay !== null;
    return withinLimits(actions, limits, looksBack ? await this.findSaid(context, run) : NOTHING);
  }

  /** On the day of the schedule's zone, in runs of whatever kind. */
  private async findSaid(context: RequestContext, run: Run): Promise<SaidToday> {
    const { colleagueId, runId, moment, timezone } = run;
    const text = `SELECT said.user_id AS "userId", count(*) AS count FROM virtual_colleague_said said
      WHERE said.company_id = $1 AND said.colleague_id = $2 AND said.held IS NULL AND said.user_id <> '${NOBODY}'
        AND said.at >= $3 AND said.at < $4 AND said.run_id <> $5 GROUP BY said.user_id`;
    const day = DateTime.fromISO(moment, { zone: knownZone(timezone) }).startOf('day');
    const span = [day, day.plus({ days: 1 })].map((at) => new Date(at.toMillis()).toISOString());
    const values = [context.companyId, colleagueId, ...span, runId];
    const rows = await this.database.rows<{ userId: string; count: number }>(context, { text }, values);
    return new Map(rows.map(({ userId, count }) => [userId, count]));
  }
}

/** The actions, of which those past a limit are held: the least urgent. Digests and actions to nobody do not count. */
export function withinLimits(
  actions: readonly FoundAction[],
  { perRun, perDay, perPersonPerDay }: Limits,
  saidToday: SaidToday,
): FoundAction[] {
  const counting = actions.filter(({ held, rule, userId }) => held === null && rule !== DIGEST && userId !== null);
  const byPerson = new Map(saidToday);
  const before = [...saidToday.values()].reduce((sum, count) => sum + count, 0);
  const most = Math.min(perRun ?? Infinity, perDay === null ? Infinity : perDay - before);
  const said = new Set<FoundAction>();
  for (const action of counting.sort(byUrgency)) {
    const userId = action.userId as string;
    const count = byPerson.get(userId) ?? 0;
    if (said.size >= most || count >= (perPersonPerDay ?? Infinity)) continue;
    said.add(action);
    byPerson.set(userId, count + 1);
  }
  const heldBack = new Set(counting.filter((action) => !said.has(action)));
  return actions.map((action) => (heldBack.has(action) ? { ...action, held: 'budget' } : action));
}

/** Escalations first, then what is overdue for the most days, then by priority; what is equal by tid. */
function byUrgency(one: FoundAction, other: FoundAction): number {
  return (
    Number(other.type === 'escalation') - Number(one.type === 'escalation') ||
    overdueDays(other) - overdueDays(one) ||
    (other.priority ?? 0) - (one.priority ?? 0) ||
    compareTids(one.tid, other.tid)
  );
}

function overdueDays({ overdueHours }: FoundAction): number {
  return overdueHours === null ? -1 : Math.floor(overdueHours / 24);
}

const TIDS = new Intl.Collator('en', { numeric: true });

/** `WEB-9` goes before `WEB-10`, and what is about no task last. */
function compareTids(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return TIDS.compare(one, other);
}
