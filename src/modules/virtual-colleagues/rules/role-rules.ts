import { isOpen, tasks } from '../../tasks/tasks.sql.js';
import type { ColleagueRole } from '../settings/role-presets.js';
import { digest } from './digest.rule.js';
import { epicAtRisk } from './epic-at-risk.rule.js';
import { COMPANY, OWNER, PROJECTS, type Rule, type TaskScope } from './rule.js';
import { sprintAtRisk } from './sprint-at-risk.rule.js';
import { taskBlocked } from './task-blocked.rule.js';
import { taskDelegate } from './task-delegate.rule.js';
import { taskDueSoon } from './task-due-soon.rule.js';
import { taskEscalated } from './task-escalated.rule.js';
import { taskOverdue } from './task-overdue.rule.js';
import { taskReviewWaiting } from './task-review-waiting.rule.js';
import { ofAssignees } from './task-rule.js';
import { taskStaleBacklog } from './task-stale-backlog.rule.js';
import { taskUnassigned } from './task-unassigned.rule.js';
import { taskUnestimated } from './task-unestimated.rule.js';
import { userOverloaded } from './user-overloaded.rule.js';

/** The rules of each role, in the order of their messages: those of decisions 10 come first; further ones may follow. */
export const ROLE_RULES: Record<ColleagueRole, readonly Rule[]> = {
  scrum_master: [sprintAtRisk, taskBlocked, taskOverdue, taskDueSoon, taskUnestimated, digest],
  project_lead: [taskOverdue, taskEscalated, taskUnassigned, epicAtRisk, digest],
  product_owner: [taskStaleBacklog, taskUnestimated, taskUnassigned, epicAtRisk, digest],
  manager: [userOverloaded, taskOverdue, taskEscalated, digest],
  member: [...[taskOverdue, taskDueSoon, taskReviewWaiting].map(ofAssignees), digest],
  myself: [taskOverdue, taskDueSoon, taskReviewWaiting, digest],
  customer: [epicAtRisk, digest],
  agent_orchestrator: [taskDelegate, taskBlocked, taskReviewWaiting, digest],
  agent: [taskDueSoon, taskOverdue, taskBlocked, digest],
};

const OF_ITS_PROJECTS = `t.company_id = ${COMPANY} AND t.project_id = ANY (${PROJECTS})`;

/** Conditions on the row `t`, besides those of its projects. */
const OWN = `t.assignee_id = ${OWNER}`;
const OWN_WITH_SUBTASKS = `t.id IN (WITH RECURSIVE own AS (
    SELECT o.id FROM ${tasks('o')} WHERE o.company_id = ${COMPANY} AND o.assignee_id = ${OWNER}
    UNION SELECT s.id FROM ${tasks('s')} JOIN own ON s.company_id = ${COMPANY} AND s.parent_id = own.id
  ) SELECT own.id FROM own)`;

const NARROWER: Partial<Record<ColleagueRole, string>> = {
  myself: OWN,
  agent: OWN_WITH_SUBTASKS,
};

/** Which tasks a role looks at, in scans and AI checks. */
export function scopeOf(role: ColleagueRole): TaskScope {
  const narrower = NARROWER[role];
  const isInScope = narrower === undefined ? OF_ITS_PROJECTS : `${OF_ITS_PROJECTS} AND ${narrower}`;
  return { isInScope, isScanned: `${isInScope} AND ${isOpen('t')}` };
}
