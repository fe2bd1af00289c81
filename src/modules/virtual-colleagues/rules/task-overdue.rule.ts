import { chasedPeople } from './chased-people.js';
import { distance, hours, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskOverdue = taskRule({
  name: 'task.overdue',
  type: 'chase',
  threshold: ({ chase }) => ({ name: 'chase.afterHours', value: chase.afterHours }),
  when: ({ chase }) => `t.due_date <= ${MOMENT} - ${hours(chase.afterHours)}`,
  urgency: 't.due_date',
  person: (scope) => chasedPeople(scope).person,
  projectIds: (scope) => chasedPeople(scope).projectIds,
  countsChases: true,
  values: (scope) => ({ age: distance('t.due_date', scope), waiting: chasedPeople(scope).waiting }),
  messages: {
    neutral: '{to}{task} is {age} overdue{waiting}. Finish it or set a new due date.',
    friendly: '{to}{task} is {age} overdue{waiting}. Can you finish it soon, or give it a new date?',
    formal: '{to}{task} has been overdue for {age}{waiting}. Please complete it or propose a new due date.',
    direct: '{to}{task} is {age} overdue{waiting}. Finish it or move the date today.',
  },
});
