import { isActiveSprint } from '#schema/sprints.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import { isBlocked, priorityPosition } from '#schema/tasks.js';
import { type ActionType } from '../settings/action-types.js';
import type { ColleagueSettings } from '../settings/colleague-settings.js';
import type { Sentences } from './sentence.js';

/** Which tasks a colleague looks at: conditions on the row `t`. */
export interface TaskScope {
  /** Tasks of any status. */
  isInScope: string;
  /** Open tasks only. */
  isScanned: string;
  /** Only tasks of its owner. */
  isOfOwner: boolean;
}

/** What a rule gets to know. */
export interface RuleScope extends TaskScope {
  settings: ColleagueSettings;
  /** Who reads it sees no names of people and no hours. */
  isForCustomer: boolean;
  /** IANA name of the zone of its schedule. */
  zone: string;
}

/** A setting that a finding has passed. */
export interface Threshold {
  readonly name: string;
  readonly value: number;
}

/** What a rule finds, in SQL: a row of `from` for each thing, and expressions over it. */
export interface Findings {
  /** What follows FROM. Of a rule about tasks `t` is the task. */
  from: string;
  where: string;
  /** The thing that it is about. A colleague does not speak of the same thing again too soon. */
  subjectId: string;
  taskId?: string;
  /** One thing may have several rows, each for another person. */
  isOfSeveral?: boolean;
  /** The user that it speaks to, or of; none: it speaks to nobody. */
  userId?: string;
  /** All projects that the message tells of. */
  projectIds: string;
  /** To sort by: the least goes first. Expressions alone, without a direction. */
  urgency: string;
  /** SQL of the name of the situation, one of the rule's sentences; without it there is one alone. */
  situation?: string;
  /** What the sentences name, in SQL: texts, lists of tids as arrays of text, and moments. */
  texts?: Readonly<Record<string, string>>;
  tids?: Readonly<Record<string, string>>;
  moments?: Readonly<Record<string, string>>;
  /** Lists of people, as arrays of text: those who may be named first. */
  names?: Readonly<Record<string, string>>;
  /** SQL of the open blockers that a chase is about, as JSON `[{id, tid}]`; null when it is about none. */
  blockers?: string;
  /** SQL of the keys of the projects whose lists show the tasks of a report, and of the filter that does. */
  lists?: { readonly keys: string; readonly filter: string };
  /** What the reasons of an action name. */
  facts?: Facts;
  /** SQL of what is counted, and remembered with what is said. */
  measure?: string;
}

/** What was said of a thing to a person before, in SQL. */
export interface Spoken {
  /** The last time. */
  readonly last: string;
  /** What was counted then. */
  readonly measure: string;
  /** The most that was ever counted. */
  readonly mostMeasure: string;
}

/** The facts of a finding, in SQL; null where one does not apply. */
export type Facts = Readonly<Partial<Record<'due' | 'overdueHours' | 'unchangedHours' | 'chasedBefore', string>>>;

/** One thing that a colleague watches for: how to find it, and what to say. */
export interface Rule {
  readonly name: string;
  readonly type: ActionType;
  /** What it is remembered by: its name, or the id of a rule of one's own. */
  readonly key?: string;
  /** Whether every scan says it, however soon it comes. */
  readonly isRepeated?: boolean;
  /** Hours in which it is silent about the same, if they are its own. */
  readonly repeatHours?: number;
  /** Whether it tells of news: of what comes up again it speaks again. A chat has one line of it. */
  readonly news?: News;
  /** SQL of whether it is silent about what it said before; `isSilent` is so of every rule. */
  silence?(spoken: Spoken, measure: string, isSilent: string): string;
  /** The stored text of the filter of a rule of one's own. */
  readonly filter?: string;
  /** What it compares with. */
  threshold?(settings: ColleagueSettings): Threshold;
  /** Further parameters of its SQL come from `conditions`. */
  find(scope: RuleScope, conditions: Conditions): Findings | Promise<Findings>;
  readonly sentences: Sentences;
  /** The situations in which it speaks to the leads of a project; true: in all. */
  readonly toLeads?: readonly string[] | true;
}

/** The one line that a chat has of a rule. */
export interface News {
  /** What the tasks are, after their number: `pressing task has no assignee`, `pressing tasks have no assignee`. */
  readonly one: string;
  readonly several: string;
  /** The filter that finds them in a list of a project. */
  filter(settings: ColleagueSettings): string;
}

/** The situation of rules that know one alone. */
export const PLAIN = 'plain';

/** Whether what an agent does on a task is an act of its assignee: not where its work is to be reviewed. */
export function countsAgents({ name }: Pick<Rule, 'name'>): boolean {
  return name !== 'work.review_waiting';
}

/** Parameters that every rule's SQL may use. */
export const COMPANY = '$1::uuid';
export const COLLEAGUE = '$2::uuid';
export const MOMENT = '$3::timestamptz';
export const OWNER = '$4::uuid';
export const PROJECTS = '$5::uuid[]';
export const RUN = '$6::uuid';

/** The ids of people who are away, and in the same order what messages say of it. */
export const AWAY = '$7::uuid[]';
export const ABSENCES = '$8::text[]';

/** SQL of what follows the name of a user in escalations and reports: ` (away until 3 December 2026)`, or nothing. */
export function absenceOf(userId: string): string {
  return `coalesce(' ' || (${ABSENCES})[array_position(${AWAY}, ${userId})], '')`;
}

/** Whether actions of the type name absences; the others are held instead. */
export function namesAbsences(type: ActionType): boolean {
  return type === 'escalation' || type === 'report';
}

/** SQL of a span of whole hours or days. */
export const hours = (count: number | string): string => `make_interval(hours => ${count})`;
export const days = (count: number): string => `make_interval(days => ${count})`;

/** SQL of the day of a moment in UTC, whatever the time zone of the connection or of a node. */
export const dayOf = (moment: string): string => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

// The planner may make a hash of the next two, which is quick for many tasks: $1 keeps it to this company's rows.

/** Whether the row `t` is in its project's active sprint. */
export const IN_ACTIVE_SPRINT = `EXISTS (SELECT 1 FROM sprints s
  WHERE s.company_id = ${COMPANY} AND s.id = t.sprint_id AND ${isActiveSprint('s')})`;

/** Whether the row `t` is blocked. */
export const IS_BLOCKED = isBlocked('t', 'hashed');

/** SQL by which the most urgent of the rows `t` goes first. */
export const URGENCY = `-${priorityPosition('t')}`;

/** Whether the row `t` is of the two highest priorities. */
export const IS_PRESSING = `t.priority IN ('High', 'Urgent')`;

const MOST_CHARACTERS = 80;

/** SQL of a text in one line. */
export function inLine(column: string): string {
  return `translate(${column}, E'\\n\\r\\t', '   ')`;
}

/** SQL of a name or title in one line that is not too long. */
export function short(column: string): string {
  const line = inLine(column);
  return `CASE WHEN length(${column}) > ${MOST_CHARACTERS} THEN left(${line}, ${MOST_CHARACTERS - 1}) || '…' ELSE ${line} END`;
}

/** SQL of whether what is counted is more by a tenth than when it was last said; of what is not known then, it is not. */
export function hasGrown(before: string, now: string): string {
  return `coalesce(${now} > ${before} AND ${now} >= ${before} * 1.1, false)`;
}

/** SQL of whether a moment has passed since something was said. */
export function hasPassedSince(moment: string, said: string): string {
  return `coalesce(${moment} > ${said} AND ${moment} <= ${MOMENT}, false)`;
}

/** SQL of a text as the filter language quotes it. */
export function inQuotes(column: string): string {
  return `'"' || replace(replace(${column}, '\\', '\\\\'), '"', '\\"') || '"'`;
}

/** SQL of hours with at most two decimals, without needless zeros. */
export function amount(column: string): string {
  return `trim_scale(round(${column}, 2))::text`;
}

/** SQL of a day in words, `4 December`, with the year when it is another. */
export function dayInWords(day: string): string {
  return `to_char(${day}, CASE WHEN extract(year FROM ${day}) = extract(year FROM ${MOMENT} AT TIME ZONE 'UTC')
    THEN 'FMDD FMMonth' ELSE 'FMDD FMMonth YYYY' END)`;
}

/** SQL of the whole hours since a moment. */
export function hoursSince(column: string): string {
  return `floor(extract(epoch FROM ${MOMENT} - ${column}) / 3600)::integer`;
}

/** SQL of how often earlier scans chased the task `t` by a rule since it last changed: a chase is answered after it is made. */
export function chasesBy(rule: string): string {
  const runs = (condition: string) => `SELECT a.run_id FROM virtual_colleague_said a
    WHERE a.company_id = ${COMPANY} AND ${condition} AND a.rule = ${rule} AND a.subject_id = t.id
      AND a.held IS NULL AND a.at >= t.updated_at AND a.run_id <> ${RUN}`;
  return `(SELECT count(*) FROM (${runs(`a.colleague_id = ${COLLEAGUE}`)} UNION ${runs('a.told')}) chases)`;
}

export const CHASES = chasesBy(`'task.overdue'`);

/** SQL that goes on a condition: of who looks after its owner's tasks alone, one of these must be in the sprint or epic. */
export function holdsOwnTask({ isOfOwner, isScanned }: RuleScope, condition: string): string {
  return isOfOwner ? ` AND EXISTS (SELECT 1 FROM tasks t WHERE ${isScanned} AND ${condition})` : '';
}
