import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { RunTrigger } from '../runs/colleague-run.entity.js';
import { RunSlots } from '../runs/run-slots.js';
import { effectiveSettings } from '../settings/colleague-settings.js';
import { presetOf } from '../settings/role-presets.js';
import type { ColleagueRow } from '../virtual-colleagues.repository.js';
import type { AiAnswer } from './ai-answer.js';
import { aiCheckPrompt, type Prompt, sentOf } from './ai-check-prompt.js';
import { AiCheckTasksRepository, type CheckedTask, type TaskFacts } from './ai-check-tasks.repository.js';
import type { FindingToWrite } from './ai-findings.js';
import { AiProvider, AiProviderBusyError, type AiReply } from './ai-provider.js';
import { isBelievable } from './believable.js';

/** The result of a check. */
export interface Analysis extends Omit<AiReply, 'answer'>, AiAnswer {
  readonly tasksAnalyzed: number;
  readonly dropped: number;
  readonly moment: string;
  readonly colleague: ColleagueRow;
  /** The findings, with what is known of their tasks. */
  readonly toWrite: readonly FindingToWrite[];
  readonly tids: ReadonlySet<string>;
  /** The projects of all tasks that it has looked at. */
  readonly projectIds: readonly string[];
}

const NOTHING_TO_CHECK: AiAnswer = {
  summary: 'This colleague has no open task within your reach to look at.',
  findings: [],
};

/** Milliseconds after which a scheduled check asks a busy provider again. */
const SECOND_ATTEMPT = 60_000;

/** Has a model look at tasks, and drops findings that the data does not support. */
@Injectable()
export class AiAnalyses {
  constructor(
    private readonly tasks: AiCheckTasksRepository,
    private readonly provider: AiProvider,
    private readonly slots: RunSlots,
  ) {}

  /** @throws ServiceUnavailableError when the provider fails or the service stops */
  async analyseTasks(
    context: RequestContext,
    colleague: ColleagueRow,
    { signal, trigger }: { signal: AbortSignal; trigger: RunTrigger },
  ): Promise<Analysis> {
    const model = this.provider.requireModel();
    const { id: colleagueId, role, settings } = colleague;
    const { tone } = effectiveSettings(presetOf(role), settings);
    const moment = new Date().toISOString();
    const read = () => this.tasks.findTasks(context, colleague, moment);
    const tasks = await this.slots.whileReading(context, read, signal);
    const { prompt, checked } = aiCheckPrompt({ role, tone }, tasks, moment);
    const about = { colleague, moment };
    if (checked.length === 0) {
      const usage = { inputTokens: 0, outputTokens: 0 };
      return {
        ...NOTHING_TO_CHECK,
        ...about,
        tasksAnalyzed: 0,
        model,
        usage,
        dropped: 0,
        toWrite: [],
        tids: new Set(),
        projectIds: [],
      };
    }
    const { answer, ...reply } = await this.ask(prompt, signal, trigger);
    const ids = checked.map(({ id }) => id);
    const facts = await this.tasks.findFacts(context, { id: colleagueId, ids, moment });
    const people = await this.tasks.findPeople(context);
    const tids = new Set(checked.map(({ tid }) => tid));
    const isTrue = believer({ checked, tids, facts, people, colleague, moment });
    const findings = answer.findings.filter(isTrue);
    return {
      ...about,
      summary: answer.summary,
      findings,
      tasksAnalyzed: checked.length,
      dropped: answer.findings.length - findings.length,
      toWrite: toWrite(findings, checked, facts),
      tids,
      projectIds: [...new Set([...facts.values()].map(({ projectId }) => projectId))],
      ...reply,
    };
  }

  /** Nobody waits for a scheduled check, so it asks a busy provider once more. */
  private async ask(prompt: Prompt, signal: AbortSignal, trigger: RunTrigger): Promise<AiReply> {
    try {
      return await this.provider.askModel(prompt, signal);
    } catch (error) {
      if (trigger === 'manual' || !(error instanceof AiProviderBusyError) || signal.aborted) throw error;
      await delay(SECOND_ATTEMPT, undefined, { signal }).catch(() => undefined);
      return this.provider.askModel(prompt, signal);
    }
  }
}

interface Believed {
  readonly checked: readonly CheckedTask[];
  readonly tids: ReadonlySet<string>;
  readonly facts: ReadonlyMap<string, TaskFacts>;
  readonly people: readonly string[];
  readonly colleague: ColleagueRow;
  readonly moment: string;
}

/** Tells whether the data supports a finding. Findings about other tasks are dropped. */
function believer({ checked, tids, facts, people, colleague, moment }: Believed) {
  const byId = new Map(checked.map((task) => [task.id, task]));
  return (finding: AiAnswer['findings'][number]): boolean => {
    const [task, known] = [byId.get(finding.taskId), facts.get(finding.taskId)];
    if (!task || !known) return false;
    const sent = sentOf(task, colleague.role);
    return isBelievable(finding, { task, sent, creator: known.creator, tids, people, now: moment });
  };
}

/** A finding is new when neither the log nor an earlier finding of the check has its severity and its task. */
function toWrite(
  findings: AiAnswer['findings'],
  checked: readonly CheckedTask[],
  facts: ReadonlyMap<string, TaskFacts>,
): FindingToWrite[] {
  const written = new Set<string>();
  return findings.map((finding): FindingToWrite => {
    const { projectId, isMuted, written: before } = facts.get(finding.taskId) as TaskFacts;
    const { tid, title } = checked.find(({ id }) => id === finding.taskId) as CheckedTask;
    const key = `${finding.taskId} ${finding.severity}`;
    const isNew = !written.has(key) && !before.includes(finding.severity);
    written.add(key);
    return { ...finding, projectId, isMuted, tid, title, isNew };
  });
}
