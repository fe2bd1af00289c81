import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Hooks } from '#core/hooks/hooks.js';
import { CommentsService } from '#modules/comments/comments.service.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import type { LockedTask } from '#modules/tasks/changes/task-locks.service.js';
import { IN_REVIEW } from '#schema/lanes.js';
import { type HeartbeatResponse, toWorkResponse, type WorkActivityResponse, type WorkResponse } from '../work.dto.js';
import type { Work } from '../work.entity.js';
import { OnWorkSubmission } from '../work.hooks.js';
import type { Ask, CreateWorkActivity, Fail, Heartbeat, Release, ReplacePlan, Submit } from '../work-input.dto.js';
import { ensureTaken, type WorkCall } from '../work-states.js';
import { type Ending, WorkEnds } from './work-ends.js';
import { type LockedWork, unfenced, WorksRepository } from './works.repository.js';

const MOST_ACTIVITIES = 1_000;
const LONGEST_LINE = 200;

/** What an agent says of the work that it holds. */
@Injectable()
export class AgentCalls {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly rows: WorksRepository,
    private readonly ends: WorkEnds,
    private readonly changes: TaskChanges,
    private readonly comments: CommentsService,
  ) {}

  noteHeartbeat(context: RequestContext, id: string, input: Heartbeat): Promise<HeartbeatResponse> {
    return this.ends.performChange(context, async (tx) => {
      const held = await this.lock(tx, id, 'heartbeat');
      const { leaseSeconds = held.leaseSeconds, progress = held.progress, note, seen = [] } = input;
      const usage = totalOf(held.usage, input.usage);
      let work = await this.rows.updateWork(tx, held, {
        leaseSeconds,
        leaseUntil: held.state === 'working' ? later(held.now, leaseSeconds) : null,
        lastSeenAt: held.now,
        progress,
        note: note === undefined ? held.note : note || null,
        usage,
        answers: held.answers.filter(({ n }) => !seen.includes(n)),
      });
      work = await this.stopped(tx, work);
      const { leaseUntil, stopCause, answers } = work;
      return unannounced({ until: leaseUntil, stopRequested: stopCause !== null, answers: [...answers] });
    });
  }

  /** @throws ConflictError when the work has 1,000 */
  addActivity(context: RequestContext, id: string, input: CreateWorkActivity): Promise<WorkActivityResponse> {
    return this.ends.performChange(context, async (tx) => {
      const work = await this.lock(tx, id, 'activities');
      if (work.activityCount >= MOST_ACTIVITIES)
        throw new ConflictError(`A work has at most ${MOST_ACTIVITIES} activities`);
      const { type, text, data = null } = input;
      const activity = { id: uuidv7(), at: work.now, type, text, data };
      await this.rows.updateWork(tx, work, { activityCount: work.activityCount + 1, lastSeenAt: work.now });
      await this.rows.insertActivity(tx, id, activity);
      return unannounced(activity);
    });
  }

  replacePlan(context: RequestContext, id: string, { steps }: ReplacePlan): Promise<WorkResponse> {
    return this.ends.performChange(context, async (tx) => {
      const work = await this.lock(tx, id, 'plan');
      const plan = steps.map(({ title, state }) => ({ title, state }));
      return unannounced(toWorkResponse(await this.rows.updateWork(tx, work, { plan, lastSeenAt: work.now })));
    });
  }

  /** The clock stands still until somebody answers. */
  askQuestion(context: RequestContext, id: string, { question: text, options = [] }: Ask): Promise<WorkResponse> {
    return this.onTask(context, id, 'ask', async (tx, work, task) => {
      if (work.stopCause !== null) throw new ConflictError('This work is to stop; hand in, release or fail');
      const n = work.asked + 1;
      const events = await this.ends.tellPerson(tx, task, `${work.colleagueName} asks: ${lineOf(text)}`);
      const after = await this.rows.updateWork(tx, work, {
        state: 'asking',
        asked: n,
        question: { n, text, options, at: work.now },
        ...paused(work),
      });
      return { after, events };
    });
  }

  /** The task goes to review, and the summary becomes a comment. The same again changes nothing. */
  submitWork(context: RequestContext, id: string, input: Submit): Promise<WorkResponse> {
    return this.ends.performChange(context, async (tx) => {
      const task = await this.rows.lockTaskOf(tx, id);
      const work = await this.rows.lockOwn(tx, id);
      const { summary, status = IN_REVIEW } = input;
      const links = (input.links ?? []).map(({ title, url }) => ({ title, url }));
      const isSame = work.summary === summary && work.submittedTo === status && isDeepStrictEqual(work.links, links);
      if (work.state === 'submitted' && isSame) return unannounced(toWorkResponse(work));
      ensureTaken('submit', work.state);
      const after = await this.rows.updateWork(tx, work, {
        state: 'submitted',
        summary,
        links,
        submittedTo: status,
        stopCause: null,
        stopReason: null,
        stopAt: null,
        ...paused(work),
      });
      const service = unfenced(tx);
      await this.hooks.call(
        OnWorkSubmission,
        service,
        task.id,
        links.map(({ url }) => url),
      );
      await this.comments.create(service, task.id, { body: summary });
      const { events } = await this.changes.applySettings(service, [task], { status });
      const told = await this.ends.tellPerson(tx, task, `${work.colleagueName} hands it in: ${lineOf(summary)}`);
      return changed(toWorkResponse(after), ...events, ...told);
    });
  }

  releaseWork(context: RequestContext, id: string, { reason }: Release): Promise<WorkResponse> {
    return this.end(context, id, 'release', { state: 'released', reason: reason ?? null });
  }

  failWork(context: RequestContext, id: string, { reason, retry }: Fail): Promise<WorkResponse> {
    return this.end(context, id, 'fail', { state: 'failed', reason, ...(retry !== undefined && { retry }) });
  }

  private end(context: RequestContext, id: string, call: WorkCall, ending: Ending): Promise<WorkResponse> {
    return this.onTask(context, id, call, async (tx, work, task) => {
      const events = await this.ends.endAndRestore(tx, work, task, ending);
      return { after: (await this.rows.lockAnyWork(tx, id)) ?? work, events };
    });
  }

  private onTask(
    context: RequestContext,
    id: string,
    call: WorkCall,
    change: (
      tx: TransactionContext,
      work: LockedWork,
      task: LockedTask,
    ) => Promise<{ after: Work; events: DomainEvent[] }>,
  ): Promise<WorkResponse> {
    return this.ends.performChange(context, async (tx) => {
      const task = await this.rows.lockTaskOf(tx, id);
      const work = await this.lock(tx, id, call);
      const { after, events } = await change(tx, work, task);
      return changed(toWorkResponse(after), ...events);
    });
  }

  private async lock(tx: TransactionContext, id: string, call: WorkCall): Promise<LockedWork> {
    const work = await this.rows.lockOwn(tx, id);
    ensureTaken(call, work.state);
    return work;
  }

  /** The work, which is to stop when its task changed or it is over a limit. */
  private stopped(tx: TransactionContext, work: LockedWork): Promise<LockedWork> {
    if (work.mustStop) return this.ends.requestStop(tx, work, 'task', null);
    const { maxCostUsd } = work.limits;
    if (maxCostUsd !== null && work.usage.costUsd > maxCostUsd) {
      return this.ends.requestStop(tx, work, 'limits', 'It cost more than it may');
    }
    const isLong = work.limitAt !== null && work.limitAt <= work.now;
    return isLong
      ? this.ends.requestStop(tx, work, 'limits', 'It worked for as long as it may')
      : Promise.resolve(work);
  }
}

/** Without a lease: time does not count. */
function paused({ workedMs, workingSince, now }: LockedWork): Partial<Work> {
  const worked = workedMs + (workingSince === null ? 0 : Date.parse(now) - Date.parse(workingSince));
  return { leaseUntil: null, workingSince: null, limitAt: null, workedMs: worked, lastSeenAt: now };
}

export function later(moment: string, seconds: number): string {
  return new Date(Date.parse(moment) + seconds * 1_000).toISOString();
}

/** A number that is lower than before is ignored. */
function totalOf(before: Work['usage'], given: Work['usage'] = before): Work['usage'] {
  return {
    inputTokens: Math.max(before.inputTokens, given.inputTokens),
    outputTokens: Math.max(before.outputTokens, given.outputTokens),
    costUsd: Math.max(before.costUsd, given.costUsd),
  };
}

function lineOf(text: string): string {
  return Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, LONGEST_LINE).join('');
}
