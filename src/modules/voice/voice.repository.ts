import { Injectable } from '@nestjs/common';
import {
  type DatabaseContext,
  OWN_WORK_CONTEXT,
  type RequestContext,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type HeldReason, NOBODY, selectLastAct, type TaskAndPerson } from '#schema/voice.js';

/** A day of a person, in moments. */
export interface PersonsDay {
  readonly personId: string;
  readonly from: string;
  readonly until: string;
}

/** What was said of a task to a person. */
export interface SaidOfTask extends TaskAndPerson {
  /** The task, or the promise about it. */
  readonly subjectId: string;
  readonly colleagueId: string;
  /** The name of the rule, or the id of one's own. */
  readonly rule: string;
}

/** How many actions a person was told. */
interface SaidCount extends HeardCount {
  readonly personId: string;
}

/** How many actions a person has heard on a day. */
export interface HeardCount {
  /** From one colleague; without what a mail to a list brought to others. */
  readonly made: number;
  readonly own: number;
  /** From all colleagues. */
  readonly all: number;
}

/** A run of a colleague, and the moment that it looks at. */
export interface SpeakingRun {
  readonly colleagueId: string;
  readonly runId: string;
  readonly moment: string;
}

/** An action, as it is remembered. */
interface Remembered {
  /** What the rule is remembered by. */
  readonly key: string;
  readonly subjectId: string;
  readonly type: string;
  /** What the rule counted. */
  readonly measure: number | null;
}

/** What a run says to someone, or holds. */
export interface Marked extends Remembered {
  readonly userId: string | null;
  readonly held: HeldReason | null;
}

/** Someone whom a channel told of an action. */
export interface Told extends Remembered {
  readonly personId: string;
}

/** The class of the locks of those who speak; any number that nothing else takes. */
const SPEAKING_LOCKS = 1_017;

/** As long as the first silent time of the longest `repeatHours`. */
const MEMORY = '26280 hours';

const PAIRS = '"taskId" uuid, "personId" uuid';

/** Whether the row `said` counts for others: a channel took it, or its run goes on. */
const IS_TOLD = 'said.told IS NOT FALSE';

/** The tasks `$4`, and the broken promises about them: what is said of those is said of the task. */
const SUBJECTS = `WITH subject (company_id, id, task_id) AS (
    SELECT $1::uuid, given.id, given.id FROM unnest($4::uuid[]) AS given (id)
    UNION ALL SELECT p.company_id, p.id, p.task_id FROM promises p
      WHERE p.company_id = $1 AND p.task_id = ANY ($4::uuid[]) AND p.state = 'broken')`;

/** What the row `said` of a row `subject` is about, and who said it. */
const SAID_OF_TASK = `DISTINCT subject.task_id AS "taskId", subject.id AS "subjectId", said.user_id AS "personId",
        said.colleague_id AS "colleagueId", said.rule`;

const OF_SUBJECT = 'JOIN subject ON subject.company_id = said.company_id AND subject.id = said.subject_id';

/** Who was told what. */
@Injectable()
export class VoiceRepository {
  constructor(private readonly database: Database) {}

  /** No other colleague of the company checks what is said, or marks it, until the transaction ends. */
  async lockSpeaking(tx: TransactionContext): Promise<void> {
    const text = `SELECT pg_advisory_xact_lock(${SPEAKING_LOCKS}, hashtext($1))`;
    await this.database.execute(tx, { text }, [tx.companyId]);
  }

  async findZones({ companyId, ...context }: RequestContext, ids: readonly string[]): Promise<Map<string, string>> {
    const text = 'SELECT u.id, u.timezone FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[])';
    const rows = await this.database.rows<{ id: string; timezone: string }>(context, { text }, [companyId, ids]);
    return new Map(rows.map(({ id, timezone }) => [id, timezone]));
  }

  /** Chases, reminders and escalations of tasks that people have heard, or are about to hear, on their days. */
  findSaidOn(
    { companyId, ...context }: RequestContext,
    colleagueId: string,
    days: readonly PersonsDay[],
    taskIds: readonly string[],
  ): Promise<SaidOfTask[]> {
    const text = `${SUBJECTS} SELECT ${SAID_OF_TASK}
      FROM json_to_recordset($3::json) AS day ("personId" uuid, "from" timestamptz, until timestamptz)
      JOIN virtual_colleague_said said ON said.company_id = $1 AND said.user_id = day."personId"
        AND said.at >= day."from" AND said.at < day.until ${OF_SUBJECT}
      WHERE said.held IS NULL AND said.type IN ('chase', 'reminder', 'escalation')
        AND (said.colleague_id = $2 OR ${IS_TOLD})`;
    return this.database.rows(context, { text }, [companyId, colleagueId, JSON.stringify(days), taskIds]);
  }

  /** Of tasks and people, what the colleague has held as said before the person's day began, and not said since. */
  findHeldBefore(
    { companyId, ...context }: RequestContext,
    colleagueId: string,
    days: readonly PersonsDay[],
    taskIds: readonly string[],
  ): Promise<SaidOfTask[]> {
    const text = `${SUBJECTS} SELECT ${SAID_OF_TASK}
      FROM json_to_recordset($3::json) AS day ("personId" uuid, "from" timestamptz)
      JOIN virtual_colleague_said said ON said.company_id = $1 AND said.colleague_id = $2
        AND said.user_id = day."personId" AND said.held = 'said' AND said.at < day."from" ${OF_SUBJECT}
      WHERE NOT EXISTS (
        SELECT 1 FROM virtual_colleague_said later WHERE later.company_id = $1 AND later.colleague_id = $2
          AND later.rule = said.rule AND later.subject_id = said.subject_id AND later.user_id = said.user_id
          AND later.held IS NULL AND later.at > said.at)`;
    return this.database.rows(context, { text }, [companyId, colleagueId, JSON.stringify(days), taskIds]);
  }

  /** Of tasks and people, those who have acted on theirs since a moment; `countsAgents` says so of their agents, too. */
  findActed(
    { companyId, ...context }: RequestContext,
    pairs: readonly TaskAndPerson[],
    { since, countsAgents }: { readonly since: string; readonly countsAgents: boolean },
  ): Promise<TaskAndPerson[]> {
    const person = { person: 'p."personId"', assignee: 't.assignee_id', countsAgents: String(countsAgents) };
    const text = `SELECT p."taskId", p."personId" FROM json_to_recordset($2::json) AS p (${PAIRS})
      JOIN tasks t ON t.company_id = $1 AND t.id = p."taskId" WHERE (${selectLastAct('t.id', person)}) > $3`;
    return this.database.rows(context, { text }, [companyId, JSON.stringify(pairs), since]);
  }

  /** How often people were spoken to between two moments; what the run itself has said is left out. */
  async findCounts(
    { companyId, ...context }: RequestContext,
    { colleagueId, runId }: SpeakingRun,
    [from, until]: readonly [string, string],
  ): Promise<SaidCount[]> {
    const isOwn = 'said.colleague_id = $2';
    const text = `SELECT said.user_id AS "personId", 
        (count(*) FILTER (WHERE ${isOwn} AND NOT said.listed))::integer AS made,
        (count(*) FILTER (WHERE ${isOwn}))::integer AS own, count(*)::integer AS "all"
      FROM virtual_colleague_said said
      WHERE said.company_id = $1 AND said.held IS NULL AND said.user_id <> '${NOBODY}'
        AND said.at >= $3 AND said.at < $4 AND said.run_id <> $5 AND (${isOwn} OR ${IS_TOLD}) GROUP BY said.user_id`;
    return this.database.rows(context, { text }, [companyId, colleagueId, from, until, runId]);
  }

  /** Remembers of what a rule speaks anew when it comes up again. */
  async markPassed(
    tx: TransactionContext,
    colleagueId: string,
    passed: readonly { key: string; subjectIds: readonly string[] }[],
  ): Promise<void> {
    const rows = passed.flatMap(({ key, subjectIds }) => subjectIds.map((subjectId) => ({ key, subjectId })));
    if (rows.length === 0) return;
    const text = `UPDATE virtual_colleague_said said SET passed = true
      FROM json_to_recordset($3::json) AS f (key text, "subjectId" uuid)
      WHERE said.company_id = $1 AND said.colleague_id = $2 AND said.rule = f.key AND said.subject_id = f."subjectId"
        AND NOT said.passed`;
    await this.database.execute(tx, { text }, [tx.companyId, colleagueId, JSON.stringify(rows)]);
  }

  /** Marks what a run is about to say, and remembers what it holds. */
  async markSaid(tx: TransactionContext, run: SpeakingRun, said: readonly Marked[]): Promise<void> {
    if (said.length === 0) return;
    const text = `INSERT INTO virtual_colleague_said
        (company_id, colleague_id, rule, subject_id, user_id, run_id, at, type, held, measure, told)
      SELECT $1::uuid, $2::uuid, f.key, f."subjectId", coalesce(f."userId", '${NOBODY}'), $3::uuid, $4::timestamptz,
        min(f.type), min(f.held), max(f.measure), CASE WHEN min(f.held) IS NULL THEN NULL ELSE false END
      FROM json_to_recordset($5::json) AS f (key text, "subjectId" uuid, "userId" uuid, type text, held text, measure numeric)
      GROUP BY f.key, f."subjectId", f."userId"`;
    await this.database.execute(tx, { text }, [
      ...[tx.companyId, run.colleagueId, run.runId, run.moment],
      JSON.stringify(said),
    ]);
  }

  /** What the run has said was told to those whom a channel reached, and to nobody else. */
  async settleSaid(
    tx: TransactionContext,
    { colleagueId, runId, moment }: SpeakingRun,
    told: readonly Told[],
  ): Promise<void> {
    const run = [tx.companyId, colleagueId, runId];
    const ended = `UPDATE virtual_colleague_said said SET told = false
      WHERE said.company_id = $1 AND said.colleague_id = $2 AND said.run_id = $3 AND said.told IS NULL`;
    await this.database.execute(tx, { text: ended }, run);
    if (told.length === 0) return;
    const text = `INSERT INTO virtual_colleague_said
        (company_id, colleague_id, rule, subject_id, user_id, run_id, at, type, measure, told, listed)
      SELECT $1::uuid, $2::uuid, f.key, f."subjectId", f."personId", $3::uuid, $4::timestamptz, min(f.type), max(f.measure), true, true
      FROM json_to_recordset($5::json) AS f (key text, "subjectId" uuid, "personId" uuid, type text, measure numeric)
      GROUP BY f.key, f."subjectId", f."personId"
      ON CONFLICT (company_id, colleague_id, rule, subject_id, user_id, run_id) DO UPDATE SET told = true`;
    await this.database.execute(tx, { text }, [...run, moment, JSON.stringify(told)]);
  }

  async forgetSaid(
    context: DatabaseContext & Pick<RequestContext, 'companyId'>,
    { colleagueId, runId }: Pick<SpeakingRun, 'colleagueId' | 'runId'>,
  ): Promise<void> {
    const text = 'DELETE FROM virtual_colleague_said WHERE company_id = $1 AND colleague_id = $2 AND run_id = $3';
    await this.database.execute(context, { text }, [context.companyId, colleagueId, runId]);
  }

  /** Forgets what decides nothing any more. */
  async deleteOld(): Promise<void> {
    const text = `DELETE FROM virtual_colleague_said WHERE at < now() - interval '${MEMORY}'`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }
}
