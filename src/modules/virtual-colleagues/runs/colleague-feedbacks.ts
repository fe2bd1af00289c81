import { Injectable } from '@nestjs/common';
import { InvalidInputError, NotFoundError } from '#common/errors/app-error.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskMutes } from '#modules/tasks/mutes/task-mutes.service.js';
import { keyOfRule } from '../settings/own-rule.js';
import { DIGEST } from '../settings/rule-names.js';
import {
  ColleagueFeedbacksRepository,
  type RatedAction,
  type RatedColleague,
} from './colleague-feedbacks.repository.js';
import type { FeedbackResponse } from './colleague-history.dto.js';
import type { GiveFeedback } from './feedback.dto.js';

/** This many different people mute a rule for a task, and their feedback counts for this many milliseconds. */
const ENOUGH = 3;
const MUTED_FOR = 30 * 86_400_000;

/** What people think of what colleagues say. */
@Injectable()
export class ColleagueFeedbacks {
  constructor(
    private readonly feedbacks: ColleagueFeedbacksRepository,
    private readonly outbox: Outbox,
    private readonly mutes: TaskMutes,
  ) {}

  /** A person has one feedback to an action: the last counts. @throws NotFoundError, InvalidInputError of what was not said */
  giveFeedback(
    context: RequestContext,
    colleagueId: string,
    activityId: string,
    { useful, note }: GiveFeedback,
  ): Promise<FeedbackResponse> {
    return this.outbox.commit(context, async (tx) => {
      const colleague = await this.lockColleague(tx, colleagueId);
      const { rule, taskId } = await this.getRated(tx, colleagueId, activityId);
      const at = new Date().toISOString();
      const feedback = { activityId, colleagueId, rule, taskId, useful, note: note || null, at };
      await this.feedbacks.storeFeedback(tx, feedback);
      if (!useful && taskId !== null) await this.muteUnhelpful(tx, colleague, { rule, taskId });
      return unannounced(await this.feedbacks.countFeedback(tx, activityId));
    });
  }

  /** Feedback comes one at a time. Otherwise each of several people could count only two, and nobody would be the third. */
  private async lockColleague(tx: TransactionContext, id: string): Promise<RatedColleague> {
    const colleague = await this.feedbacks.lockColleague(tx, id);
    if (!colleague) throw new ColleagueNotFoundError();
    return colleague;
  }

  /** Mutes what enough people found not useful lately. */
  private async muteUnhelpful(
    tx: TransactionContext,
    colleague: RatedColleague,
    { rule, taskId }: { rule: string; taskId: string },
  ): Promise<void> {
    const now = Date.now();
    const since = new Date(now - MUTED_FOR).toISOString();
    const people = await this.feedbacks.countUnhappyPeople(tx, { colleagueId: colleague.id, rule, taskId }, since);
    const key = keyOfRule(rule, colleague.rules);
    if (people < ENOUGH || key === undefined) return;
    const until = new Date(now + MUTED_FOR).toISOString();
    await this.mutes.muteRule(tx, { taskId, colleague, rule, key, until });
  }

  private async getRated(tx: TransactionContext, colleagueId: string, id: string): Promise<RatedAction> {
    const action = await this.feedbacks.findAction(tx, colleagueId, id);
    if (!action) throw new NotFoundError('Action');
    if (action.rule === DIGEST)
      throw new InvalidInputError('A digest takes no feedback; give it to an action of a rule');
    if (action.status === 'held')
      throw new InvalidInputError('It was held and not said; give feedback to what was said');
    return action;
  }
}
