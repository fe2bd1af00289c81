import type { Conditions } from '#core/database/lists/conditions.js';
import { amount, IS_BLOCKED, type Rule, type RuleScope, short, URGENCY } from './rule.js';
import { taskRule } from './task-rule.js';

const sized = ({ isForCustomer }: RuleScope) => ({
  size: isForCustomer ? `''` : `' (' || ${amount('t.estimated_hours')} || ' h)'`,
});

export const taskDelegate = taskRule({
  name: 'task.delegate',
  type: 'report',
  when: () => `t.assignee_id IS NULL AND t.delegate_id IS NULL AND t.estimated_hours IS NOT NULL AND NOT ${IS_BLOCKED}`,
  urgency: `${URGENCY}, t.created_at`,
  texts: sized,
  news: {
    one: 'task is ready for an agent',
    several: 'tasks are ready for an agent',
    filter: () => 'assignee is empty and delegate is empty and estimate is not empty and not blocked and not done',
  },
  sentences: {
    plain: {
      neutral: '{task}{size} is estimated, unblocked and unassigned: ready for an agent.',
      friendly: '{task}{size} is ready to go and waits for an agent.',
      formal: '{task}{size} is estimated, unblocked and unassigned, and can be delegated to an agent.',
      direct: '{task}{size} is ready for an agent.',
    },
  },
});

/** A task that a scan gives to an agent. */
export interface GivenTask {
  readonly taskId: string;
  readonly agentId: string;
  /** The name of the agent. */
  readonly agent: string;
}

/** Says which tasks the scan gives to whom; that is always news. */
export function delegated(given: readonly GivenTask[]): Rule {
  const ruleOf = (parameter: string) =>
    taskRule({
      name: taskDelegate.name,
      type: taskDelegate.type,
      when: () => 'true',
      urgency: `${URGENCY}, t.created_at`,
      join: `JOIN json_to_recordset(${parameter}::json) AS given ("taskId" uuid, agent text) ON given."taskId" = t.id`,
      texts: (scope) => ({ ...sized(scope), agent: short('given.agent') }),
      sentences: {
        plain: {
          neutral: '{task}{size} was estimated, unblocked and unassigned. It is delegated to {agent}.',
          friendly: '{task}{size} was ready to go: {agent} takes care of it.',
          formal: '{task}{size} has been delegated to {agent}.',
          direct: '{task}{size} goes to {agent}.',
        },
      },
    });
  return {
    ...ruleOf(''),
    isRepeated: true,
    find: (scope, conditions) => ruleOf(conditions.parameter(JSON.stringify(given))).find(scope, conditions),
  };
}

/** Adds the condition under which an agent gets the task `t`. */
export type IsDelegable = (conditions: Conditions) => Promise<string>;

/** A task is delegable in one of the projects, and when it matches the filter, if there is one. */
export function delegableIn(projectIds: readonly string[], compile: IsDelegable | undefined): IsDelegable {
  return async (conditions) => {
    const isReached = `t.project_id = ANY (${conditions.parameter(projectIds)}::uuid[])`;
    return compile ? `${isReached} AND (${await compile(conditions)})` : isReached;
  };
}

/** The rule without tasks that are delegable: a later run gives away those that this run leaves over. */
export function undelegable(isDelegable: IsDelegable): Rule {
  return {
    ...taskDelegate,
    find: async (scope, conditions) => {
      const isScanned = `${scope.isScanned} AND (${await isDelegable(conditions)}) IS NOT TRUE`;
      return taskDelegate.find({ ...scope, isScanned }, conditions);
    },
  };
}
