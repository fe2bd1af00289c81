import { isActiveSprint, sprints } from '../../sprints/sprints.sql.js';
import { byPriority, isBlocked } from '../../tasks/tasks.sql.js';
import type { ColleagueSettings, Tone } from '../settings/colleague-settings.js';

export const ACTION_TYPES = ['chase', 'reminder', 'escalation', 'report'] as const;

export type ActionType = (typeof ACTION_TYPES)[number];

/** Which tasks a colleague looks at: conditions on the row `t`. */
export interface TaskScope {
  /** Tasks of any status. */
  isInScope: string;
  /** Open tasks only. */
  isScanned: string;
}

/** What a rule gets to know. */
export interface RuleScope extends TaskScope {
  settings: ColleagueSettings;
}

/** What a rule finds, in SQL: a row of `from` for each thing, and expressions over it. */
export interface Findings {
  /** `… WHERE …`, as it follows FROM. */
  from: string;
  /** The thing that it is about. A colleague does not speak of the same thing again too soon. */
  subjectId: string;
  taskId?: string;
  /** The user that it speaks to, or of. */
  userId?: string;
  /** All projects that the message tells of. */
  projectIds: string;
  /** To sort by: the least goes first. */
  urgency: string;
  /** Texts that the messages name. */
  values: Readonly<Record<string, string>>;
}

/** A message for each tone, with the values of a finding in braces. */
export type Messages = Readonly<Record<Tone, string>>;

/** One thing that a colleague watches for: how to find it, and what to say. */
export interface Rule {
  readonly name: string;
  readonly type: ActionType;
  /** Whether every scan says it, however soon it comes. */
  readonly isRepeated?: boolean;
  find(scope: RuleScope): Findings;
  messages(scope: RuleScope): Messages;
}

/** Parameters that every rule's SQL may use. */
export const COMPANY = '$1::uuid';
export const COLLEAGUE = '$2::uuid';
export const MOMENT = '$3::timestamptz';
export const OWNER = '$4::uuid';
export const PROJECTS = '$5::uuid[]';
export const RUN = '$6::uuid';

/** SQL of a span of whole hours or days. */
export const hours = (count: number): string => `make_interval(hours => ${count})`;
export const days = (count: number): string => `make_interval(days => ${count})`;

/** SQL of the day of a moment in UTC, whatever the time zone of the connection or of a node. */
export const dayOf = (moment: string): string => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

// The planner may make a hash of the next two, which is quick for many tasks: $1 keeps it to this company's rows.

/** Whether the row `t` is in its project's active sprint. */
export const IN_ACTIVE_SPRINT = `EXISTS (SELECT 1 FROM ${sprints('s')}
  WHERE s.company_id = ${COMPANY} AND s.id = t.sprint_id AND ${isActiveSprint('s')})`;

/** Whether the row `t` is blocked. */
export const IS_BLOCKED = isBlocked('t', 'hashed');

/** SQL by which the most urgent of the rows `t` goes first. */
export const URGENCY = byPriority('t', 'DESC');

/** Whether the row `t` is of the two highest priorities. */
export const IS_PRESSING = `t.priority IN ('High', 'Urgent')`;

const MOST_CHARACTERS = 80;

/** SQL of a name or title in one line that is not too long. */
export function short(column: string): string {
  const line = `translate(${column}, E'\\n\\r\\t', '   ')`;
  return `CASE WHEN length(${column}) > ${MOST_CHARACTERS} THEN left(${line}, ${MOST_CHARACTERS - 1}) || '…' ELSE ${line} END`;
}

/** SQL of how long ago, or ahead, a moment is: `5 hours`, `3 days`. */
export function distance(column: string): string {
  const seconds = `abs(extract(epoch FROM ${MOMENT} - ${column}))`;
  return `CASE WHEN ${seconds} < 3600 THEN 'less than an hour' WHEN ${seconds} < 7200 THEN '1 hour'
    WHEN ${seconds} < 172800 THEN floor(${seconds} / 3600) || ' hours' ELSE floor(${seconds} / 86400) || ' days' END`;
}

/** SQL of hours without needless zeros. */
export function amount(column: string): string {
  return `trim_scale(${column})::text`;
}
