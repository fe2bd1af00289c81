import { isoMoment } from '#core/database/schema/columns.js';
import { isOpen } from '#schema/tasks.js';
import { COMPANY, dayOf, days, holdsOwnTask, MOMENT, PROJECTS, type Rule, short } from './rule.js';

const WARNING_DAYS = 7;

/** Customers read this, too: it names no people and no hours. */
export const epicAtRisk: Rule = {
  name: 'epic.at_risk',
  type: 'report',
  find: (scope) => ({
    from: `epics e JOIN projects p ON p.company_id = e.company_id AND p.id = e.project_id
      CROSS JOIN LATERAL (SELECT count(*) AS tasks, count(*) FILTER (WHERE ${isOpen('t')}) AS open FROM tasks t
        WHERE t.company_id = ${COMPANY} AND t.epic_id = e.id) progress
      WHERE e.company_id = $1 AND e.project_id = ANY (${PROJECTS}) AND e.due_date <= ${MOMENT} + ${days(WARNING_DAYS)}
        AND progress.open > 0${holdsOwnTask(scope, 't.epic_id = e.id')}`,
    subjectId: 'e.id',
    projectIds: 'ARRAY[e.project_id]',
    urgency: 'e.due_date',
    facts: { due: isoMoment('e.due_date') },
    values: {
      epic: `'"' || ${short('e.name')} || '" (' || p.key || ')'`,
      due: `CASE WHEN e.due_date <= ${MOMENT} THEN 'was' ELSE 'is' END || ' due on ' || ${dayOf('e.due_date')}`,
      open: `progress.open || ' of ' || progress.tasks || CASE progress.tasks WHEN 1 THEN ' task' ELSE ' tasks' END`,
    },
  }),
  messages: () => ({
    neutral: 'Epic {epic} {due} with {open} open. Cut its scope or move its date.',
    friendly: 'Epic {epic} {due} with {open} still open. Shall we cut its scope or move its date?',
    formal: 'Epic {epic} {due} with {open} open. Its scope or its date needs to be reviewed.',
    direct: 'Epic {epic} {due}, {open} open. Cut scope or move the date.',
  }),
};
