import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import type { Release } from '#core/concurrency-limits/concurrency-limit.js';
import { Voice } from '#modules/voice/voice.service.js';
import { ActionChannels } from '../channels/action-channels.js';
import { ColleagueRuns, type EndedRun, type RunOutcome, type StartedRun } from '../runs/colleague-runs.js';
import { RunSlots } from '../runs/run-slots.js';
import type { ScanResponse } from './scan.dto.js';
import { ActionFinder } from './action-finder.js';
import { countByRule, type Found, type WrittenAction } from './found-action.js';
import { ScanActions } from './scan-actions.js';
import { actingFor } from './task-delegation.js';
import { type ColleagueRow, VirtualColleaguesRepository } from '../virtual-colleagues.repository.js';

/** What a scan has found, written down. */
interface Said {
  readonly colleague: ColleagueRow;
  readonly found: Found;
  /** What is not held. */
  readonly said: readonly WrittenAction[];
  /** The names of those whom it is for, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Looks at the projects of a colleague and says what matters. A scan emits no events. */
@Injectable()
export class ColleagueScans {
  @Inject() private readonly voice: Voice;

  constructor(
    private readonly runs: ColleagueRuns,
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly finder: ActionFinder,
    private readonly actions: ScanActions,
    private readonly channels: ActionChannels,
    private readonly outbox: Outbox,
    private readonly slots: RunSlots,
  ) {}

  /**
   * @throws NotFoundError, InvalidInputError when it is disabled, ScanInProgressError, ServiceUnavailableError when the
   * company's share of slots is not free in time
   */
  async scanProjects(context: RequestContext, colleagueId: string): Promise<ScanResponse> {
    const run = await this.runs.startRun(context, colleagueId, { kind: 'scan' });
    return this.performScan(context, run, run.startedAt);
  }

  /**
   * Does a scan that has begun; it looks at `moment`. A scheduled scan brings its slot, and waits for its turn to read as
   * long as it takes.
   */
  performScan(request: RequestContext, run: StartedRun, moment: string, slot?: Release) {
    const longestWait = slot ? Infinity : undefined;
    const work = async (context: RequestContext, signal: AbortSignal) => {
      const look = () => this.look(context, run, moment);
      const seen = await this.slots.whileReading(context, look, signal, longestWait);
      return this.send(run, { ...seen, moment, signal });
    };
    return this.runs.performRun(request, run, work, slot);
  }

  private async look(request: RequestContext, { id: runId, colleagueId }: StartedRun, moment: string): Promise<Said> {
    const context = actingFor(request, await this.colleagues.getOne(request, colleagueId));
    return this.outbox.commit(context, async (tx) => {
      const colleague = await this.colleagues.getOneToKeep(tx, colleagueId);
      const projectIds = await this.colleagues.findProjects(tx, colleague);
      const draft = await this.finder.findActions(tx, { colleague, runId, moment, projectIds, showsRepeated: false });
      const { result: given, events } = await this.actions.giveAway(tx, draft);
      await this.voice.takeTurn(tx);
      const found = await this.holdUnmailable(tx, colleague, await draft.decide(tx, given));
      const written = await this.actions.writeActions(tx, { runId, colleagueId, moment }, found);
      const said = written.filter(({ held }) => held === null);
      const names = await this.channels.findNames(tx, said);
      return changed({ colleague, found, said, names }, ...events);
    });
  }

  /** Mails over the hourly limit are not sent: their actions are held. */
  private async holdUnmailable(tx: TransactionContext, colleague: ColleagueRow, found: Found): Promise<Found> {
    const said = found.actions.filter(({ held }) => held === null);
    const unmailable = await this.channels.findUnmailable(tx, colleague, said);
    if (unmailable.size === 0) return found;
    const actions = found.actions.map((action) =>
      unmailable.has(action) ? { ...action, held: 'budget' as const } : action,
    );
    return { ...found, actions, held: { ...found.held, budget: found.held.budget + unmailable.size } };
  }

  private async send(
    run: StartedRun,
    { colleague, found, said, names, moment, signal }: Said & { moment: string; signal: AbortSignal },
  ): Promise<RunOutcome<ScanResponse>> {
    const { tasksScanned, held, problem, news } = found;
    const quiet = problem === null ? ('success' as const) : ('partial' as const);
    const chat = await this.channels.tellChat(colleague, { actions: said, news, names }, signal);
    return {
      tasksScanned,
      held,
      actionsGenerated: said.length,
      byRule: countByRule(said),
      sent: 0,
      failed: 0,
      status: quiet,
      error: problem,
      answer: responseOf,
      write: async (tx) => {
        const outcome = await this.channels.writeNotices(tx, colleague, said, chat);
        const { sent, failed, error, events } = outcome;
        await this.actions.settleActions(tx, { runId: run.id, colleagueId: run.colleagueId, moment }, outcome);
        return {
          sent: sent.length,
          failed: failed.length,
          status: failed.length > 0 && sent.length === 0 ? 'failed' : error === null ? quiet : 'partial',
          error: [error, problem].filter((text) => text !== null).join('; ') || null,
          events,
        };
      },
    };
  }
}

function responseOf(run: EndedRun, { nextRunAt }: ColleagueRow): ScanResponse {
  const { id: scanId, tasksScanned, actionsGenerated, sent, failed, durationMs, startedAt } = run;
  return {
    scanId,
    tasksScanned,
    actionsGenerated,
    sent,
    failed,
    durationMs,
    lastScanAt: startedAt,
    nextScanAt: nextRunAt,
  };
}
