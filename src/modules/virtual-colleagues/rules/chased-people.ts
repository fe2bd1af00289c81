import { openBlockersOf } from '#schema/tasks.js';
import type { Reaches } from './addressed-people.js';
import { HAS_BLOCKERS, IN_REVIEW, IS_READER, leads } from './people-to-ask.js';
import { OWNER, type RuleScope } from './rule.js';

/** The open blockers of the task, by assignee. */
const BLOCKING = `(SELECT blocker.assignee_id, string_agg(blocker.tid, ', ' ORDER BY blocker.tid) AS tids,
    array_agg(DISTINCT blocker.project_id) AS projects
  FROM ${openBlockersOf('t')} AND blocker.assignee_id IS NOT NULL GROUP BY blocker.assignee_id)`;

const ACTING = `SELECT one.id, one.name, NULL::text AS tids, NULL::uuid[] AS projects FROM users one
    WHERE ${IN_REVIEW} AND ${IS_READER} AND (one.id = t.created_by_id OR one.id IN (${leads('l.id')}))
  UNION ALL SELECT one.id, one.name, blocking.tids, blocking.projects
    FROM ${BLOCKING} blocking JOIN users one ON one.id = blocking.assignee_id AND ${IS_READER} AND NOT ${IN_REVIEW}`;

/** Of a task in review or with open blockers, those who must act, else the leads, else one row without anybody. */
const OTHERS = `LEFT JOIN LATERAL (
    WITH acting AS (${ACTING}), found AS (
      SELECT * FROM acting UNION ALL (${leads('l.id, l.name, NULL::text, NULL::uuid[]')} AND NOT EXISTS (SELECT 1 FROM acting))
    ) SELECT true AS is_other, found.* FROM (SELECT 1) AS always LEFT JOIN found ON true
    WHERE ${IN_REVIEW} OR ${HAS_BLOCKERS}
  ) other ON true`;

/** Whom a chase goes to, and what it says of the reason why it comes to them, in SQL. */
interface Chased {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly join?: string;
    /** A task may have several. */
    readonly isOneOfSeveral?: boolean;
  };
  /** Stands behind what the task is: ` and waits for `, and a list of tids, or nothing. */
  readonly waiting: string;
  readonly waitingFor: string;
  /** All projects that it tells of. */
  readonly projectIds: string;
  /** Whether the task is neither in review nor blocked by others. */
  readonly isPlain: string;
  /** Whether it goes to someone, or to nobody: quick for many tasks. */
  readonly isAnyone: (reaches: Reaches) => string;
}

const OF_OTHERS: Chased = {
  person: {
    id: 'CASE WHEN other.is_other THEN other.id ELSE t.assignee_id END',
    name: 'CASE WHEN other.is_other THEN other.name ELSE u.name END',
    join: OTHERS,
    isOneOfSeveral: true,
  },
  waiting: `CASE WHEN other.tids IS NOT NULL THEN ' and waits for '
    WHEN other.is_other AND ${IN_REVIEW} THEN ' and waits for review' ELSE '' END`,
  waitingFor: `coalesce(string_to_array(other.tids, ', '), ARRAY[]::text[])`,
  projectIds: 'ARRAY[t.project_id] || coalesce(other.projects, ARRAY[]::uuid[])',
  isPlain: 'other.is_other IS NULL',
  isAnyone: (reaches) =>
    `(${IN_REVIEW} OR EXISTS (SELECT 1 FROM ${openBlockersOf('t')}) OR ${reaches('t.assignee_id')})`,
};

const OF_OWNER: Chased = {
  person: {
    id: OWNER,
    name: `(SELECT o.name FROM users o WHERE o.company_id = $1 AND o.id = ${OWNER})`,
  },
  waiting: `''`,
  waitingFor: 'ARRAY[]::text[]',
  projectIds: 'ARRAY[t.project_id]',
  isPlain: 'true',
  isAnyone: () => 'true',
};

/**
 * Whom a chase goes to: who must act. Who looks after its owner's tasks alone speaks to the owner. The
 * row `u` is the assignee.
 */
export function chasedPeople({ isOfOwner }: RuleScope): Chased {
  return isOfOwner ? OF_OWNER : OF_OTHERS;
}
