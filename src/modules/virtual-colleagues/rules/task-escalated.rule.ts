import { selectFromLeads } from '../../projects/projects.sql.js';
import { COLLEAGUE, COMPANY, distance, hours, MOMENT, RUN, short } from './rule.js';
import { taskRule } from './task-rule.js';

/** Those of earlier scans: a chase is answered after it is made. */
const CHASES = `(SELECT count(*) FROM virtual_colleague_said a
  WHERE a.company_id = ${COMPANY} AND a.colleague_id = ${COLLEAGUE} AND a.rule = 'task.overdue' AND a.subject_id = t.id
    AND a.at >= t.updated_at AND a.run_id <> ${RUN})`;

const leads = (what: string) => `(${selectFromLeads(what, 't')})`;

export const taskEscalated = taskRule({
  name: 'task.escalated',
  type: 'escalation',
  when: ({ chase, escalation }) =>
    `t.due_date <= ${MOMENT} - ${hours(chase.afterHours)} AND ${CHASES} >= ${escalation.afterChases}`,
  urgency: 't.due_date',
  // All leads are called; the log names the first of them.
  person: {
    id: leads('(array_agg(l.id ORDER BY l.name, l.id))[1]'),
    name: leads(`string_agg(l.name, ', ' ORDER BY l.name, l.id)`),
    nobody: 'No project lead: ',
  },
  values: {
    age: distance('t.due_date'),
    chases: `CASE ${CHASES} WHEN 1 THEN '1 chase' ELSE ${CHASES} || ' chases' END`,
    holder: `coalesce('assigned to ' || ${short('u.name')}, 'assigned to nobody')`,
  },
  messages: {
    neutral: '{to}{task}, {holder}, is {age} overdue, unchanged after {chases}. Reassign, replan or drop it.',
    friendly: '{to}{task}, {holder}, is {age} overdue and has not moved after {chases}. Could you step in?',
    formal: '{to}{task}, {holder}, is {age} overdue and unchanged after {chases}. Please decide how to proceed.',
    direct: '{to}{task}, {holder}: {age} overdue, {chases}, no change. Reassign it or cut it.',
  },
});
