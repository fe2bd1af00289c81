import { Conditions } from '#core/database/lists/conditions.js';
import type { Statement } from '#core/database/database.js';
import { isMuted, priorityPosition } from '#schema/tasks.js';
import {
  ABSENCES,
  AWAY,
  COLLEAGUE,
  COMPANY,
  type Findings,
  hours,
  type MessagePart,
  MOMENT,
  OWNER,
  PROJECTS,
  type Rule,
  type RuleScope,
  RUN,
} from './rule.js';

/** Most things of a rule that a run speaks of. */
export const MOST_SUBJECTS = 200;

/** Most things that a rule has spoken of lately and a preview shows as held. */
const MOST_REPEATED = 500;

/** Stands for nobody where a person is remembered. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What a rule has found, one for each thing and person. */
export interface FoundRow {
  /** Null when nothing was found that may be said. */
  subjectId: string | null;
  taskId: string | null;
  userId: string | null;
  tid: string | null;
  /** The place of the task's priority, from None up. */
  priority: number | null;
  overdueHours: number | null;
  projectIds: string[];
  message: string;
  why: Record<string, unknown>;
  isRepeated: boolean;
  /** Whether colleagues, or this one, or its rule, are to say nothing of the task. */
  isMuted: boolean;
  /** Of all that was found: things that may be said, and how often something would be said again too soon. */
  subjects: number;
  repeats: number;
}

/** Names the parameters of every rule's SQL, so that each has a type, used or not. */
export const PARAMETERS = `parameters AS (SELECT ${[COMPANY, COLLEAGUE, MOMENT, OWNER, PROJECTS, RUN, AWAY, ABSENCES].join(', ')})`;

interface FindingOptions {
  /** The parameters of every rule's SQL. */
  readonly values: readonly unknown[];
  /** Whether it gives what may not be said again yet, too. */
  readonly showsRepeated: boolean;
  /** Where they are known, the first tasks of which it has not spoken lately: of others it looks only at the rest. */
  readonly firstIds?: readonly string[] | undefined;
}

/**
 * The statement that finds what a rule has to say. It looks at the keys of all that matches, and makes messages of the
 * first alone.
 */
export async function findingStatement(
  rule: Rule,
  scope: RuleScope,
  { values, showsRepeated, firstIds }: FindingOptions,
): Promise<{ statement: Statement; values: unknown[] }> {
  const conditions = new Conditions(values);
  const found = await rule.find(scope, conditions);
  const { subjectId, taskId, userId = 'NULL::uuid', projectIds, urgency, facts = {} } = found;
  const key = conditions.parameter(rule.key ?? rule.name);
  const known =
    firstIds && `SELECT unnest(${conditions.parameter(firstIds)}::uuid[]) UNION ${selectSpokenOf(rule, scope, key)}`;
  const from = known === undefined ? found.from : `${found.from} AND ${subjectId} = ANY (ARRAY(${known}))`;
  const repeated = isRepeated(rule, scope, { subjectId, userId, key });
  const muted = taskId === undefined ? 'false' : isMuted(taskId, { colleague: COLLEAGUE, rule: key, moment: MOMENT });
  const message = formatted(rule, scope, found, conditions);
  const subjects = (condition: string, limit: number) => `(SELECT k.subject_id FROM keyed k WHERE ${condition}
    ${found.isOfSeveral ? 'GROUP BY k.subject_id, k.urgency' : ''} ORDER BY k.urgency, k.subject_id LIMIT ${limit})`;
  const chosen = subjects('NOT k.is_repeated', MOST_SUBJECTS);
  const why = Object.entries({ ...facts }).map(([name, sql]) => `'${name}', ${sql}`);
  const ofTask = (sql: string, type: string) => (taskId === undefined ? `NULL::${type}` : sql);
  const counted = found.isOfSeveral ? 'count(DISTINCT k.subject_id)' : 'count(*)';
  const text = `WITH ${PARAMETERS}, keyed AS MATERIALIZED (
      SELECT ${subjectId} AS subject_id, ROW(${urgency}) AS urgency, ${repeated} AS is_repeated FROM ${from}
    ), counts AS (
      SELECT ${counted} FILTER (WHERE NOT k.is_repeated) AS subjects, count(*) FILTER (WHERE k.is_repeated) AS repeats FROM keyed k
    ), chosen AS MATERIALIZED (
      ${chosen}${showsRepeated ? ` UNION ${subjects('k.is_repeated', MOST_REPEATED)}` : ''}
    ), details AS (
      SELECT ${subjectId} AS "subjectId", ${taskId ?? 'NULL::uuid'} AS "taskId", ${userId} AS "userId",
        ${ofTask('t.tid', 'text')} AS tid, ${ofTask(priorityPosition('t'), 'integer')} AS priority,
        ${ofTask(facts.overdueHours ?? 'NULL::integer', 'integer')} AS "overdueHours", ${projectIds} AS "projectIds",
        ${message} AS message, json_strip_nulls(json_build_object(${why.join(', ')})) AS why, ${repeated} AS "isRepeated",
        ${muted} AS "isMuted",
        row_number() OVER (ORDER BY ROW(${urgency}), ${subjectId}, ${userId}) AS place
      FROM ${from} AND ${subjectId} = ANY (ARRAY(SELECT subject_id FROM chosen))
    ) SELECT details.*, counts.subjects::integer AS subjects, counts.repeats::integer AS repeats
      FROM counts LEFT JOIN details ON ${showsRepeated ? 'true' : 'NOT details."isRepeated"'} ORDER BY details.place`;
  return { statement: { text }, values: conditions.values };
}

/** Selects the things of which the colleague has spoken lately by the rule, to anyone. */
function selectSpokenOf({ repeatHours }: Rule, { settings }: RuleScope, key: string): string {
  return `SELECT said.subject_id FROM virtual_colleague_said said WHERE ${saidLately(key, repeatHours ?? settings.chase.repeatHours)}`;
}

/** SQL of whether the row `said` is what the colleague has said by a rule within so many hours. */
export function saidLately(key: string, repeatHours: number | string): string {
  return `said.company_id = ${COMPANY} AND said.colleague_id = ${COLLEAGUE} AND said.rule = ${key} AND said.held IS NULL
      AND said.at > ${MOMENT} - ${hours(repeatHours)}`;
}

/** SQL of whether the colleague has said the same about the same thing to the same person recently. */
function isRepeated(
  { isRepeated: always, repeatHours }: Rule,
  { settings }: RuleScope,
  { subjectId, userId, key }: { subjectId: string; userId: string; key: string },
): string {
  if (always) return `(${key}::text IS NULL)`;
  return `EXISTS (SELECT 1 FROM virtual_colleague_said said
    WHERE ${saidLately(key, repeatHours ?? settings.chase.repeatHours)}
      AND said.subject_id = ${subjectId} AND said.user_id = coalesce(${userId}, '${NOBODY}'))`;
}

/** SQL of the message: PostgreSQL's `format` puts the values in. */
function formatted(rule: Rule, scope: RuleScope, { values }: Findings, conditions: Conditions): string {
  const message = rule.messages(scope)[scope.settings.tone];
  const parts = typeof message === 'string' ? partsOf(message) : message;
  const used: string[] = [];
  const text = parts.map((part) => {
    if ('text' in part) return part.text.replaceAll('%', '%%');
    const value = values[part.name];
    if (value === undefined) throw new Error(`A message names {${part.name}}, which its rule does not find`);
    return `%${used.push(value)}$s`;
  });
  return `format(${[`${conditions.parameter(text.join(''))}::text`, ...used].join(', ')})`;
}

/** `{name}` in a message of the service's own rules is a value. */
function partsOf(message: string): MessagePart[] {
  return message.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? { text: piece } : { name: piece }));
}
