import { leadsWithout } from './people-to-ask.js';
import { COMPANY, type Rule } from './rule.js';
import { taskRule } from './task-rule.js';

const TO = `(ta.changes -> 'dueDate' ->> 'to')::timestamptz`;
const FROM = `(ta.changes -> 'dueDate' ->> 'from')::timestamptz`;

/** By task, how often its due date was moved later: the row `moved`. What was taken away is compared when it is set again. */
const moved = (least: number) => `JOIN (
    SELECT change.task_id, count(*) FILTER (WHERE change.after > change.before) AS times,
      (array_agg(change.before ORDER BY change.id) FILTER (WHERE change.before IS NOT NULL))[1] AS first_due,
      (array_agg(change.actor_id ORDER BY change.id DESC) FILTER (WHERE change.after > change.before))[1] AS moved_by_id
    FROM (
      SELECT ta.task_id, ta.id, ta.actor_id, ${TO} AS after,
        coalesce(${FROM}, lag(${FROM}) OVER (PARTITION BY ta.task_id ORDER BY ta.id)) AS before
      FROM task_activity ta WHERE ta.company_id = ${COMPANY} AND ta.changes -> 'dueDate' IS NOT NULL
    ) change GROUP BY change.task_id HAVING count(*) FILTER (WHERE change.after > change.before) >= ${least}
  ) moved ON moved.task_id = t.id`;

const slipping = taskRule({
  name: 'task.slipping',
  type: 'escalation',
  threshold: ({ escalation }) => ({ name: 'escalation.afterMoves', value: escalation.afterMoves }),
  join: ({ escalation }) => moved(escalation.afterMoves),
  when: ({ escalation }) => `${escalation.afterMoves > 0} AND t.due_date IS NOT NULL`,
  urgency: '-moved.times, t.due_date',
  person: () => leadsWithout('moved.moved_by_id'),
  toLeads: true,
  moments: { first: 'moved.first_due', due: 't.due_date' },
  texts: () => ({ times: `CASE moved.times WHEN 1 THEN 'once' WHEN 2 THEN 'twice' ELSE moved.times || ' times' END` }),
  measure: 'moved.times',
  sentences: {
    plain: {
      neutral: '{task} was moved {times}, from {first.day} to {due.day}. Agree on a date that holds, or drop it.',
      friendly: '{task} was moved {times}, from {first.day} to {due.day}. Could you agree on a date that holds?',
      formal: '{task} was moved {times}, from {first.day} to {due.day}. Please agree on a date that holds.',
      direct: '{task} was moved {times}, from {first.day} to {due.day}. Fix a date or cut it.',
    },
  },
});

/** Each further move is said once. */
export const taskSlipping: Rule = {
  ...slipping,
  silence: ({ mostMeasure }, measure) => `(${mostMeasure} >= ${measure})`,
};
