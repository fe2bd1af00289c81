import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { Change } from '#core/events/domain-event.js';
import { PromisesService } from '#modules/promises/promises.service.js';
import { type SpeakingRun, type Told, Voice } from '#modules/voice/voice.service.js';
import { DIGEST, PROMISE_BROKEN } from '../settings/rule-names.js';
import type { Found, FoundAction, WrittenAction } from './found-action.js';
import { ActivityRepository, heldKey } from './activity.repository.js';
import { TaskDelegation } from './task-delegation.js';

/** How the channels took the actions of a run. */
interface Settled {
  readonly sent: readonly string[];
  readonly failed: readonly string[];
  readonly told: readonly Told[];
}

const followsUp = ({ rule, held }: FoundAction): boolean => rule === PROMISE_BROKEN && held === null;
const waitsToFollowUp = ({ rule, held }: FoundAction): boolean => rule === PROMISE_BROKEN && held === 'said';

/** Logs and remembers what scans say. */
@Injectable()
export class ScanActions {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly voice: Voice,
    private readonly delegation: TaskDelegation,
    private readonly promises: PromisesService,
  ) {}

  /** Gives an orchestrator's tasks to agents. Returns the actions that are still true. */
  giveAway(tx: TransactionContext, found: Pick<Found, 'given' | 'actions'>): Promise<Change<readonly FoundAction[]>> {
    return this.delegation.giveAway(tx, found);
  }

  /** Logs the actions. Held ones are logged once a day for each rule, thing and person; those held as `repeat` never. */
  async writeActions(tx: TransactionContext, run: SpeakingRun, { actions, passed }: Found): Promise<WrittenAction[]> {
    const kept = actions.filter(({ held }) => held !== 'repeat');
    const known = await this.activity.findHeldToday(tx, run, kept);
    const news = kept.filter((action) => action.held === null || !known.has(heldKey(action)));
    const rows = (await this.followed(tx, news, kept)).map((action, position) => ({
      ...action,
      id: uuidv7(),
      position,
    }));
    await this.voice.markPassed(tx, run.colleagueId, passed);
    await this.voice.markSaid(
      tx,
      run,
      rows.filter(({ rule }) => rule !== DIGEST),
    );
    await this.activity.insertActions(tx, run, rows);
    return rows;
  }

  /**
   * Leaves out broken promises that another colleague has followed up, or does. A promise is followed up once in the company.
   * That is done when everybody who is to hear of it has heard of it.
   */
  private async followed(
    tx: TransactionContext,
    actions: readonly FoundAction[],
    kept: readonly FoundAction[],
  ): Promise<readonly FoundAction[]> {
    const unfinished = new Set(kept.filter(waitsToFollowUp).map(({ subjectId }) => subjectId));
    const ids = new Set(actions.filter(followsUp).map(({ subjectId }) => subjectId));
    if (ids.size + unfinished.size === 0) return actions;
    const gone = new Set(await this.promises.findFollowed(tx, [...ids, ...unfinished]));
    const finished = [...ids].filter((id) => !unfinished.has(id) && !gone.has(id));
    if (finished.length > 0) await this.promises.followUp(tx, finished);
    return actions.filter((action) => !(followsUp(action) || waitsToFollowUp(action)) || !gone.has(action.subjectId));
  }

  /** Records the outcome of actions, and who was told of them. */
  async settleActions(tx: TransactionContext, run: SpeakingRun, { sent, failed, told }: Settled): Promise<void> {
    await this.activity.setStatus(tx, run.runId, 'sent', sent);
    await this.activity.setStatus(tx, run.runId, 'failed', failed);
    await this.voice.settleRun(
      tx,
      run,
      told.filter(({ key }) => key !== DIGEST),
    );
  }
}
