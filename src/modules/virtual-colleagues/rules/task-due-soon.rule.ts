import { distance, hours, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskDueSoon = taskRule({
  name: 'task.due_soon',
  type: 'reminder',
  threshold: ({ reminder }) => ({ name: 'reminder.beforeHours', value: reminder.beforeHours }),
  when: ({ reminder }) => `t.due_date > ${MOMENT} AND t.due_date <= ${MOMENT} + ${hours(reminder.beforeHours)}`,
  urgency: 't.due_date',
  values: (scope) => ({ ahead: distance('t.due_date', scope) }),
  messages: {
    neutral: '{to}{task} is due in {ahead}. Finish it in time or say what is missing.',
    friendly: '{to}{task} is due in {ahead}. Will it be ready, or can someone help?',
    formal: '{to}{task} is due in {ahead}. Please make sure of it, or propose a new due date.',
    direct: '{to}{task} is due in {ahead}. Finish it, or say now that you cannot.',
  },
});
