import { Injectable } from '@nestjs/common';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { CommentsService } from '#modules/comments/comments.service.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { DONE } from '#schema/lanes.js';
import { toWorkResponse, type WorkResponse } from '../work.dto.js';
import type { AnswerQuestion, ReviewWork, StopWork } from '../work-input.dto.js';
import type { Question } from '../work-parts.js';
import { ensureTaken } from '../work-states.js';
import { later } from './agent-calls.service.js';
import { WorkEnds } from './work-ends.js';
import { WorksRepository } from './works.repository.js';

const MINUTE = 60;
const TO_DO = 'To Do';

/** What people say to agents. */
@Injectable()
export class PersonCalls {
  constructor(
    private readonly rows: WorksRepository,
    private readonly ends: WorkEnds,
    private readonly changes: TaskChanges,
    private readonly comments: CommentsService,
  ) {}

  /** The agent goes on, with a fresh lease. */
  answerQuestion(context: RequestContext, id: string, { text }: AnswerQuestion): Promise<WorkResponse> {
    return this.ends.performChange(context, async (tx) => {
      const work = await this.rows.lockWork(tx, id);
      ensureTaken('answer', work.state);
      const { n, text: question } = work.question as Question;
      const { now, leaseSeconds, workedMs, limits } = work;
      const after = await this.rows.updateWork(tx, work, {
        state: 'working',
        question: null,
        answers: [...work.answers, { n, question, text, by: await this.rows.findCaller(tx), at: now }],
        leaseUntil: later(now, leaseSeconds),
        workingSince: now,
        limitAt: later(now, limits.maxMinutes * MINUTE - workedMs / 1_000),
      });
      return unannounced(toWorkResponse(after));
    });
  }

  /** @throws ValidationError when it is returned without a comment, ConflictError while its pull requests must be merged first */
  async reviewWork(context: RequestContext, id: string, input: ReviewWork): Promise<WorkResponse> {
    const { decision } = input;
    const comment = input.comment ?? null;
    if (decision === 'return' && comment === null) throw new ValidationError({ comment: 'Required' });
    return this.ends.performChange(context, async (tx) => {
      const task = await this.rows.lockTaskOf(tx, id);
      const work = await this.rows.lockWork(tx, id);
      ensureTaken('review', work.state);
      if (decision === 'accept' && work.limits.requireMerged && (await this.rows.hasUnmergedCode(tx, task.id))) {
        throw new ConflictError('A pull request of the task is not merged; merge it first');
      }
      const review = { decision, by: await this.rows.findCaller(tx), at: work.now, comment };
      const reviewed = await this.rows.updateWork(tx, work, { review });
      const state = decision === 'accept' ? 'accepted' : 'returned';
      const told = await this.ends.endWork(tx, reviewed, task, { state, reason: comment });
      if (decision === 'return') await this.rows.putFirst(tx, task.id);
      const status = input.status ?? (decision === 'accept' ? DONE : TO_DO);
      if (comment !== null) await this.comments.create(tx, task.id, { body: comment });
      const { events } = await this.changes.applySettings(tx, [task], { status });
      return changed(toWorkResponse((await this.rows.lockAnyWork(tx, id)) ?? reviewed), ...told, ...events);
    });
  }

  /** What waits for a person ends at once; what works has a minute. */
  stopWork(context: RequestContext, id: string, input: StopWork): Promise<WorkResponse> {
    const reason = input.reason ?? null;
    return this.ends.performChange(context, async (tx) => {
      const task = await this.rows.lockTaskOf(tx, id);
      const work = await this.rows.lockWork(tx, id);
      ensureTaken('stop', work.state);
      if (work.state === 'working') {
        return unannounced(toWorkResponse(await this.ends.requestStop(tx, work, 'hand', reason)));
      }
      const events = await this.ends.endAndRestore(tx, work, task, { state: 'stopped', reason, cause: 'hand' });
      return changed(toWorkResponse((await this.rows.lockAnyWork(tx, id)) ?? work), ...events);
    });
  }
}
