import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { VirtualColleague } from '../virtual-colleague.entity.js';
import type { ColleagueActivity } from './colleague-activity.entity.js';
import type { ColleagueFeedback } from './colleague-feedback.entity.js';
import type { FeedbackResponse } from './colleague-history.dto.js';

export type RatedColleague = Pick<VirtualColleague, 'id' | 'name' | 'rules'>;
export type RatedAction = Pick<ColleagueActivity, 'id' | 'rule' | 'taskId' | 'status'>;

/** SQL of what people think of the action of the row, `{useful, notUseful, mine}`; `user` is the parameter of the caller. */
export function feedbackOf(action: string, user: string): string {
  return `(SELECT json_build_object('useful', count(*) FILTER (WHERE f.useful), 'notUseful', count(*) FILTER (WHERE NOT f.useful),
      'mine', bool_or(f.useful) FILTER (WHERE f.user_id = ${user}))
    FROM virtual_colleague_feedback f WHERE f.company_id = $1 AND f.activity_id = ${action}.id)`;
}

/** The table of feedback, and what feedback is about. */
@Injectable()
export class ColleagueFeedbacksRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  lockColleague(tx: TransactionContext, id: string): Promise<RatedColleague | undefined> {
    const text = 'SELECT id, name, rules FROM virtual_colleagues WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE';
    return this.database.row(tx, { text }, [tx.companyId, id]);
  }

  /** An action of a run that has ended, when the caller reaches all projects that it tells of. */
  findAction(tx: TransactionContext, colleagueId: string, id: string): Promise<RatedAction | undefined> {
    const text = `SELECT a.id, a.rule, a.task_id AS "taskId", a.status FROM virtual_colleague_activity a
      JOIN virtual_colleague_runs r ON r.company_id = $1 AND r.id = a.run_id AND r.status <> 'running'
      WHERE a.company_id = $1 AND a.colleague_id = $3 AND a.id = $4 AND NOT EXISTS (
        SELECT 1 FROM unnest(a.project_ids) AS told (project_id)
        WHERE NOT ${this.access.conditionOnMany(tx, 'told.project_id')})`;
    return this.database.row(tx, { text }, [...this.access.parametersOf(tx), colleagueId, id]);
  }

  /** Stores what the caller says of an action, in place of what the caller said before. */
  async storeFeedback(
    tx: TransactionContext,
    { activityId, colleagueId, rule, taskId, useful, note, at }: Omit<ColleagueFeedback, 'companyId' | 'userId'>,
  ): Promise<void> {
    const text = `INSERT INTO virtual_colleague_feedback (company_id, activity_id, user_id, colleague_id, rule, task_id,
          useful, note, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (company_id, activity_id, user_id) DO UPDATE SET useful = excluded.useful, note = excluded.note, at = excluded.at`;
    const values = [tx.companyId, activityId, tx.userId, colleagueId, rule, taskId, useful, note, at];
    await this.database.execute(tx, { text }, values);
  }

  /** How many people have found a rule not useful for a task since a moment. */
  async countUnhappyPeople(
    tx: TransactionContext,
    { colleagueId, rule, taskId }: { colleagueId: string; rule: string; taskId: string },
    since: string,
  ): Promise<number> {
    const text = `SELECT count(DISTINCT f.user_id) AS people FROM virtual_colleague_feedback f
      WHERE f.company_id = $1 AND f.colleague_id = $2 AND f.rule = $3 AND f.task_id = $4 AND NOT f.useful AND f.at > $5`;
    const values = [tx.companyId, colleagueId, rule, taskId, since];
    return (await this.database.row<{ people: number }>(tx, { text }, values))?.people ?? 0;
  }

  /** All feedback to an action, counted. */
  async countFeedback(tx: TransactionContext, activityId: string): Promise<FeedbackResponse> {
    const text = `SELECT ${feedbackOf('rated', '$3')} AS feedback FROM (SELECT $2::uuid AS id) rated`;
    const values = [tx.companyId, activityId, tx.userId];
    const row = await this.database.row<{ feedback: FeedbackResponse }>(tx, { text }, values);
    return (row as { feedback: FeedbackResponse }).feedback;
  }
}
