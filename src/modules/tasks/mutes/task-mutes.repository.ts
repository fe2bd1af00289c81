import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { OWN_WORK_CONTEXT, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { mutesOf } from '#schema/tasks.js';
import type { TaskMute } from './task-mute.entity.js';
import type { TaskMuteResponse } from './task-mutes.dto.js';

type NewMute = Pick<TaskMute, 'taskId' | 'colleagueId' | 'until' | 'note' | 'createdAt'>;

/** A rule of a colleague, which is muted for a task. */
interface NewRuleMute {
  readonly taskId: string;
  readonly colleagueId: string;
  /** What the rule is remembered by. */
  readonly key: string;
  readonly rule: string;
  readonly until: string;
  readonly createdAt: string;
}

/** The tasks of which virtual colleagues say nothing. */
@Injectable()
export class TaskMutesRepository {
  constructor(private readonly database: Database) {}

  async findOfTask(tx: TransactionContext, taskId: string): Promise<TaskMuteResponse[]> {
    const text = `SELECT ${mutesOf('t')} AS mutes FROM tasks t WHERE t.company_id = $1 AND t.id = $2`;
    const row = await this.database.row<{ mutes: TaskMuteResponse[] }>(tx, { text }, [tx.companyId, taskId]);
    return row?.mutes ?? [];
  }

  /** Stores a mute of the caller, in place of another one of the same task and colleague. Returns its id. */
  async storeMute(tx: TransactionContext, { taskId, colleagueId, until, note, createdAt }: NewMute): Promise<string> {
    const text = `INSERT INTO task_mutes (company_id, id, task_id, colleague_id, until, note, by_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (company_id, task_id, colleague_id, rule_key) DO UPDATE
        SET id = excluded.id, until = excluded.until, note = excluded.note, by_id = excluded.by_id, created_at = excluded.created_at`;
    const id = uuidv7();
    const values = [tx.companyId, id, taskId, colleagueId, until, note, tx.userId, createdAt];
    await this.database.execute(tx, { text }, values);
    return id;
  }

  /** Mutes a rule, unless it is muted or the task is deleted. Returns whether it did. */
  async storeRuleMute(
    tx: TransactionContext,
    { taskId, colleagueId, key, rule, until, createdAt }: NewRuleMute,
  ): Promise<boolean> {
    const text = `INSERT INTO task_mutes (company_id, id, task_id, colleague_id, rule_key, rule, until, created_at)
      SELECT $1, $2::uuid, t.id, $4::uuid, $5::text, $6::text, $7::timestamptz, $8::timestamptz FROM tasks t
      WHERE t.company_id = $1 AND t.id = $3
      ON CONFLICT (company_id, task_id, colleague_id, rule_key) DO UPDATE
      SET id = excluded.id, until = excluded.until, created_at = excluded.created_at WHERE task_mutes.until <= excluded.created_at`;
    const values = [tx.companyId, uuidv7(), taskId, colleagueId, key, rule, until, createdAt];
    return (await this.database.execute(tx, { text }, values)) > 0;
  }

  async deleteMutes(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    const text = 'DELETE FROM task_mutes WHERE company_id = $1 AND id = ANY ($2::uuid[])';
    await this.database.execute(tx, { text }, [tx.companyId, ids]);
  }

  /** Deletes the mutes of all companies whose time is over. */
  async deleteExpired(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: 'DELETE FROM task_mutes WHERE until < now()' });
  }

  /** Whether the colleague exists. It is not deleted until the transaction ends. */
  async keepColleague(tx: TransactionContext, id: string): Promise<boolean> {
    const text = `SELECT 1 FROM virtual_colleagues c WHERE c.company_id = $1 AND c.id = $2 FOR KEY SHARE`;
    return (await this.database.row(tx, { text }, [tx.companyId, id])) !== undefined;
  }
}
