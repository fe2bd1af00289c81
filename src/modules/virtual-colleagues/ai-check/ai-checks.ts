import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { RunTrigger } from '../runs/colleague-run.entity.js';
import { ColleagueRuns, type EndedRun, type RunOutcome } from '../runs/colleague-runs.js';
import { effectiveSettings } from '../settings/colleague-settings.js';
import { presetOf } from '../settings/role-presets.js';
import { AI_CHECK } from '../settings/rule-names.js';
import { VirtualColleaguesRepository } from '../virtual-colleagues.repository.js';
import { AiAnalyses, type Analysis } from './ai-analyses.js';
import type { AiCheckResponse } from './ai-check.dto.js';
import { AiCheckQuota } from './ai-check-quota.js';
import type { StoredCheck } from './ai-checks.repository.js';
import { AiFindings, type SaidFindings } from './ai-findings.js';

/** AI checks of colleagues. A check is a run, as a scan is. Its findings are logged, and sent to people who want them. */
@Injectable()
export class AiChecks {
  constructor(
    private readonly runs: ColleagueRuns,
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly quota: AiCheckQuota,
    private readonly analyses: AiAnalyses,
    private readonly findings: AiFindings,
  ) {}

  /**
   * @throws what `ColleagueRuns.startRun` throws, RateLimitExceededError, and ServiceUnavailableError when the provider fails
   *   or the service stops
   */
  async checkTasks(
    request: RequestContext,
    colleagueId: string,
    trigger: RunTrigger = 'manual',
  ): Promise<AiCheckResponse> {
    const begun = { kind: 'ai_check', trigger } as const;
    const run = await this.runs.startRun(request, colleagueId, begun, (tx) => this.quota.takeCheck(tx));
    return this.runs.performRun(request, run, async (context, signal) => {
      const colleague = await this.colleagues.getOne(context, colleagueId);
      const analysis = await this.analyses.analyseTasks(context, colleague, { signal, trigger });
      return outcomeOf(analysis, await this.findings.sayFindings(context, run, analysis, signal));
    });
  }

  /** Whether each scheduled scan of the colleague is followed by a check. @throws NotFoundError */
  async followsScans(context: RequestContext, colleagueId: string): Promise<boolean> {
    const { role, settings, active } = await this.colleagues.getOne(context, colleagueId);
    return active && effectiveSettings(presetOf(role), settings).aiCheck.withScan;
  }
}

function outcomeOf(analysis: Analysis, said: SaidFindings): RunOutcome<AiCheckResponse> {
  const { summary, findings, tasksAnalyzed, dropped, model, usage, projectIds, toWrite } = analysis;
  const answerOf = ({ id: checkId, durationMs, startedAt }: EndedRun): AiCheckResponse => {
    return { checkId, summary, findings, tasksAnalyzed, dropped, model, usage, durationMs, startedAt };
  };
  const { actionsGenerated, held, write } = said;
  const projectOf = Object.fromEntries(toWrite.map(({ taskId, projectId }) => [taskId, projectId]));
  return {
    tasksScanned: tasksAnalyzed,
    actionsGenerated,
    sent: 0,
    failed: 0,
    dropped,
    held,
    byRule: actionsGenerated === 0 ? {} : { [AI_CHECK]: actionsGenerated },
    status: 'success',
    error: null,
    answer: answerOf,
    stored: (run): StoredCheck => ({ answer: answerOf(run), projectIds, projectOf }),
    write,
  };
}
