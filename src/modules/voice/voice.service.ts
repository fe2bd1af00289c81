import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { knownZone } from '#common/schedule/local-time.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { type TaskAndPerson, taskAndPersonKey } from '#schema/voice.js';
import {
  type HeardCount,
  type Marked,
  type PersonsDay,
  type SaidOfTask,
  type SpeakingRun,
  type Told,
  VoiceRepository,
} from './voice.repository.js';

export type { HeardCount, SpeakingRun, Told };

/** An action about a task, as one teller hears of it. */
export interface Saying extends TaskAndPerson {
  /** The task, or the promise about it. */
  readonly subjectId: string;
  /** What its rule is remembered by. */
  readonly key: string;
  readonly isEscalation: boolean;
}

const HOUR = 3_600_000;

/** Knows who was told what, by whom: all colleagues of a company speak with one voice. */
@Injectable()
export class Voice {
  constructor(private readonly voice: VoiceRepository) {}

  /** Until the transaction ends, no other colleague of the company checks or marks what is said. */
  takeTurn(tx: TransactionContext): Promise<void> {
    return this.voice.lockSpeaking(tx);
  }

  /**
   * Those of the sayings of which the person has heard today already: from another colleague, or by another rule. An
   * escalation is held so on one day only: those that have waited for a day are said all the same, unless another colleague
   * has said the very same today.
   */
  async findHeard<S extends Saying>(
    context: RequestContext,
    { colleagueId, moment }: SpeakingRun,
    sayings: readonly S[],
  ): Promise<{ heard: Set<S>; waited: Set<S> }> {
    if (sayings.length === 0) return { heard: new Set(), waited: new Set() };
    const taskIds = [...new Set(sayings.map(({ taskId }) => taskId))];
    const days = await this.daysOf(context, moment, [...new Set(sayings.map(({ personId }) => personId))]);
    const said = byTaskAndPerson(await this.voice.findSaidOn(context, colleagueId, days, taskIds));
    const saidOf = (saying: S) => said.get(taskAndPersonKey(saying)) ?? [];
    const heard = sayings.filter((saying) =>
      saidOf(saying).some((one) => one.colleagueId !== colleagueId || one.rule !== saying.key),
    );
    const escalations = sayings.filter(({ isEscalation }) => isEscalation);
    if (escalations.length === 0) return { heard: new Set(heard), waited: new Set() };
    const held = byTaskAndPerson(await this.voice.findHeldBefore(context, colleagueId, days, taskIds));
    const waited = new Set(
      escalations.filter((saying) => {
        const waits = (held.get(taskAndPersonKey(saying)) ?? []).some((one) => isSame(one, saying));
        return waits && !saidOf(saying).some((one) => one.colleagueId !== colleagueId && isSame(one, saying));
      }),
    );
    return { heard: new Set(heard.filter((saying) => !waited.has(saying))), waited };
  }

  /** Those who have acted on their task within so many hours before the moment; `countsAgents`: by their agents, too. */
  async findActive(
    context: RequestContext,
    pairs: readonly TaskAndPerson[],
    { moment, activeHours, countsAgents }: { moment: string; activeHours: number; countsAgents: boolean },
  ): Promise<(pair: TaskAndPerson) => boolean> {
    if (activeHours === 0 || pairs.length === 0) return () => false;
    const since = new Date(Date.parse(moment) - activeHours * HOUR).toISOString();
    const acted = new Set((await this.voice.findActed(context, pairs, { since, countsAgents })).map(taskAndPersonKey));
    return (pair) => acted.has(taskAndPersonKey(pair));
  }

  /** What people have heard on the day of a zone, besides this run. */
  async findCounts(
    context: RequestContext,
    run: SpeakingRun,
    timezone: string,
  ): Promise<ReadonlyMap<string, HeardCount>> {
    const { from, until } = dayAround(run.moment, timezone);
    const counts = await this.voice.findCounts(context, run, [from, until]);
    return new Map(counts.map(({ personId, ...count }) => [personId, count]));
  }

  /** Marks what a run is about to say, and remembers what it holds. */
  markSaid(tx: TransactionContext, run: SpeakingRun, said: readonly Marked[]): Promise<void> {
    return this.voice.markSaid(tx, run, said);
  }

  /** Notes what is out of its condition: the rules of the colleague speak of it again when it comes back. */
  markPassed(tx: TransactionContext, colleagueId: string, passed: Parameters<VoiceRepository['markPassed']>[2]) {
    return this.voice.markPassed(tx, colleagueId, passed);
  }

  /** Ends the marks of a run: people were told what a channel took. */
  settleRun(tx: TransactionContext, run: SpeakingRun, told: readonly Told[]): Promise<void> {
    return this.voice.settleSaid(tx, run, told);
  }

  /** A run that died has said nothing. */
  forgetRun(...run: Parameters<VoiceRepository['forgetSaid']>): Promise<void> {
    return this.voice.forgetSaid(...run);
  }

  private async daysOf(context: RequestContext, moment: string, ids: readonly string[]): Promise<PersonsDay[]> {
    const zones = await this.voice.findZones(context, ids);
    return [...zones].map(([personId, zone]) => ({ personId, ...dayAround(moment, zone) }));
  }
}

function dayAround(moment: string, timezone: string): { from: string; until: string } {
  const zone = knownZone(timezone);
  const day = DateTime.fromISO(moment, { zone }).startOf('day');
  const [from, until] = [day, day.plus({ days: 1 })].map((at) => new Date(at.toMillis()).toISOString());
  return { from: from as string, until: until as string };
}

/** Whether both are of one rule and one thing. */
function isSame(one: SaidOfTask, saying: Saying): boolean {
  return one.rule === saying.key && one.subjectId === saying.subjectId;
}

function byTaskAndPerson(said: readonly SaidOfTask[]): Map<string, SaidOfTask[]> {
  return Map.groupBy(said, taskAndPersonKey);
}
