import { openPullRequestOf } from '#schema/code.js';
import { reachesProject, selectFromLeads } from '#schema/projects.js';
import { hasStatus, isOpen, openBlockersOf } from '#schema/tasks.js';
import { OWNER, type RuleScope } from './rule.js';
import type { Person } from './task-rule.js';

/** Most leads, or reviewers, that are spoken to of a task. */
const MOST_LEADS = 50;

export const IN_REVIEW = hasStatus('t', 'In Review');
export const HAS_BLOCKERS = `coalesce((SELECT true FROM ${openBlockersOf('t')} LIMIT 1), false)`;
const IS_STUCK = hasStatus('t', 'Blocked');

/** Whether the row `one` is active and reaches the project of the task `t`. */
export const IS_READER = `one.company_id = $1 AND one.active AND ${reachesProject('one', 't.project_id')}`;

/** Whether the assignee, the row `u`, is active and reaches the project of the task `t`; null without one. */
const IS_HERE = `(u.active AND ${reachesProject('u', 't.project_id')})`;

/** Selects of the leads of the task's project. */
export const leads = (what: string) => selectFromLeads(what, 't');

/**
 * Selects the leads of the project of the task `t`, by name, else the owner of the colleague if that reaches it; both
 * without the person of an id in SQL. Gives `id` and `name`.
 */
function selectLeadsElseOwner(without = 'NULL::uuid'): string {
  const others = (what: string) => `${leads(what)} AND l.id IS DISTINCT FROM ${without}`;
  return `(${others('l.id, l.name')} ORDER BY l.name, l.id LIMIT ${MOST_LEADS})
    UNION ALL SELECT one.id, one.name FROM users one WHERE one.id = ${OWNER} AND ${IS_READER}
      AND one.id IS DISTINCT FROM ${without} AND NOT EXISTS (${others('1')})`;
}

/** The leads, each for themselves, without whom it is about; with none left the owner. */
export function leadsWithout(person: string): Person {
  return {
    id: 'lead.id',
    join: `CROSS JOIN LATERAL (${selectLeadsElseOwner(person)}) lead`,
    isOneOfSeveral: true,
  };
}

/** As rows `lead` where a condition holds; else one row without anybody. */
export function leadsWhere(condition: string): string {
  return `LEFT JOIN LATERAL (SELECT found.* FROM (SELECT 1) AS always CROSS JOIN (${selectLeadsElseOwner()}) found
    WHERE ${condition}) lead ON true`;
}

/** The owner of a colleague that looks after its owner's tasks alone. */
const OF_OWNER: Person = {
  id: OWNER,
  situation: `CASE WHEN ${IN_REVIEW} THEN 'reviewer' WHEN ${HAS_BLOCKERS} THEN 'waiting' WHEN ${IS_STUCK} THEN 'stuck' ELSE 'assignee' END`,
  blockers: blockersOf(`NOT ${IN_REVIEW}`),
};

/** SQL of the open blockers in the project of the task, as JSON, under a condition: not every reader reaches the others. */
function blockersOf(condition: string): string {
  return `CASE WHEN ${condition} THEN (SELECT json_agg(json_build_object('id', b.id, 'tid', b.tid) ORDER BY b.tid)
    FROM (SELECT blocker.id, blocker.tid FROM ${openBlockersOf('t')} AND blocker.project_id = t.project_id) b) END`;
}

const REVIEWERS = `SELECT one.id, one.name FROM users one WHERE ${IN_REVIEW} AND ${IS_READER}
    AND (one.id = t.created_by_id OR one.id IN (${leads('l.id')})) AND one.id IS DISTINCT FROM t.assignee_id
  ORDER BY one.name, one.id LIMIT ${MOST_LEADS}`;

/** The open blockers of the task, by assignee. */
const BLOCKING = `SELECT one.id, one.name, blocking.blockers, blocking.projects FROM (
      SELECT blocker.assignee_id, json_agg(json_build_object('id', blocker.id, 'tid', blocker.tid) ORDER BY blocker.tid) AS blockers,
        array_agg(DISTINCT blocker.project_id) AS projects
      FROM ${openBlockersOf('t')} AND blocker.assignee_id IS NOT NULL GROUP BY blocker.assignee_id) blocking
    JOIN users one ON one.id = blocking.assignee_id AND ${IS_READER}`;

interface Asked {
  /** Whether a task in review is asked after where it is to be reviewed. */
  readonly ofReview: boolean;
  /** Whether a blocked one is asked after where it can be set free. */
  readonly ofBlockers: boolean;
  /** Whether the leads hear of it without the assignee. */
  readonly isEscalation?: boolean;
}

/**
 * Who must act on a task: of one in review its creator and the leads, else its assignee to find a reviewer; of a blocked one
 * the assignees of its blockers; else its assignee. Where nobody who reaches the task is found, the leads, else the owner.
 */
export function peopleToAsk({ isOfOwner }: RuleScope, { ofReview, ofBlockers, isEscalation = false }: Asked): Person {
  if (isOfOwner) return OF_OWNER;
  const isInReview = ofReview ? IN_REVIEW : 'false';
  const hasBlockers = ofBlockers ? HAS_BLOCKERS : 'false';
  const isPlain = `NOT ${isInReview} AND NOT ${hasBlockers}`;
  const none = 'NULL::json, NULL::uuid[]';
  const acting = [
    ...(ofReview
      ? [
          `SELECT id, 'review'::text AS situation, ${none} FROM reviewers`,
          `SELECT u.id, 'reviewer', ${none} WHERE ${IN_REVIEW} AND ${IS_HERE} AND NOT EXISTS (SELECT 1 FROM reviewers)`,
        ]
      : []),
    ...(ofBlockers ? [`SELECT id, 'blocker'::text, blockers, projects FROM blocking WHERE NOT ${isInReview}`] : []),
  ];
  const found = acting.length === 0 ? `SELECT NULL::uuid, NULL::text, ${none} WHERE false` : acting.join(' UNION ALL ');
  const fallback = `CASE WHEN ${isInReview} THEN 'review' WHEN ${hasBlockers} THEN 'unowned'
    WHEN ${IS_STUCK} THEN 'stuck_unassigned' ELSE 'unassigned' END`;
  const withs = [
    ...(ofReview ? [`reviewers AS (${REVIEWERS})`] : []),
    ...(ofBlockers ? [`blocking AS (${BLOCKING})`] : []),
    `acting (id, situation, blockers, projects) AS (${found})`,
  ];
  return {
    id: 'coalesce(other.id, u.id)',
    join: `LEFT JOIN LATERAL (WITH ${withs.join(', ')}, found AS (
        SELECT * FROM acting UNION ALL
        SELECT lead.id, ${fallback}, ${blockersOf(`${hasBlockers} AND NOT ${isInReview}`)}, NULL::uuid[]
        FROM (${selectLeadsElseOwner(isEscalation ? 't.assignee_id' : undefined)}) lead WHERE NOT EXISTS (SELECT 1 FROM acting)
      ) SELECT found.* FROM (SELECT 1) AS always CROSS JOIN found
        WHERE ${isInReview} OR ${hasBlockers} OR ${IS_HERE} IS NOT TRUE) other ON true`,
    isFound: `(other.id IS NOT NULL OR ${IS_HERE} AND ${isPlain})`,
    isOneOfSeveral: true,
    situation: `coalesce(other.situation, CASE WHEN ${IS_STUCK} THEN 'stuck' ELSE 'assignee' END)`,
    blockers: 'other.blockers',
    projectIds: 'ARRAY[t.project_id] || coalesce(other.projects, ARRAY[]::uuid[])',
  };
}

/** SQL of how many other open tasks wait for the blockers of the row `other`. */
const OTHERS_WAITING = `(SELECT count(DISTINCT waits.task_id) FROM json_to_recordset(other.blockers) AS mine (id uuid)
  JOIN task_blockers waits ON waits.company_id = $1 AND waits.blocker_id = mine.id AND waits.is_open AND waits.task_id <> t.id
  JOIN tasks waiting ON waiting.company_id = $1 AND waiting.id = waits.task_id AND ${isOpen('waiting')})::text`;

/** What sentences of those who are asked name. `pull` is the pull request that waits, if there is one. */
export function textsOfAsked({ isOfOwner }: RuleScope): Record<'others' | 'hasIt' | 'pull', string> {
  return {
    others: isOfOwner
      ? `''`
      : `CASE WHEN other.situation <> 'blocker' THEN '' ELSE coalesce(CASE ${OTHERS_WAITING} WHEN '0' THEN ''
          WHEN '1' THEN ', along with 1 other task' ELSE ', along with ' || ${OTHERS_WAITING} || ' other tasks' END, '') END`,
    pull: `coalesce(' in ' || ${openPullRequestOf('t')}, '')`,
    hasIt: `CASE WHEN t.assignee_id IS NULL THEN ', and nobody has it' ELSE '' END`,
  };
}

/** Situations of the tasks that nobody has, and of those that wait for such. */
export const TO_LEADS: readonly string[] = ['unowned', 'stuck_unassigned', 'unassigned'];
