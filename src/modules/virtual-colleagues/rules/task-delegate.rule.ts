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
  values: sized,
  messages: {
    neutral: '{task}{size} is estimated, unblocked and unassigned. Hand it to an agent.',
    friendly: '{task}{size} is ready to go. Which agent would like it?',
    formal: '{task}{size} is estimated, unblocked and unassigned. Please delegate it to an agent.',
    direct: '{task}{size} is ready. Assign an agent.',
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
      person: () => ({
        id: 'NULL::uuid',
        name: 'NULL::text',
        join: `JOIN json_to_recordset(${parameter}::json) AS given ("taskId" uuid, agent text) ON given."taskId" = t.id`,
      }),
      values: (scope) => ({ ...sized(scope), agent: short('given.agent') }),
      messages: {
        neutral: '{task}{size} was estimated, unblocked and unassigned. It is delegated to {agent}.',
        friendly: '{task}{size} was ready to go: {agent} takes care of it.',
        formal: '{task}{size} has been delegated to {agent}.',
        direct: '{task}{size} goes to {agent}.',
      },
    });
  return {
    ...ruleOf(''),
    isRepeated: true,
    find: (scope, conditions) => ruleOf(conditions.parameter(JSON.stringify(given))).find(scope, conditions),
  };
}
