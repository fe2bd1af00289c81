import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { AiAnswer } from './ai-answer.js';
import type { AiCheckResponse } from './ai-check.dto.js';
import { aiCheckPrompt } from './ai-check-prompt.js';
import { AiCheckQuota } from './ai-check-quota.js';
import { AiCheckTasks } from './ai-check-tasks.js';
import { AiProvider, type AiReply } from './ai-provider.js';
import { NOTHING_HELD } from '../runs/colleague-run.entity.js';
import { ColleagueRuns, type EndedRun, type RunOutcome } from '../runs/colleague-runs.js';
import { effectiveSettings } from '../settings/colleague-settings.js';
import { presetOf } from '../settings/role-presets.js';
import { RunSlots } from '../runs/run-slots.js';
import { VirtualColleaguesRepository } from '../virtual-colleagues.repository.js';

interface Analysis extends Omit<AiReply, 'answer'>, AiAnswer {
  readonly tasksAnalyzed: number;
}

const NOTHING_TO_CHECK: AiAnswer = {
  summary: 'This colleague has no open task within your reach to look at.',
  findings: [],
};

/** AI checks of colleagues: runs, as scans are. The findings go into the answer; only their counts are stored. */
@Injectable()
export class AiChecks {
  constructor(
    private readonly runs: ColleagueRuns,
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly quota: AiCheckQuota,
    private readonly tasks: AiCheckTasks,
    private readonly provider: AiProvider,
    private readonly slots: RunSlots,
  ) {}

  /**
   * @throws what `ColleagueRuns.start` throws, RateLimitExceededError, and ServiceUnavailableError when the provider fails
   *   or the service stops
   */
  async check(request: RequestContext, colleagueId: string): Promise<AiCheckResponse> {
    const run = await this.runs.start(request, colleagueId, 'ai_check', (tx) => this.quota.take(tx));
    return this.runs.perform(request, run, async (context, signal) =>
      outcomeOf(await this.analyse(context, colleagueId, signal)),
    );
  }

  private async analyse(context: RequestContext, colleagueId: string, signal: AbortSignal): Promise<Analysis> {
    const model = this.provider.requireModel();
    const colleague = await this.colleagues.getOne(context, colleagueId);
    const { role, settings } = colleague;
    const { tone } = effectiveSettings(presetOf(role), settings);
    const now = new Date().toISOString();
    const read = () => this.tasks.find(context, colleague, now);
    const tasks = await this.slots.whileReading(context, read, signal);
    const { prompt, checked } = aiCheckPrompt({ role, tone }, tasks, now);
    if (checked.length === 0) {
      return { ...NOTHING_TO_CHECK, tasksAnalyzed: 0, model, usage: { inputTokens: 0, outputTokens: 0 } };
    }
    const { answer, ...reply } = await this.provider.ask(prompt, signal);
    const ids = new Set(checked.map(({ id }) => id));
    const findings = answer.findings.filter(({ taskId }) => ids.has(taskId));
    return { summary: answer.summary, findings, tasksAnalyzed: checked.length, ...reply };
  }
}

function outcomeOf(analysis: Analysis): RunOutcome<AiCheckResponse> {
  const { tasksAnalyzed, findings } = analysis;
  const answer = ({ id: checkId, durationMs, startedAt }: EndedRun) => ({
    checkId,
    ...analysis,
    durationMs,
    startedAt,
  });
  const counts = { tasksScanned: tasksAnalyzed, actionsGenerated: findings.length, sent: 0, failed: 0 };
  return { ...counts, byRule: {}, held: NOTHING_HELD, status: 'success', error: null, answer };
}
