import { Injectable } from '@nestjs/common';
import { InvalidInputError, NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { TaskMutes } from '#modules/tasks/mutes/task-mutes.service.js';
import { keyOfRule } from '../settings/own-rule.js';
import { DIGEST } from '../settings/rule-names.js';
import type { VirtualColleague } from '../virtual-colleague.entity.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import type { ColleagueActivity } from './colleague-activity.entity.js';
import type { FeedbackResponse } from './colleague-history.dto.js';
import { feedbackOf } from './feedback-counts.js';
import type { GiveFeedback } from './feedback.dto.js';

/** So many different people mute a rule for a task, and for so long as their feedback counts. */
const ENOUGH = 3;
const MUTED_FOR = 30 * 86_400_000;

type RatedColleague = Pick<VirtualColleague, 'id' | 'name' | 'rules'>;
type RatedAction = Pick<ColleagueActivity, 'id' | 'rule' | 'taskId' | 'status'>;

/** What people think of what colleagues say. */
@Injectable()
export class ColleagueFeedbacks {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
    private readonly mutes: TaskMutes,
  ) {}

  /** One a person and action: the last counts. @throws NotFoundError, InvalidInputError of what nobody said */
  give(
    context: RequestContext,
    colleagueId: string,
    activityId: string,
    { useful, note }: GiveFeedback,
  ): Promise<FeedbackResponse> {
    return this.outbox.commit(context, async (tx) => {
      const colleague = await this.lockColleague(tx, colleagueId);
      const action = await this.getRated(tx, colleagueId, activityId);
      const text = `INSERT INTO virtual_colleague_feedback (company_id, activity_id, user_id, colleague_id, rule, task_id,
          useful, note, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (company_id, activity_id, user_id) DO UPDATE SET useful = excluded.useful, note = excluded.note, at = excluded.at`;
      const { rule, taskId } = action;
      const values = [tx.companyId, activityId, tx.userId, colleagueId, rule, taskId, useful, note || null];
      await this.database.execute(tx, { text }, [...values, new Date().toISOString()]);
      if (!useful && taskId !== null) await this.muteUnhelpful(tx, colleague, { rule, taskId });
      return unannounced(await this.countOf(tx, activityId));
    });
  }

  /** Feedback comes one at a time: else several could each be the second of three. */
  private async lockColleague(tx: TransactionContext, id: string): Promise<RatedColleague> {
    const text = 'SELECT id, name, rules FROM virtual_colleagues WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE';
    const colleague = await this.database.row<RatedColleague>(tx, { text }, [tx.companyId, id]);
    if (!colleague) throw new ColleagueNotFoundError();
    return colleague;
  }

  /** Mutes what enough people found not useful lately. */
  private async muteUnhelpful(
    tx: TransactionContext,
    colleague: RatedColleague,
    { rule, taskId }: { rule: string; taskId: string },
  ): Promise<void> {
    const text = `SELECT count(DISTINCT f.user_id) AS people FROM virtual_colleague_feedback f
      WHERE f.company_id = $1 AND f.colleague_id = $2 AND f.rule = $3 AND f.task_id = $4 AND NOT f.useful AND f.at > $5`;
    const now = Date.now();
    const values = [tx.companyId, colleague.id, rule, taskId, new Date(now - MUTED_FOR).toISOString()];
    const found = await this.database.row<{ people: number }>(tx, { text }, values);
    const key = keyOfRule(rule, colleague.rules);
    if ((found?.people ?? 0) < ENOUGH || key === undefined) return;
    const until = new Date(now + MUTED_FOR).toISOString();
    await this.mutes.muteRule(tx, { taskId, colleague, rule, key, until });
  }

  private async getRated(tx: TransactionContext, colleagueId: string, id: string): Promise<RatedAction> {
    const text = `SELECT a.id, a.rule, a.task_id AS "taskId", a.status FROM virtual_colleague_activity a
      JOIN virtual_colleague_runs r ON r.company_id = $1 AND r.id = a.run_id AND r.status <> 'running'
      WHERE a.company_id = $1 AND a.colleague_id = $3 AND a.id = $4 AND NOT EXISTS (
        SELECT 1 FROM unnest(a.project_ids) AS told (project_id)
        WHERE NOT ${this.access.conditionOnMany(tx, 'told.project_id')})`;
    const values = [...this.access.parameters(tx), colleagueId, id];
    const action = await this.database.row<RatedAction>(tx, { text }, values);
    if (!action) throw new NotFoundError('Action');
    if (action.rule === DIGEST)
      throw new InvalidInputError('A digest takes no feedback; give it to an action of a rule');
    if (action.status === 'held')
      throw new InvalidInputError('It was held and not said; give feedback to what was said');
    return action;
  }

  private async countOf(tx: TransactionContext, activityId: string): Promise<FeedbackResponse> {
    const text = `SELECT ${feedbackOf('rated', '$3')} AS feedback FROM (SELECT $2::uuid AS id) rated`;
    const row = await this.database.row<{ feedback: FeedbackResponse }>(tx, { text }, [
      tx.companyId,
      activityId,
      tx.userId,
    ]);
    return (row as { feedback: FeedbackResponse }).feedback;
  }
}
