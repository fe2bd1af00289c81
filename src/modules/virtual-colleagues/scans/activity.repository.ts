import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { SpeakingRun } from '#modules/voice/voice.service.js';
import { NOBODY } from '#schema/voice.js';
import type { WrittenAction } from './found-action.js';

/** What identifies an action that is held. */
interface HeldAction {
  readonly key: string;
  readonly subjectId: string;
  readonly userId: string | null;
}

type NewRow = Omit<
  WrittenAction,
  'lines' | 'answerTid' | 'lists' | 'isNews' | 'isToLeads' | 'hasWaited' | 'measure'
> & {
  readonly severity?: string;
  readonly suggestion?: string;
};

const COLUMNS = `id uuid, position integer, type text, rule text, "subjectId" uuid, "taskId" uuid, "userId" uuid,
  "projectIds" json, message text, why jsonb, held text, severity text, suggestion text`;

/** The row of an action's JSON array as an array of ids. */
const PROJECT_IDS = `ARRAY(SELECT json_array_elements_text(f."projectIds")::uuid)`;

export const heldKey = ({ key, subjectId, userId }: HeldAction): string => `${key} ${subjectId} ${userId ?? NOBODY}`;

/** The rows of the log of colleagues. */
@Injectable()
export class ActivityRepository {
  constructor(private readonly database: Database) {}

  /** The keys (`heldKey`) of actions that the colleague has held already on the day of the run, in UTC. */
  async findHeldToday(
    tx: TransactionContext,
    { colleagueId, moment }: SpeakingRun,
    actions: readonly (HeldAction & { readonly held: string | null })[],
  ): Promise<Set<string>> {
    if (actions.every(({ held }) => held === null)) return new Set();
    const text = `SELECT said.rule AS key, said.subject_id AS "subjectId", said.user_id AS "userId"
      FROM virtual_colleague_said said
      WHERE said.company_id = $1 AND said.colleague_id = $2 AND said.at >= $3 AND said.held IS NOT NULL`;
    const day = DateTime.fromISO(moment, { zone: 'utc' }).startOf('day').toISO();
    const rows = await this.database.rows<HeldAction>(tx, { text }, [tx.companyId, colleagueId, day]);
    return new Set(rows.map(heldKey));
  }

  async insertActions(tx: TransactionContext, run: SpeakingRun, rows: readonly NewRow[]): Promise<void> {
    if (rows.length === 0) return;
    const text = `INSERT INTO virtual_colleague_activity (company_id, id, colleague_id, run_id, position, type, rule, subject_id,
        task_id, user_id, project_ids, message, status, why, held, severity, suggestion, created_at)
      SELECT $1::uuid, f.id, $2::uuid, $3::uuid, f.position, f.type, f.rule, f."subjectId", f."taskId", f."userId",
        ${PROJECT_IDS}, f.message, CASE WHEN f.held IS NULL THEN 'logged' ELSE 'held' END, f.why, f.held, f.severity,
        f.suggestion, $4::timestamptz
      FROM json_to_recordset($5::json) AS f (${COLUMNS})`;
    const values = [tx.companyId, run.colleagueId, run.runId, run.moment, JSON.stringify(rows)];
    await this.database.execute(tx, { text }, values);
  }

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
