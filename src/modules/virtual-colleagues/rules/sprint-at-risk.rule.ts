import { isoMoment } from '#core/database/schema/columns.js';
import { isActiveSprint } from '#schema/sprints.js';
import { isOpen, remainingHours, sprintHoursAt } from '#schema/tasks.js';
import { amount, COMPANY, distance, holdsOwnTask, MOMENT, PROJECTS, type Rule, short } from './rule.js';

/** The planned line of the burndown: straight from the hours at the start to 0 at the end. */
const BEGUN = `least(s.start_date, s.started_at, ${MOMENT})`;
const STARTED = `least(coalesce(s.started_at, s.start_date, ${MOMENT}), ${MOMENT})`;
const PLANNED = `${sprintHoursAt('s', STARTED)} * extract(epoch FROM s.end_date - ${MOMENT})
  / nullif(extract(epoch FROM s.end_date - ${BEGUN}), 0)`;

/** So far above the line the sprint is at risk. */
const TOLERANCE = 1.2;

const OPEN_WORK = `SELECT count(*) AS tasks, coalesce(sum(${remainingHours('t')}), 0) AS hours
  FROM tasks t WHERE t.company_id = ${COMPANY} AND t.sprint_id = s.id AND ${isOpen('t')}`;

const LEFT = `'has ' || ${amount('open.hours')} || ' h left where the plan leaves ' || ${amount('round(planned.hours, 1)')} || ' h'`;

export const sprintAtRisk: Rule = {
  name: 'sprint.at_risk',
  type: 'report',
  find: (scope) => ({
    from: `sprints s JOIN projects p ON p.company_id = s.company_id AND p.id = s.project_id
      CROSS JOIN LATERAL (${OPEN_WORK}) open CROSS JOIN LATERAL (SELECT ${PLANNED} AS hours) planned
      WHERE s.company_id = $1 AND s.project_id = ANY (${PROJECTS}) AND ${isActiveSprint('s')}
        AND (s.end_date < ${MOMENT} OR open.hours > planned.hours * ${TOLERANCE})${holdsOwnTask(scope, 't.sprint_id = s.id')}`,
    subjectId: 's.id',
    projectIds: 'ARRAY[s.project_id]',
    urgency: 's.end_date',
    facts: { due: isoMoment('s.end_date') },
    values: {
      sprint: `'"' || ${short('s.name')} || '" (' || p.key || ')'`,
      reason: `CASE WHEN s.end_date < ${MOMENT}
        THEN 'ended ' || ${distance('s.end_date', scope)} || ' ago with ' || open.tasks || CASE open.tasks WHEN 1 THEN ' open task' ELSE ' open tasks' END
        ELSE ${scope.isForCustomer ? `'has more left than planned'` : LEFT} END`,
      step: `CASE WHEN s.end_date < ${MOMENT} THEN 'complete it' ELSE 'take something out' END`,
    },
  }),
  messages: () => ({
    neutral: 'Sprint {sprint} {reason}: {step} or move its end.',
    friendly: 'Sprint {sprint} {reason}. Shall we {step}, or move its end?',
    formal: 'Sprint {sprint} {reason}. Please {step} or agree on a new end.',
    direct: 'Sprint {sprint} {reason}. Decide today: {step} or move its end.',
  }),
};
