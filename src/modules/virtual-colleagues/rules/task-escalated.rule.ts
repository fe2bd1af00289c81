import { selectFromLeads } from '#schema/projects.js';
import { absenceOf, CHASES, distance, hours, MOMENT, short } from './rule.js';
import { taskRule } from './task-rule.js';

const leads = (what: string) => `(${selectFromLeads(what, 't')})`;

export const taskEscalated = taskRule({
  name: 'task.escalated',
  type: 'escalation',
  threshold: ({ escalation }) => ({ name: 'escalation.afterChases', value: escalation.afterChases }),
  when: ({ chase, escalation }) =>
    `t.due_date <= ${MOMENT} - ${hours(chase.afterHours)} AND ${CHASES} >= ${escalation.afterChases}`,
  urgency: 't.due_date',
  // All leads are called; the log names the first of them.
  person: () => ({
    id: leads('(array_agg(l.id ORDER BY l.name, l.id))[1]'),
    name: leads(`string_agg(l.name || ${absenceOf('l.id')}, ', ' ORDER BY l.name, l.id)`),
    tellsAbsences: true,
    nobody: 'No project lead: ',
  }),
  countsChases: true,
  values: (scope) => ({
    age: distance('t.due_date', scope),
    chases: `CASE ${CHASES} WHEN 1 THEN '1 chase' ELSE ${CHASES} || ' chases' END`,
    holder: scope.isForCustomer
      ? `CASE WHEN t.assignee_id IS NULL THEN 'assigned to nobody' ELSE 'assigned' END`
      : `coalesce('assigned to ' || ${short('u.name')} || ${absenceOf('u.id')}, 'assigned to nobody')`,
  }),
  messages: {
    neutral: '{to}{task}, {holder}, is {age} overdue, unchanged after {chases}. Reassign, replan or drop it.',
    friendly: '{to}{task}, {holder}, is {age} overdue and has not moved after {chases}. Could you step in?',
    formal: '{to}{task}, {holder}, is {age} overdue and unchanged after {chases}. Please decide how to proceed.',
    direct: '{to}{task}, {holder}: {age} overdue, {chases}, no change. Reassign it or cut it.',
  },
});
