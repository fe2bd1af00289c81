import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { CommentsService } from '#modules/comments/comments.service.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { userReference } from '#schema/users.js';
import { DONE } from '#schema/lanes.js';
import { toWorkResponse, type WorkResponse } from '../work.dto.js';
import type { AnswerQuestion, ReviewWork, StopWork } from '../work-input.dto.js';
import type { Question } from '../work-parts.js';
import { ensureTaken } from '../work-states.js';
import { later } from './agent-calls.service.js';
import { WorkEnds } from './work-ends.js';
import { WorkRows } from './work-rows.js';

const MINUTE = 60;
const TO_DO = 'To Do';

/** What people say to agents. */
@Injectable()
export class PersonCalls {
  constructor(
    private readonly database: Database,
    private readonly rows: WorkRows,
    private readonly ends: WorkEnds,
    private readonly changes: TaskChanges,
    private readonly comments: CommentsService,
  ) {}

  /** The agent goes on, with a fresh lease. */
  answer(context: RequestContext, id: string, { text }: AnswerQuestion): Promise<WorkResponse> {
    return this.ends.perform(context, async (tx) => {
      const work = await this.rows.lock(tx, id);
      ensureTaken('answer', work.state);
      const { n, text: question } = work.question as Question;
      const { now, leaseSeconds, workedMs, limits } = work;
      const after = await this.rows.update(tx, work, {
        state: 'working',
        question: null,
        answers: [...work.answers, { n, question, text, by: await this.callerOf(tx), at: now }],
        leaseUntil: later(now, leaseSeconds),
        workingSince: now,
        limitAt: later(now, limits.maxMinutes * MINUTE - workedMs / 1_000),
      });
      return unannounced(toWorkResponse(after));
    });
  }

  /** @throws ValidationError when it is returned without a comment */
  async review(context: RequestContext, id: string, input: ReviewWork): Promise<WorkResponse> {
    const { decision } = input;
    const comment = input.comment ?? null;
    if (decision === 'return' && comment === null) throw new ValidationError({ comment: 'Required' });
    return this.ends.perform(context, async (tx) => {
      const task = await this.rows.lockTaskOf(tx, id);
      const work = await this.rows.lock(tx, id);
      ensureTaken('review', work.state);
      const review = { decision, by: await this.callerOf(tx), at: work.now, comment };
      const reviewed = await this.rows.update(tx, work, { review });
      const state = decision === 'accept' ? 'accepted' : 'returned';
      const told = await this.ends.end(tx, reviewed, task, { state, reason: comment });
      if (decision === 'return') await this.startAnew(tx, task.id);
      const status = input.status ?? (decision === 'accept' ? DONE : TO_DO);
      if (comment !== null) await this.comments.create(tx, task.id, { body: comment });
      const { events } = await this.changes.apply(tx, [task], { status });
      return changed(toWorkResponse((await this.rows.find(tx, id)) ?? reviewed), ...told, ...events);
    });
  }

  /** What waits for a person ends at once; what works has a minute. */
  stop(context: RequestContext, id: string, input: StopWork): Promise<WorkResponse> {
    const reason = input.reason ?? null;
    return this.ends.perform(context, async (tx) => {
      const task = await this.rows.lockTaskOf(tx, id);
      const work = await this.rows.lock(tx, id);
      ensureTaken('stop', work.state);
      if (work.state === 'working') {
        return unannounced(toWorkResponse(await this.ends.requestStop(tx, work, 'hand', reason)));
      }
      const events = await this.ends.endAndRestore(tx, work, task, { state: 'stopped', reason, cause: 'hand' });
      return changed(toWorkResponse((await this.rows.find(tx, id)) ?? work), ...events);
    });
  }

  /** Attempts count from 0, and the task comes first. */
  private async startAnew(tx: TransactionContext, taskId: string): Promise<void> {
    const text = `UPDATE task_works SET base_number = last_number, failures = 0, is_stuck = false, is_held = false,
        is_returned = true, put_off_until = NULL WHERE company_id = $1 AND task_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, taskId]);
  }

  private async callerOf(tx: TransactionContext): Promise<NamedReference> {
    const text = `SELECT ${userReference('u')} AS caller FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    const row = await this.database.row<{ caller: NamedReference }>(tx, { text }, [tx.companyId, tx.userId]);
    return row?.caller ?? { id: tx.userId, name: '' };
  }
}
