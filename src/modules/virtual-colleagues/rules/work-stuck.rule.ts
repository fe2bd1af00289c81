import { isStuck } from '#schema/work.js';
import { short, URGENCY } from './rule.js';
import { taskRule } from './task-rule.js';
import { answerable } from './work-people.js';

const STUCK = `JOIN task_works stuck ON stuck.company_id = $1 AND stuck.task_id = t.id AND ${isStuck('stuck')}
  LEFT JOIN virtual_colleagues c ON c.company_id = t.company_id AND c.id = t.delegate_id`;

/** Tasks on which agents cannot go on. */
export const workStuck = taskRule({
  name: 'work.stuck',
  type: 'escalation',
  when: () => 'true',
  urgency: `${URGENCY}, t.created_at`,
  person: () => answerable(STUCK),
  texts: () => ({ agent: `coalesce(${short('c.name')}, 'its agent')` }),
  sentences: {
    plain: {
      neutral: '{task} is stuck: {agent} cannot go on. Delegate it anew or take it over.',
      friendly: '{task} is stuck: {agent} cannot go on. Could you help, or give it to somebody else?',
      formal: '{task} is stuck, as {agent} cannot go on. Please delegate it anew or take it over.',
      direct: '{task} is stuck, {agent} gave up. Delegate it anew or do it yourself.',
    },
  },
});
