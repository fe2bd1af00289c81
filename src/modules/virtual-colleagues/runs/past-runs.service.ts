import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { ActionType } from '../settings/action-types.js';
import { ColleagueFeedbacks } from './colleague-feedbacks.js';

/** A run by schedule that sent all it had to say. */
export interface PastRun {
  readonly at: string;
  readonly tasksScanned: number;
  readonly actions: readonly PastAction[];
}

export interface PastAction {
  readonly type: ActionType;
  readonly rule: string;
  readonly taskId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly message: string;
  readonly why: Readonly<Record<string, unknown>>;
  /** Whether people found it useful, by their ids. */
  readonly feedback: ReadonlyMap<string, boolean>;
}

const ACTION = `id uuid, position integer, type text, rule text, "taskId" uuid, "projectId" uuid, "userId" uuid,
  message text, why jsonb`;

/** Gives colleagues runs that never were, as the demo company begins with. The next run does not know of them. */
@Injectable()
export class PastRuns {
  constructor(
    private readonly database: Database,
    private readonly feedbacks: ColleagueFeedbacks,
  ) {}

  /** Write the oldest first. */
  async write(tx: TransactionContext, colleagueId: string, { at, tasksScanned, actions }: PastRun): Promise<void> {
    const rows = actions.map((action, position) => ({ ...action, id: uuidv7(), position }));
    const byRule = Object.fromEntries(
      [...Map.groupBy(rows, ({ rule }) => rule)].map(([rule, said]) => [rule, said.length]),
    );
    const text = `WITH run AS (
        INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, status, tasks_scanned,
          actions_generated, sent, failed, by_rule, duration_ms, started_at, finished_at)
        VALUES ($1, $2, $3, 'scan', 'schedule', 'success', $5, $6, $6, 0, $7, 80, $4, $4) RETURNING id
      ), colleague AS (
        UPDATE virtual_colleagues SET last_run_at = $4, last_run_status = 'success' WHERE company_id = $1 AND id = $3
      ) INSERT INTO virtual_colleague_activity (company_id, id, colleague_id, run_id, position, type, rule, subject_id,
          task_id, user_id, project_ids, message, status, why, created_at)
        SELECT $1, f.id, $3, run.id, f.position, f.type, f.rule, f."taskId", f."taskId", f."userId", ARRAY[f."projectId"],
          f.message, 'sent', f.why, $4 FROM run, json_to_recordset($8::json) AS f (${ACTION})`;
    const counts = [tasksScanned, rows.length, JSON.stringify(byRule)];
    await this.database.execute(tx, { text }, [
      tx.companyId,
      uuidv7(),
      colleagueId,
      at,
      ...counts,
      JSON.stringify(rows),
    ]);
    for (const { id, feedback } of rows) {
      for (const [userId, useful] of feedback) {
        await this.feedbacks.give({ ...tx, userId }, colleagueId, id, { useful });
      }
    }
  }
}
