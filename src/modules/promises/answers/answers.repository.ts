import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { watchesProject } from '#schema/colleagues.js';
import type { Reasons } from './answer-texts.js';

/** A colleague that can be answered. */
export interface AnsweredColleague {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly ownerId: string;
}

/** What answers to colleagues need to know. */
@Injectable()
export class AnswersRepository {
  constructor(private readonly database: Database) {}

  /** The enabled colleagues that watch a project. */
  findColleagues(tx: TransactionContext, projectId: string): Promise<AnsweredColleague[]> {
    const text = `SELECT c.id, c.name, c.role, c.owner_id AS "ownerId" FROM virtual_colleagues c
      WHERE c.company_id = $1 AND ${watchesProject('c', '$2')}`;
    return this.database.rows(tx, { text }, [tx.companyId, projectId]);
  }

  /** How often colleagues have answered on a task since a moment. */
  async countAnswers(tx: TransactionContext, taskId: string, since: string): Promise<number> {
    const text = `SELECT count(*) AS count FROM comments c
      WHERE c.company_id = $1 AND c.task_id = $2 AND c.author_id IS NULL AND c.created_at >= $3`;
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, taskId, since]))?.count ?? 0;
  }

  /** Why a colleague last said something about a task. What names things of other projects is not for all who reach the task. */
  findReasons(
    tx: TransactionContext,
    colleagueId: string,
    { id, projectId }: { readonly id: string; readonly projectId: string },
  ): Promise<Reasons | undefined> {
    const text = `SELECT CASE WHEN a.project_ids <@ ARRAY[$4::uuid] THEN a.message END AS message, a.rule, a.created_at AS at, a.why
      FROM virtual_colleague_activity a
      JOIN virtual_colleague_runs r ON r.company_id = a.company_id AND r.id = a.run_id
      WHERE a.company_id = $1 AND a.colleague_id = $2 AND a.task_id = $3 AND a.held IS NULL AND r.status <> 'running'
      ORDER BY a.created_at DESC, a.id DESC LIMIT 1`;
    return this.database.row(tx, { text }, [tx.companyId, colleagueId, id, projectId]);
  }

  /** Notes that the caller is told on a task what colleagues understand. False: that was done since a moment. */
  async noteHint(tx: TransactionContext, taskId: string, now: string, since: string): Promise<boolean> {
    const text = `INSERT INTO answer_hints AS h (company_id, task_id, person_id, told_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (company_id, task_id, person_id) DO UPDATE SET told_at = excluded.told_at WHERE h.told_at <= $5`;
    return (await this.database.execute(tx, { text }, [tx.companyId, taskId, tx.userId, now, since])) > 0;
  }
}
