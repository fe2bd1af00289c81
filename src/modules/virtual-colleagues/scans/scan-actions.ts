import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';
import { tasks } from '../../tasks/tasks.sql.js';
import { ROLE_RULES, scopeOf } from '../rules/role-rules.js';
import {
  COLLEAGUE,
  COMPANY,
  hours,
  MOMENT,
  OWNER,
  PROJECTS,
  RUN,
  type Rule,
  type RuleScope,
  type ActionType,
} from '../rules/rule.js';
import { type ColleagueSettings, effectiveSettings } from '../settings/colleague-settings.js';
import { presetOf } from '../settings/role-presets.js';
import type { VirtualColleague } from '../virtual-colleague.entity.js';

/** A scan of a colleague's projects as they are at a moment. */
export interface Scan {
  readonly runId: string;
  readonly colleague: VirtualColleague;
  readonly moment: string;
  /** Its active projects. */
  readonly projectIds: readonly string[];
}

/** What a scan has found. */
export interface ScanFindings {
  tasksScanned: number;
  actionsGenerated: number;
}

/** Names the parameters of every rule's SQL, so that each has a type, used or not. */
const PARAMETERS = `parameters AS (SELECT ${[COMPANY, COLLEAGUE, MOMENT, OWNER, PROJECTS, RUN].join(', ')})`;

const PART_OF: Record<ActionType, 'chase' | 'reminder' | 'escalation' | 'reporting'> = {
  chase: 'chase',
  reminder: 'reminder',
  escalation: 'escalation',
  report: 'reporting',
};

/** Makes the actions of scans inside the database: they never pass through this process, even if there are many. */
@Injectable()
export class ScanActions {
  constructor(private readonly database: Database) {}

  /** Writes the actions of every rule that the colleague's role runs and its settings leave on, as `logged`. */
  async write(tx: TransactionContext, scan: Scan): Promise<ScanFindings> {
    const { role, settings: overrides } = scan.colleague;
    const settings = effectiveSettings(presetOf(role), overrides);
    // Customers get their own digest only: all others may name people and hours.
    if (role === 'customer') settings.reporting = { ...settings.reporting, digest: 'customer' };
    const scope: RuleScope = { settings, ...scopeOf(role) };
    const tasksScanned = await this.countTasks(tx, scan, scope);
    let actionsGenerated = 0;
    for (const rule of ROLE_RULES[role].filter(({ type }) => settings[PART_OF[type]].enabled)) {
      actionsGenerated += await this.writeOf(rule, { tx, scan, scope, position: actionsGenerated });
    }
    return { tasksScanned, actionsGenerated };
  }

  /** The messages of the first actions of a run. */
  async findMessages(context: RequestContext, runId: string, count: number): Promise<string[]> {
    const text = `SELECT message FROM virtual_colleague_activity WHERE company_id = $1 AND run_id = $2
      ORDER BY position LIMIT $3`;
    const rows = await this.database.rows<{ message: string }>(context, { text }, [context.companyId, runId, count]);
    return rows.map(({ message }) => message);
  }

  /** Records the outcome of the actions of a run between two positions. */
  async setStatus(
    tx: TransactionContext,
    runId: string,
    status: 'sent' | 'failed',
    { from, to }: { from: number; to: number },
  ): Promise<void> {
    const text = `UPDATE virtual_colleague_activity SET status = $3
      WHERE company_id = $1 AND run_id = $2 AND position >= $4 AND position < $5`;
    await this.database.execute(tx, { text }, [tx.companyId, runId, status, from, to]);
  }

  private async countTasks(tx: TransactionContext, scan: Scan, { isScanned }: RuleScope): Promise<number> {
    const text = `WITH ${PARAMETERS} SELECT count(*) FROM ${tasks('t')} WHERE ${isScanned}`;
    const row = await this.database.row<{ count: number }>(tx, { text }, valuesOf(tx, scan));
    return row?.count ?? 0;
  }

  private async writeOf(
    rule: Rule,
    { tx, scan, scope, position }: { tx: TransactionContext; scan: Scan; scope: RuleScope; position: number },
  ): Promise<number> {
    const { from, subjectId, taskId, userId, projectIds, urgency, values } = rule.find(scope);
    const template = templateOf(rule.messages(scope)[scope.settings.tone], Object.keys(values));
    const text = `WITH ${PARAMETERS}, found AS (
        SELECT ${subjectId} AS subject_id, ${taskId ?? 'NULL::uuid'} AS task_id, ${userId ?? 'NULL::uuid'} AS user_id,
          ${projectIds} AS project_ids, row_number() OVER (ORDER BY ${urgency}, ${subjectId}) AS place,
          format($7::text, ${Object.values(values).join(', ')}) AS message
        FROM ${from}
      ), written AS (
        INSERT INTO virtual_colleague_activity (company_id, id, colleague_id, run_id, position, type, rule, subject_id, task_id,
          user_id, project_ids, message, status, created_at)
        SELECT ${COMPANY}, make_uuid_v7(), ${COLLEAGUE}, ${RUN}, $8::integer + row_number() OVER (ORDER BY f.place) - 1, $9, $10,
          f.subject_id, f.task_id, f.user_id, f.project_ids, f.message, 'logged', ${MOMENT}
        FROM found f WHERE ${isNews(rule, scope.settings)} RETURNING subject_id
      ), said AS (
        INSERT INTO virtual_colleague_said (company_id, colleague_id, rule, subject_id, run_id, at)
        SELECT DISTINCT ${COMPANY}, ${COLLEAGUE}, $10, subject_id, ${RUN}, ${MOMENT} FROM written WHERE ${!rule.isRepeated}
      ) SELECT count(*) AS count FROM written`;
    const row = await this.database.row<{ count: number }>(tx, { text }, [
      ...valuesOf(tx, scan),
      ...[template, position, rule.type, rule.name],
    ]);
    return row?.count ?? 0;
  }
}

/** A condition on the row `f`: the colleague has not said the same about the same thing recently. */
function isNews({ isRepeated }: Rule, { chase }: ColleagueSettings): string {
  return isRepeated
    ? 'true'
    : `NOT EXISTS (SELECT 1 FROM virtual_colleague_said said
        WHERE said.company_id = ${COMPANY} AND said.colleague_id = ${COLLEAGUE} AND said.rule = $10
          AND said.subject_id = f.subject_id AND said.at > ${MOMENT} - ${hours(chase.repeatHours)})`;
}

/** A message's `{name}` becomes the place of that value in PostgreSQL's `format`. */
function templateOf(message: string, names: readonly string[]): string {
  return message.replaceAll('%', '%%').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const place = names.indexOf(name) + 1;
    if (place === 0) throw new Error(`A message names {${name}}, which its rule does not find`);
    return `%${place}$s`;
  });
}

function valuesOf({ companyId }: RequestContext, { runId, colleague, moment, projectIds }: Scan): unknown[] {
  return [companyId, colleague.id, moment, colleague.ownerId, projectIds, runId];
}
