import { reachesProject, selectFromLeads } from '#schema/projects.js';
import { hasStatus } from '#schema/tasks.js';
import { absenceOf, amount, days, inQuotes, MOMENT, type Rule, short } from './rule.js';

/** Days in which a task counts as work of now. */
const AHEAD = 14;

/** Follows the row `t`: its sprint, if that ends soon. */
const ENDING = `LEFT JOIN sprints s ON s.company_id = t.company_id AND s.id = t.sprint_id AND s.end_date <= ${MOMENT} + ${days(AHEAD)}`;

/** Whether the row `t` with such a sprint is to be done now. */
const COUNTS = `(t.due_date <= ${MOMENT} + ${days(AHEAD)} OR ${hasStatus('t', 'In Progress')} OR s.id IS NOT NULL)`;

/** The filter of the lists that show such tasks of the row `load`. */
const FILTER = `'assignee = "' || u.id || '" and (due < now+${AHEAD}d or status = "In Progress"'
  || coalesce(' or sprint in (' || load.sprints || ')', '') || ') and not done'`;

/** The leads of one of the projects who reach them all. */
const LEADS = `SELECT DISTINCT one.id, one.name FROM unnest(load.projects) AS of (project_id)
    JOIN LATERAL (${selectFromLeads('l.id', 'of')}) known ON true JOIN users one ON one.company_id = $1 AND one.id = known.id
  WHERE NOT EXISTS (SELECT 1 FROM unnest(load.projects) AS every (project_id) WHERE NOT ${reachesProject('one', 'every.project_id')})`;

export const userOverloaded: Rule = {
  name: 'user.overloaded',
  type: 'report',
  threshold: ({ reporting }) => ({ name: 'reporting.overloadHours', value: reporting.overloadHours }),
  find: ({ settings: { reporting }, isScanned, isForCustomer }) => ({
    from: `(SELECT t.assignee_id, sum(t.estimated_hours) AS hours, count(*) AS tasks, array_agg(DISTINCT t.project_id) AS projects,
          string_agg(DISTINCT ${inQuotes('s.name')}, ', ') AS sprints
        FROM tasks t ${ENDING} WHERE ${isScanned} AND t.assignee_id IS NOT NULL AND ${COUNTS} GROUP BY t.assignee_id
        HAVING sum(t.estimated_hours) > ${reporting.overloadHours}) load
      JOIN users u ON u.company_id = $1 AND u.id = load.assignee_id CROSS JOIN LATERAL (${LEADS}) lead`,
    where: 'true',
    subjectId: 'u.id',
    userId: 'lead.id',
    isOfSeveral: true,
    projectIds: 'load.projects',
    urgency: '-load.hours',
    lists: {
      keys: `ARRAY(SELECT p.key FROM projects p WHERE p.company_id = $1 AND p.id = ANY (load.projects) ORDER BY (
        SELECT count(*) FROM tasks t ${ENDING} WHERE ${isScanned} AND t.project_id = p.id AND t.assignee_id = u.id AND ${COUNTS}) DESC, p.key)`,
      filter: FILTER,
    },
    texts: {
      person: isForCustomer ? `'One person'` : `${short('u.name')} || ${absenceOf('u.id')}`,
      load: `${isForCustomer ? '' : `${amount('load.hours')} || ' h in ' || `}load.tasks || CASE load.tasks WHEN 1 THEN ' task' ELSE ' tasks' END`,
      limit: isForCustomer ? `'what one can do'` : `'${reporting.overloadHours} h'`,
    },
  }),
  toLeads: true,
  sentences: {
    plain: {
      neutral: '{person} has {load} to do within two weeks, above {limit}. Move or postpone some of it.',
      friendly: '{person} has {load} to do within two weeks, more than {limit}. Who could take something over?',
      formal: '{person} has {load} to do within two weeks, above the limit of {limit}. Please redistribute work.',
      direct: '{person}: {load} within two weeks, limit {limit}. Take work away.',
    },
  },
};
