import { isoMoment } from '#core/database/schema/columns.js';
import { isActiveSprint } from '#schema/sprints.js';
import { isOpen, remainingHours, sprintHoursAt } from '#schema/tasks.js';
import { leadsWhere } from './people-to-ask.js';
import {
  amount,
  COMPANY,
  hasGrown,
  hasPassedSince,
  holdsOwnTask,
  inQuotes,
  MOMENT,
  PROJECTS,
  type Rule,
  short,
} from './rule.js';

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

const HAS_ENDED = `s.end_date < ${MOMENT}`;
const IS_EMPTY = `(${HAS_ENDED} AND open.tasks = 0)`;

export const sprintAtRisk: Rule = {
  name: 'sprint.at_risk',
  type: 'report',
  find: (scope) => ({
    from: `sprints s JOIN projects p ON p.company_id = s.company_id AND p.id = s.project_id
      CROSS JOIN LATERAL (${OPEN_WORK}) open CROSS JOIN LATERAL (SELECT ${PLANNED} AS hours) planned
      CROSS JOIN LATERAL (SELECT s.project_id) t ${leadsWhere(IS_EMPTY)}`,
    where: `s.company_id = $1 AND s.project_id = ANY (${PROJECTS}) AND ${isActiveSprint('s')}
        AND (${HAS_ENDED} OR open.hours > planned.hours * ${TOLERANCE}) AND (NOT ${IS_EMPTY} OR lead.id IS NOT NULL)
        ${holdsOwnTask(scope, 't.sprint_id = s.id')}`,
    subjectId: 's.id',
    userId: 'lead.id',
    isOfSeveral: true,
    projectIds: 'ARRAY[s.project_id]',
    urgency: 's.end_date',
    situation: `CASE WHEN ${IS_EMPTY} THEN 'done' WHEN ${HAS_ENDED} THEN 'ended' ELSE 'behind' END`,
    facts: { due: isoMoment('s.end_date') },
    moments: { end: 's.end_date' },
    texts: {
      sprint: `'"' || ${short('s.name')} || '" (' || p.key || ')'`,
      left: scope.isForCustomer ? `'has more left than planned'` : LEFT,
      open: `open.tasks || CASE open.tasks WHEN 1 THEN ' open task' ELSE ' open tasks' END`,
    },
    lists: { keys: 'ARRAY[p.key]', filter: `'sprint = ' || ${inQuotes('s.name')} || ' and not done'` },
    measure: 'open.hours',
  }),
  silence: ({ last, measure }, now, isSilent) =>
    `CASE WHEN ${IS_EMPTY} THEN true ELSE ${isSilent} AND NOT ${hasGrown(measure, now)} AND NOT ${hasPassedSince('s.end_date', last)} END`,
  toLeads: ['done'],
  sentences: {
    done: {
      neutral: 'Sprint {sprint} ended {end.on} with nothing open. Complete it.',
      friendly: 'Sprint {sprint} ended {end.on} with nothing open. Will you complete it?',
      formal: 'Sprint {sprint} ended {end.on} with nothing open. Please complete it.',
      direct: 'Sprint {sprint} ended {end.on}, nothing is open. Complete it.',
    },
    ended: {
      neutral: 'Sprint {sprint} ended {end.on} with {open}: it can be completed, or its end moved.',
      friendly: 'Sprint {sprint} ended {end.on} with {open}. Time to complete it, or to move its end.',
      formal: 'Sprint {sprint} ended {end.on} with {open}. It should be completed, or a new end agreed on.',
      direct: 'Sprint {sprint} ended {end.on} with {open}. Nobody has completed it yet.',
    },
    behind: {
      neutral: 'Sprint {sprint} {left}: something has to come out, or its end to move.',
      friendly: 'Sprint {sprint} {left}. Time to take something out, or to move its end.',
      formal: 'Sprint {sprint} {left}. Its scope or its end needs to be reviewed.',
      direct: 'Sprint {sprint} {left}. Its scope or its end has to give.',
    },
  },
};
