import { isoMoment } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import type { Statement } from '#core/database/database.js';
import { isMuted, priorityPosition } from '#schema/tasks.js';
import { NOBODY, selectLastAct, silenceBounds, silentHours, silentHoursOfStep } from '#schema/voice.js';
import {
  ABSENCES,
  AWAY,
  COLLEAGUE,
  COMPANY,
  countsAgents,
  type Findings,
  hours,
  MOMENT,
  OWNER,
  PLAIN,
  PROJECTS,
  type Rule,
  type RuleScope,
  RUN,
} from './rule.js';

/** Most things of a rule that a run speaks of. */
export const MOST_SUBJECTS = 200;

/** Most things that a rule has spoken of lately and a preview shows as held. */
const MOST_REPEATED = 500;

/** The lists of projects that show the tasks of a report. */
export interface TaskLists {
  /** Of the projects. */
  readonly keys: readonly string[];
  readonly filter: string;
}

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
  /** Of the rule's sentences, the one that fits. */
  situation: string;
  texts: Record<string, string | null>;
  tids: Record<string, string[] | null>;
  moments: Record<string, string | null>;
  names: Record<string, string[] | null>;
  /** The open blockers that it is about; null when it is about none. */
  blockers: { id: string; tid: string }[] | null;
  /** Where the tasks of a report are listed; null of other findings. */
  lists: TaskLists | null;
  measure: number | null;
  why: Record<string, unknown>;
  isRepeated: boolean;
  /** Whether colleagues, or this one, or its rule, are to say nothing of the task. */
  isMuted: boolean;
  /** Of all that was found: things that may be said, and how often something would be said again too soon. */
  subjects: number;
  repeats: number;
  /** Of what it has spoken before, what is out of the condition. */
  passed: string[];
}

/** Names the parameters of every rule's SQL, so that each has a type, used or not. */
export const PARAMETERS = `parameters AS (SELECT ${[COMPANY, COLLEAGUE, MOMENT, OWNER, PROJECTS, RUN, AWAY, ABSENCES].join(', ')})`;

export interface FindingOptions {
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
  const { subjectId, taskId, userId = 'NULL::uuid', urgency, measure = 'NULL::numeric' } = found;
  const key = conditions.parameter(rule.key ?? rule.name);
  const known =
    firstIds && `SELECT unnest(${conditions.parameter(firstIds)}::uuid[]) UNION ${selectSpokenOf(rule, scope, key)}`;
  const where = known === undefined ? found.where : `${found.where} AND ${subjectId} = ANY (ARRAY(${known}))`;
  const { spoken, join, repeated } = repetition(rule, scope, { subjectId, taskId, userId: found.userId, measure, key });
  const subjects = (condition: string, limit: number) => `(SELECT k.subject_id FROM keyed k WHERE ${condition}
    ${found.isOfSeveral ? 'GROUP BY k.subject_id, k.urgency' : ''} ORDER BY k.urgency, k.subject_id LIMIT ${limit})`;
  const chosen = subjects('NOT k.is_repeated', MOST_SUBJECTS);
  const counted = found.isOfSeveral ? 'count(DISTINCT k.subject_id)' : 'count(*)';
  const passed = rule.news
    ? `ARRAY(SELECT s.subject_id FROM spoken s WHERE NOT EXISTS (SELECT 1 FROM keyed k WHERE k.subject_id = s.subject_id))`
    : 'ARRAY[]::uuid[]';
  const rows = `${found.from} ${join} WHERE ${where}`;
  const text = `WITH ${PARAMETERS}, spoken AS MATERIALIZED (${spoken}), keyed AS MATERIALIZED (
      SELECT ${subjectId} AS subject_id, ROW(${urgency}) AS urgency, ${repeated} AS is_repeated FROM ${rows}
    ), counts AS (
      SELECT ${counted} FILTER (WHERE NOT k.is_repeated) AS subjects, count(*) FILTER (WHERE k.is_repeated) AS repeats FROM keyed k
    ), chosen AS MATERIALIZED (
      ${chosen}${showsRepeated ? ` UNION ${subjects('k.is_repeated', MOST_REPEATED)}` : ''}
    ), details AS (
      SELECT ${detailsOf({ ...found, userId, measure }, key)}, ${repeated} AS "isRepeated",
        row_number() OVER (ORDER BY ROW(${urgency}), ${subjectId}, ${userId}) AS place
      FROM ${rows} AND ${subjectId} = ANY (ARRAY(SELECT subject_id FROM chosen))
    ) SELECT details.*, counts.subjects::integer AS subjects, counts.repeats::integer AS repeats, ${passed} AS passed
      FROM counts LEFT JOIN details ON ${showsRepeated ? 'true' : 'NOT details."isRepeated"'} ORDER BY details.place`;
  return { statement: { text }, values: conditions.values };
}

/** The columns of what is said. */
function detailsOf(found: Findings & { readonly measure: string }, key: string): string {
  const {
    subjectId,
    taskId,
    userId,
    projectIds,
    situation,
    texts,
    tids,
    moments,
    names,
    blockers,
    lists,
    measure,
    facts = {},
  } = found;
  const muted = taskId === undefined ? 'false' : isMuted(taskId, { colleague: COLLEAGUE, rule: key, moment: MOMENT });
  const objectOf = (values: Readonly<Record<string, string>> = {}) =>
    `json_build_object(${Object.entries(values)
      .map(([name, sql]) => `'${name}', ${sql}`)
      .join(', ')})`;
  const told = Object.fromEntries(
    Object.entries(moments ?? {}).map(([name, moment]) => [name, isoMoment(`(${moment})`)]),
  );
  const ofTask = (sql: string, type: string) => (taskId === undefined ? `NULL::${type}` : sql);
  return `${subjectId} AS "subjectId", ${taskId ?? 'NULL::uuid'} AS "taskId", ${userId} AS "userId",
        ${ofTask('t.tid', 'text')} AS tid, ${ofTask(priorityPosition('t'), 'integer')} AS priority,
        ${ofTask(facts.overdueHours ?? 'NULL::integer', 'integer')} AS "overdueHours", ${projectIds} AS "projectIds",
        ${situation ?? `'${PLAIN}'`} AS situation, ${objectOf(texts)} AS texts, ${objectOf(tids)} AS tids,
        ${objectOf(told)} AS moments, ${objectOf(names)} AS names, ${blockers ?? 'NULL::json'} AS blockers, ${lists ? objectOf({ ...lists }) : 'NULL::json'} AS lists, (${measure})::float8 AS measure,
        json_strip_nulls(${objectOf({ ...facts })}) AS why, ${muted} AS "isMuted"`;
}

/** Selects the things of which the colleague has spoken lately by the rule, to anyone. */
function selectSpokenOf({ repeatHours }: Rule, { settings }: RuleScope, key: string): string {
  return `SELECT said.subject_id FROM virtual_colleague_said said WHERE ${saidLately(key, silentHours(repeatHours ?? settings.chase.repeatHours))}`;
}

/** SQL of whether the row `said` is what the colleague has said by a rule within so many hours. */
export function saidLately(key: string, repeatHours: number | string): string {
  return `said.company_id = ${COMPANY} AND said.colleague_id = ${COLLEAGUE} AND said.rule = ${key} AND said.held IS NULL
      AND said.at > ${MOMENT} - ${hours(repeatHours)}`;
}

interface Repeated extends Pick<Findings, 'subjectId' | 'taskId' | 'userId'> {
  readonly measure: string;
  readonly key: string;
}

interface Repetition {
  /** Selects what was said before, by thing and person. */
  readonly spoken: string;
  /** Joins it, as the row `s`. */
  readonly join: string;
  /** SQL of whether the same was said too recently to the same person. */
  readonly repeated: string;
}

/**
 * What of a rule is silent. What a person was told by whatever colleague counts; what is addressed to nobody, by
 * colleague.
 */
function repetition(
  rule: Rule,
  { settings }: RuleScope,
  { subjectId, taskId, userId, measure, key }: Repeated,
): Repetition {
  const { chase } = settings;
  const said = (columns: string, condition: string) => `SELECT ${columns} FROM virtual_colleague_said said
      WHERE said.company_id = ${COMPANY} AND said.rule = ${key} AND said.held IS NULL AND NOT said.passed AND ${condition}`;
  const columns = 'said.subject_id, said.user_id, said.at, said.measure';
  const own = said(columns, `said.colleague_id = ${COLLEAGUE}`);
  // An own rule is of one colleague alone.
  const others =
    rule.filter === undefined ? ` UNION ALL ${said(columns, `said.told AND said.colleague_id <> ${COLLEAGUE}`)}` : '';
  // A constant user in the join would let the planner expect one row, and compare all things with all that was said.
  const [who, filter, isWho] =
    userId === undefined
      ? ['', `FILTER (WHERE one.user_id = '${NOBODY}')`, '']
      : [', one.user_id', '', ` AND heard.user_id = coalesce(${userId}, '${NOBODY}')`];
  const spoken = `SELECT one.subject_id${who}, max(one.at) ${filter} AS last, array_agg(one.at) ${filter} AS moments,
      (array_agg(one.measure ORDER BY one.at DESC) ${filter})[1] AS measure, max(one.measure) ${filter} AS most_measure
    FROM (${own}${others}) one GROUP BY one.subject_id${who}`;
  const join = `LEFT JOIN spoken heard ON heard.subject_id = ${subjectId}${isWho}`;
  if (rule.isRepeated) return { spoken, join, repeated: `(${key}::text IS NULL)` };
  const repeatHours = rule.repeatHours ?? chase.repeatHours;
  const backsOff = chase.backOff && rule.filter === undefined && rule.repeatHours === undefined;
  const silent = backsOff
    ? isBackedOff(rule, repeatHours, { taskId, userId })
    : `heard.last > ${MOMENT} - ${hours(silentHours(repeatHours))}`;
  const isSilent = `coalesce(${silent}, false)`;
  const spokenBefore = { last: 'heard.last', measure: 'heard.measure', mostMeasure: 'heard.most_measure' };
  const repeated = rule.silence
    ? `(heard.last IS NOT NULL AND coalesce(${rule.silence(spokenBefore, measure, isSilent)}, false))`
    : isSilent;
  return { spoken, join, repeated };
}

/** SQL of whether the silent time goes on: it is the longer the more often it was said since the person acted or the task changed. */
function isBackedOff(rule: Rule, repeatHours: number, { taskId, userId }: Pick<Repeated, 'taskId' | 'userId'>): string {
  const { first, longest } = silenceBounds(repeatHours);
  const isWithin = (span: string) => `heard.last > ${MOMENT} - ${hours(span)}`;
  const step = (
    moment: string,
  ) => `(SELECT count(*) FILTER (WHERE m.at > ${moment}) + (count(*) FILTER (WHERE m.at <= ${moment}) > 0)::integer
      FROM unnest(heard.moments) AS m (at))::integer`;
  const ofStep = (count: string) => isWithin(`${silentHoursOfStep(repeatHours, count)}::integer`);
  const lastAct = (id: string, person: string) =>
    selectLastAct(id, { person, assignee: 't.assignee_id', countsAgents: String(countsAgents(rule)) });
  const begun =
    taskId === undefined
      ? ofStep('cardinality(heard.moments)')
      : ofStep(step(userId === undefined ? 't.updated_at' : `greatest(t.updated_at, (${lastAct(taskId, userId)}))`));
  return `CASE WHEN heard.last IS NULL THEN false WHEN ${isWithin(String(first))} THEN true
    WHEN NOT (${isWithin(String(longest))}) THEN false ELSE ${begun} END`;
}
