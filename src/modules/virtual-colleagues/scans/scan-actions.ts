import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { Change } from '#core/events/domain-event.js';
import { NOBODY } from '../rules/finding-statement.js';
import { DIGEST } from '../settings/rule-names.js';
import type { Found, FoundAction } from './found-action.js';
import { TaskDelegation } from './task-delegation.js';

/** The run that said something. */
interface Run {
  readonly runId: string;
  readonly colleagueId: string;
  readonly moment: string;
}

/** An action that is written, with its place in the run. */
export type WrittenAction = FoundAction & { readonly id: string; readonly position: number };

const COLUMNS = `id uuid, position integer, type text, rule text, key text, "subjectId" uuid, "taskId" uuid, "userId" uuid,
  "projectIds" json, message text, why jsonb, held text`;

/** The row of an action's JSON array as an array of ids. */
const PROJECT_IDS = `ARRAY(SELECT json_array_elements_text(f."projectIds")::uuid)`;

/** Writes what scans say, and remembers it. */
@Injectable()
export class ScanActions {
  constructor(
    private readonly database: Database,
    private readonly delegation: TaskDelegation,
  ) {}

  /** Carries out what an orchestrator gives to agents. Returns the actions that still hold. */
  giveAway(tx: TransactionContext, found: Found): Promise<Change<readonly FoundAction[]>> {
    return this.delegation.giveAway(tx, found);
  }

  /** Writes the actions as `logged`. Of those that are held, one a rule, thing, person and day; of `repeat` none. */
  async write(tx: TransactionContext, run: Run, actions: readonly FoundAction[]): Promise<WrittenAction[]> {
    const kept = actions.filter(({ held }) => held !== 'repeat');
    const rows = kept.map((action, position) => ({ ...action, id: uuidv7(), position }));
    if (rows.length === 0) return [];
    const text = `WITH found AS (
        SELECT f.* FROM json_to_recordset($5::json) AS f (${COLUMNS})
        WHERE f.held IS NULL OR NOT EXISTS (SELECT 1 FROM virtual_colleague_said said
          WHERE said.company_id = $1 AND said.colleague_id = $2 AND said.rule = f.key AND said.subject_id = f."subjectId"
            AND said.user_id = coalesce(f."userId", '${NOBODY}') AND said.held IS NOT NULL
            AND said.at >= date_trunc('day', $4::timestamptz, 'UTC'))
      ), said AS (
        INSERT INTO virtual_colleague_said (company_id, colleague_id, rule, subject_id, user_id, run_id, at, held)
        SELECT $1::uuid, $2::uuid, f.key, f."subjectId", coalesce(f."userId", '${NOBODY}'), $3::uuid, $4::timestamptz, min(f.held)
        FROM found f WHERE f.rule <> '${DIGEST}' GROUP BY f.key, f."subjectId", f."userId"
      ) INSERT INTO virtual_colleague_activity (company_id, id, colleague_id, run_id, position, type, rule, subject_id, task_id,
          user_id, project_ids, message, status, why, held, created_at)
        SELECT $1::uuid, f.id, $2::uuid, $3::uuid, f.position, f.type, f.rule, f."subjectId", f."taskId", f."userId",
          ${PROJECT_IDS}, f.message, CASE WHEN f.held IS NULL THEN 'logged' ELSE 'held' END, f.why, f.held, $4::timestamptz
        FROM found f`;
    const values = [tx.companyId, run.colleagueId, run.runId, run.moment, JSON.stringify(rows)];
    await this.database.execute(tx, { text }, values);
    return rows;
  }

  /** Records the outcome of actions. */
  async setStatus(
    tx: TransactionContext,
    runId: string,
    status: 'sent' | 'failed',
    ids: readonly string[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const text = `UPDATE virtual_colleague_activity SET status = $3
      WHERE company_id = $1 AND run_id = $2 AND id = ANY ($4::uuid[])`;
    await this.database.execute(tx, { text }, [tx.companyId, runId, status, ids]);
  }
}
