import { distance, hours, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskOverdue = taskRule({
  name: 'task.overdue',
  type: 'chase',
  when: ({ chase }) => `t.due_date <= ${MOMENT} - ${hours(chase.afterHours)}`,
  urgency: 't.due_date',
  values: { age: distance('t.due_date') },
  messages: {
    neutral: '{to}{task} is {age} overdue. Finish it or set a new due date.',
    friendly: '{to}{task} is {age} overdue. Can you finish it soon, or give it a new date?',
    formal: '{to}{task} has been overdue for {age}. Please complete it or propose a new due date.',
    direct: '{to}{task} is {age} overdue. Finish it or move the date today.',
  },
});
