import { isOpen } from '#schema/tasks.js';
import type { ColleagueRole } from '../settings/role-presets.js';
import { type RuleName, type RuleSwitches, rulesThatAreOn } from '../settings/rule-names.js';
import { digest } from './digest.rule.js';
import { epicAtRisk } from './epic-at-risk.rule.js';
import { COMPANY, OWNER, PROJECTS, type Rule, type TaskScope } from './rule.js';
import { sprintAtRisk } from './sprint-at-risk.rule.js';
import { taskBlocked } from './task-blocked.rule.js';
import { taskDelegate } from './task-delegate.rule.js';
import { taskDueSoon } from './task-due-soon.rule.js';
import { taskEscalated } from './task-escalated.rule.js';
import { taskOverdue } from './task-overdue.rule.js';
import { taskPromiseBroken, taskPromiseBrokenAgain } from './task-promise-broken.rule.js';
import { taskReviewWaiting } from './task-review-waiting.rule.js';
import { ofAssignees } from './task-rule.js';
import { taskSlipping } from './task-slipping.rule.js';
import { taskStaleBacklog } from './task-stale-backlog.rule.js';
import { taskUnassigned } from './task-unassigned.rule.js';
import { taskUnestimated } from './task-unestimated.rule.js';
import { userOverloaded } from './user-overloaded.rule.js';
import { workReviewWaiting } from './work-review-waiting.rule.js';
import { workStuck } from './work-stuck.rule.js';

/** The rules that the service has. */
export const RULES: Record<RuleName, Rule> = {
  'task.overdue': taskOverdue,
  'task.due_soon': taskDueSoon,
  'task.promise_broken': taskPromiseBroken,
  'task.escalated': taskEscalated,
  'task.slipping': taskSlipping,
  'task.blocked': taskBlocked,
  'task.unassigned': taskUnassigned,
  'task.unestimated': taskUnestimated,
  'task.review_waiting': taskReviewWaiting,
  'task.stale_backlog': taskStaleBacklog,
  'sprint.at_risk': sprintAtRisk,
  'epic.at_risk': epicAtRisk,
  'user.overloaded': userOverloaded,
  'task.delegate': taskDelegate,
  'work.review_waiting': workReviewWaiting,
  'work.stuck': workStuck,
  digest,
};

/** A member hears of tasks that someone has. */
const OF_ASSIGNEES: readonly RuleName[] = ['task.overdue', 'task.due_soon', 'task.review_waiting'];

/** The rules of a role that are on, in the order of their messages. */
export function rulesOf(role: ColleagueRole, switches: RuleSwitches): Rule[] {
  return rulesThatAreOn(role, switches).flatMap((name) => {
    if (name === 'task.promise_broken') return [taskPromiseBroken, taskPromiseBrokenAgain];
    return role === 'member' && OF_ASSIGNEES.includes(name) ? [ofAssignees(RULES[name])] : [RULES[name]];
  });
}

const OF_ITS_PROJECTS = `t.company_id = ${COMPANY} AND t.project_id = ANY (${PROJECTS})`;

/** Conditions on the row `t`, besides those of its projects. */
const OWN = `t.assignee_id = ${OWNER}`;
const OWN_WITH_SUBTASKS = `t.id IN (WITH RECURSIVE own AS (
    SELECT o.id FROM tasks o WHERE o.company_id = ${COMPANY} AND o.assignee_id = ${OWNER}
    UNION SELECT s.id FROM tasks s JOIN own ON s.company_id = ${COMPANY} AND s.parent_id = own.id
  ) SELECT own.id FROM own)`;

const NARROWER: Partial<Record<ColleagueRole, string>> = {
  myself: OWN,
  agent: OWN_WITH_SUBTASKS,
};

/** Which tasks a role looks at, in scans and AI checks. */
export function scopeOf(role: ColleagueRole): TaskScope {
  const narrower = NARROWER[role];
  const isInScope = narrower === undefined ? OF_ITS_PROJECTS : `${OF_ITS_PROJECTS} AND ${narrower}`;
  return { isInScope, isScanned: `${isInScope} AND ${isOpen('t')}`, isOfOwner: narrower !== undefined };
}
