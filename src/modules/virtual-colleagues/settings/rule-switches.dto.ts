import { Flag } from '#common/validation/fields.js';

/** Over the rules of the role; what is left out, or null, is as the role has it. */
export class RuleSwitchesInput {
  /** Chases overdue tasks. */
  @Flag('clearable')
  'task.overdue'?: boolean | null;

  /** Reminds of tasks that are due soon. */
  @Flag('clearable')
  'task.due_soon'?: boolean | null;

  /** Follows up promises that were not kept. */
  @Flag('clearable')
  'task.promise_broken'?: boolean | null;

  /** Tells the leads of chased tasks that do not move. */
  @Flag('clearable')
  'task.escalated'?: boolean | null;

  /** Tells the leads of due dates that are moved again and again. */
  @Flag('clearable')
  'task.slipping'?: boolean | null;

  /** Tells of tasks that stay blocked. */
  @Flag('clearable')
  'task.blocked'?: boolean | null;

  /** Reports pressing tasks that nobody has. */
  @Flag('clearable')
  'task.unassigned'?: boolean | null;

  /** Reports tasks of the active sprint without an estimate. */
  @Flag('clearable')
  'task.unestimated'?: boolean | null;

  /** Reminds of tasks that wait for review. */
  @Flag('clearable')
  'task.review_waiting'?: boolean | null;

  /** Reports backlog tasks that nobody touches. */
  @Flag('clearable')
  'task.stale_backlog'?: boolean | null;

  /** Reports sprints that fall behind. */
  @Flag('clearable')
  'sprint.at_risk'?: boolean | null;

  /** Reports epics that are due with open tasks. */
  @Flag('clearable')
  'epic.at_risk'?: boolean | null;

  /** Reports people with too much open work. */
  @Flag('clearable')
  'user.overloaded'?: boolean | null;

  /** Reports tasks that an agent could take. */
  @Flag('clearable')
  'task.delegate'?: boolean | null;

  /** Reminds of work of agents that waits for review; for role `agent_orchestrator` alone. */
  @Flag('clearable')
  'work.review_waiting'?: boolean | null;

  /** Tells of tasks on which agents cannot go on; for role `agent_orchestrator` alone. */
  @Flag('clearable')
  'work.stuck'?: boolean | null;

  /** Sums up, with every scan. */
  @Flag('clearable')
  digest?: boolean | null;
}

/** Which of the rules are on. A part that is off silences its rules all the same. */
export class RuleSwitchesResponse {
  /** Chases overdue tasks. */
  'task.overdue': boolean;

  /** Reminds of tasks that are due soon. */
  'task.due_soon': boolean;

  /** Follows up promises that were not kept. */
  'task.promise_broken': boolean;

  /** Tells the leads of chased tasks that do not move. */
  'task.escalated': boolean;

  /** Tells the leads of due dates that are moved again and again. */
  'task.slipping': boolean;

  /** Tells of tasks that stay blocked. */
  'task.blocked': boolean;

  /** Reports pressing tasks that nobody has. */
  'task.unassigned': boolean;

  /** Reports tasks of the active sprint without an estimate. */
  'task.unestimated': boolean;

  /** Reminds of tasks that wait for review. */
  'task.review_waiting': boolean;

  /** Reports backlog tasks that nobody touches. */
  'task.stale_backlog': boolean;

  /** Reports sprints that fall behind. */
  'sprint.at_risk': boolean;

  /** Reports epics that are due with open tasks. */
  'epic.at_risk': boolean;

  /** Reports people with too much open work. */
  'user.overloaded': boolean;

  /** Reports tasks that an agent could take. */
  'task.delegate': boolean;

  /** Reminds of work of agents that waits for review; of role `agent_orchestrator` alone. */
  'work.review_waiting'?: boolean;

  /** Tells of tasks on which agents cannot go on; of role `agent_orchestrator` alone. */
  'work.stuck'?: boolean;

  /** Sums up, with every scan. */
  digest: boolean;
}
