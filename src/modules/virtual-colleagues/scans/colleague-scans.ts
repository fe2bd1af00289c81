import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { unannounced } from '../../../core/events/domain-event.js';
import { Outbox } from '../../../core/events/outbox.js';
import type { Release } from '../../../core/shares/fair-share.js';
import { ChatSender, MOST_SENT } from '../chat/chat-sender.js';
import { ColleagueRuns, type EndedRun, type RunOutcome, type StartedRun } from '../runs/colleague-runs.js';
import { RunPlaces } from '../runs/run-places.js';
import type { ScanResponse } from './scan.dto.js';
import { ScanActions, type ScanFindings } from './scan-actions.js';
import {
  type ColleagueRow,
  UNREADABLE_CHAT_URL,
  VirtualColleaguesRepository,
} from '../virtual-colleagues.repository.js';

/** Looks at the projects of a colleague and says what matters (decisions 10). A scan emits no events. */
@Injectable()
export class ColleagueScans {
  constructor(
    private readonly runs: ColleagueRuns,
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly actions: ScanActions,
    private readonly chat: ChatSender,
    private readonly outbox: Outbox,
    private readonly places: RunPlaces,
  ) {}

  /**
   * @throws NotFoundError, InvalidInputError when it is disabled, ScanInProgressError, ServiceUnavailableError when the
   * company's share of places is not free in time
   */
  async scan(context: RequestContext, colleagueId: string): Promise<ScanResponse> {
    const run = await this.runs.start(context, colleagueId, 'scan');
    return this.perform(context, run, run.startedAt);
  }

  /**
   * Does a scan that has begun; it looks at `moment`. A scheduled scan brings its place, and waits for its turn to read as
   * long as it takes.
   */
  perform(request: RequestContext, run: StartedRun, moment: string, place?: Release) {
    const longestWait = place ? Infinity : undefined;
    const work = async (context: RequestContext, signal: AbortSignal) => {
      const look = () => this.look(context, run, moment);
      const seen = await this.places.whileReading(context, look, signal, longestWait);
      return this.send(context, run, { ...seen, signal });
    };
    return this.runs.perform(request, run, work, place);
  }

  private look(
    context: RequestContext,
    { id: runId, colleagueId }: StartedRun,
    moment: string,
  ): Promise<{ colleague: ColleagueRow; findings: ScanFindings }> {
    return this.outbox.commit(context, async (tx) => {
      const colleague = await this.colleagues.getOneToKeep(tx, colleagueId);
      const projectIds = await this.colleagues.findProjects(tx, colleague);
      const findings = await this.actions.write(tx, { runId, colleague, moment, projectIds });
      return unannounced({ colleague, findings });
    });
  }

  private async send(
    context: RequestContext,
    run: StartedRun,
    { colleague, findings, signal }: { colleague: ColleagueRow; findings: ScanFindings; signal: AbortSignal },
  ): Promise<RunOutcome<ScanResponse>> {
    const { name, chatUrl } = colleague;
    if (chatUrl === null) {
      return { ...findings, sent: 0, failed: 0, status: 'success', error: null, answer: responseOf };
    }
    const messages = await this.actions.findMessages(context, run.id, MOST_SENT);
    const { sent, error } =
      chatUrl === UNREADABLE_CHAT_URL && messages.length > 0
        ? { sent: 0, error: 'Its URL could not be read, set it again' }
        : await this.chat.send(chatUrl, { name, messages, total: findings.actionsGenerated, signal });
    const failed = messages.length - sent;
    return {
      ...findings,
      sent,
      failed,
      status: failed === 0 ? 'success' : sent > 0 ? 'partial' : 'failed',
      answer: responseOf,
      error: error === null ? null : `The chat did not take everything: ${error}`,
      write: async (tx) => {
        await this.actions.setStatus(tx, run.id, 'sent', { from: 0, to: sent });
        await this.actions.setStatus(tx, run.id, 'failed', { from: sent, to: messages.length });
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
