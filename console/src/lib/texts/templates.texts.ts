import { counted } from './counted.ts';

const tasks = counted('subtask', 'subtasks');

/** What tasks are made from. */
export const templates = {
  title: 'Templates',
  hint: 'What tasks of every project can be made from, with their subtasks.',
  hintOfProject:
    'What tasks of this project can be made from, with their subtasks. Those of the company are there, too.',
  none: 'No template yet.',
  makeTemplate: '“New template” makes the first.',
  newTemplate: 'New template',
  createTemplate: 'Create template',
  editTemplate: 'Edit template',
  name: 'Name',
  taskTitle: 'Title',
  titleHint: '{{date}}, {{week}} and {{month}} stand for the day on which the task is made.',
  description: 'Description',
  priority: 'Priority',
  assignee: 'Assignee',
  nobody: 'Nobody',
  creator: 'Who makes the task',
  dueIn: 'Due in days',
  dueInHint: 'From the day it is made.',
  subtasks: 'Subtasks',
  subtasksHint: 'One a line.',
  actions: 'Actions',
  subtaskCount: (count: number) => (count === 0 ? '' : tasks(count)),
  deleteTemplate: (name: string) => `${name} goes for good. The tasks made from it stay.`,
  template: 'Template',
  noTemplate: 'None',
  asTemplate: 'As in the template',
  saveAs: 'Save as template',
  savedAs: (name: string) => `Saved as the template “${name}”`,
  newFrom: (name: string) => `New from template ${name}`,
  leftOut: (names: string) => `Left out, because it is gone or does not fit: ${names}`,
} as const;
