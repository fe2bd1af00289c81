import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import type { AiFinding } from './ai-answer.js';
import type { AiCheckResponse } from './ai-check.dto.js';
import { aiCheckPrompt } from './ai-check.prompt.js';
import { AiCheckTasks, type CheckedTask } from './ai-check-tasks.service.js';
import { AiProvider, type AiReply } from './ai-provider.service.js';
import { ColleagueRuns, type RunOutcome } from './colleague-runs.service.js';
import { effectiveSettings } from './colleague-settings.js';
import { presetOf } from './role-presets.js';
import { VirtualColleaguesRepository } from './virtual-colleagues.repository.js';

interface Analysis extends Omit<AiReply, 'answer'> {
  readonly tasks: ReadonlyMap<string, CheckedTask>;
  readonly summary: string;
  readonly findings: AiFinding[];
}

/** AI checks of colleagues: runs like their scans, of which the findings are answered and only the counts are kept. */
@Injectable()
export class AiChecks {
  constructor(
    private readonly runs: ColleagueRuns,
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly tasks: AiCheckTasks,
    private readonly provider: AiProvider,
  ) {}

  /** @throws what starts no run, and ServiceUnavailableError when the provider fails or the service stops. */
  async check(context: RequestContext, colleagueId: string): Promise<AiCheckResponse> {
    const run = await this.runs.start(context, colleagueId, 'ai_check', 'manual');
    let analysis!: Analysis;
    const { durationMs } = await this.runs.perform(context, run, async (signal) => {
      analysis = await this.analyse(context, colleagueId, signal);
      return outcomeOf(analysis);
    });
    const { tasks, model, usage, ...found } = analysis;
    const isAllWithinReach = [...tasks.values()].every(({ isWithinReach }) => isWithinReach);
    return {
      checkId: run.id,
      summary: isAllWithinReach ? found.summary : null,
      findings: found.findings.filter(({ taskId }) => tasks.get(taskId)?.isWithinReach),
      tasksAnalyzed: tasks.size,
      ...{ model, usage, durationMs, startedAt: run.startedAt },
    };
  }

  private async analyse(context: RequestContext, colleagueId: string, signal: AbortSignal): Promise<Analysis> {
    const colleague = await this.colleagues.findOne(context, colleagueId);
    const { role, settings } = colleague;
    const { tone } = effectiveSettings(presetOf(role), settings);
    const now = new Date().toISOString();
    const { prompt, checked } = aiCheckPrompt({ role, tone }, await this.tasks.find(context, colleague, now), now);
    const tasks = new Map(checked.map((task) => [task.id, task]));
    const { answer, ...reply } = await this.provider.ask(prompt, signal);
    return { ...reply, tasks, ...answer, findings: answer.findings.filter(({ taskId }) => tasks.has(taskId)) };
  }
}

function outcomeOf({ tasks, findings }: Analysis): RunOutcome {
  const counts = { tasksScanned: tasks.size, actionsGenerated: findings.length, sent: 0, failed: 0 };
  return { ...counts, status: 'success', error: null };
}
