import { absenceOf, amount, type Rule, short } from './rule.js';

export const userOverloaded: Rule = {
  name: 'user.overloaded',
  type: 'report',
  threshold: ({ reporting }) => ({ name: 'reporting.overloadHours', value: reporting.overloadHours }),
  find: ({ settings: { reporting }, isScanned, isForCustomer }) => ({
    from: `(SELECT t.assignee_id, sum(t.estimated_hours) AS hours, count(*) AS tasks, array_agg(DISTINCT t.project_id) AS projects
        FROM tasks t WHERE ${isScanned} AND t.assignee_id IS NOT NULL GROUP BY t.assignee_id
        HAVING sum(t.estimated_hours) > ${reporting.overloadHours}) load
      JOIN users u ON u.company_id = $1 AND u.id = load.assignee_id WHERE true`,
    subjectId: 'u.id',
    userId: 'u.id',
    projectIds: 'load.projects',
    urgency: '-load.hours',
    values: {
      person: isForCustomer ? `'One person'` : `${short('u.name')} || ${absenceOf('u.id')}`,
      load: `${isForCustomer ? '' : `${amount('load.hours')} || ' h in ' || `}load.tasks || CASE load.tasks WHEN 1 THEN ' open task' ELSE ' open tasks' END`,
      limit: isForCustomer ? `'what one can do'` : `'${reporting.overloadHours} h'`,
    },
  }),
  messages: () => ({
    neutral: '{person} has {load}, above {limit}. Move or postpone some of it.',
    friendly: '{person} has {load}, more than {limit}. Who could take something over?',
    formal: '{person} has {load}, above the limit of {limit}. Please redistribute or postpone work.',
    direct: '{person}: {load}, limit {limit}. Take work away.',
  }),
};
