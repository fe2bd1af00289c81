import { isoMoment } from '#core/database/schema/columns.js';
import { isOpen } from '#schema/tasks.js';
import {
  COMPANY,
  days,
  hasGrown,
  hasPassedSince,
  holdsOwnTask,
  inQuotes,
  MOMENT,
  PROJECTS,
  type Rule,
  short,
} from './rule.js';

const WARNING_DAYS = 7;

/** Customers read this, too: it names no people and no hours. */
export const epicAtRisk: Rule = {
  name: 'epic.at_risk',
  type: 'report',
  find: (scope) => ({
    from: `epics e JOIN projects p ON p.company_id = e.company_id AND p.id = e.project_id
      CROSS JOIN LATERAL (SELECT count(*) AS tasks, count(*) FILTER (WHERE ${isOpen('t')}) AS open FROM tasks t
        WHERE t.company_id = ${COMPANY} AND t.epic_id = e.id) progress`,
    where: `e.company_id = $1 AND e.project_id = ANY (${PROJECTS}) AND e.due_date <= ${MOMENT} + ${days(WARNING_DAYS)}
        AND progress.open > 0${holdsOwnTask(scope, 't.epic_id = e.id')}`,
    subjectId: 'e.id',
    projectIds: 'ARRAY[e.project_id]',
    urgency: 'e.due_date',
    situation: `CASE WHEN e.due_date <= ${MOMENT} THEN 'late' ELSE 'soon' END`,
    facts: { due: isoMoment('e.due_date') },
    moments: { due: 'e.due_date' },
    texts: {
      epic: `'"' || ${short('e.name')} || '" (' || p.key || ')'`,
      open: `progress.open || ' of ' || progress.tasks || CASE progress.tasks WHEN 1 THEN ' task' ELSE ' tasks' END`,
    },
    lists: { keys: 'ARRAY[p.key]', filter: `'epic = ' || ${inQuotes('e.name')} || ' and not done'` },
    measure: 'progress.open',
  }),
  silence: ({ last, measure }, now, isSilent) =>
    `(${isSilent} AND NOT ${hasGrown(measure, now)} AND NOT ${hasPassedSince('e.due_date', last)})`,
  sentences: {
    soon: {
      neutral: 'Epic {epic} is {due.due} with {open} open: its scope can be cut, or its date moved.',
      friendly: 'Epic {epic} is {due.due} with {open} still open. Time to cut its scope or to move its date.',
      formal: 'Epic {epic} is {due.due} with {open} open. Its scope or its date needs to be reviewed.',
      direct: 'Epic {epic} is {due.due}, {open} open. Its scope or its date has to give.',
    },
    late: {
      neutral: 'Epic {epic} was {due.due} with {open} open: its scope can be cut, or its date moved.',
      friendly: 'Epic {epic} was {due.due} with {open} still open. Time to cut its scope or to move its date.',
      formal: 'Epic {epic} was {due.due} with {open} open. Its scope or its date needs to be reviewed.',
      direct: 'Epic {epic} was {due.due}, {open} open. Its scope or its date has to give.',
    },
  },
};
