import { counted } from './counted.ts';

const tasks = counted('task', 'tasks');
const subtasks = counted('subtask', 'subtasks');

export const board = {
  more: 'Show more',
  subtasksDone: (done: number, all: number) => `${done} of ${subtasks(all)} done`,
  comments: counted('comment', 'comments'),
  files: counted('file', 'files'),
  addTask: 'Add task',
  taskTitle: 'Task title',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moved: (name: string, lane: string, position: number, of: number) =>
    `${name} moved to ${lane}, position ${position} of ${of}`,
  filters: 'Filters',
  filterText: 'Filter by text',
  text: 'Text',
  removeFilter: (name: string, value: string) => `Remove filter ${name}: ${value}`,
  clearFilters: 'Clear filters',
  label: 'Label',
  sprint: 'Sprint',
  /** Of a lane that is meant to hold at most so many. */
  tasksOf: (count: number, limit: number) => `${count} of ${tasks(limit)}`,
  noTaskFits: 'No task fits the filters.',
  noTasks: 'No tasks yet.',
  noTasksYet: 'No tasks yet. Add the first one with “New task”, or press c.',
} as const;

export const projectNav = {
  name: 'Project',
  board: 'Board',
  list: 'List',
  calendar: 'Calendar',
  timeline: 'Timeline',
  planning: 'Planning',
  activeSprint: 'Active sprint',
  epics: 'Epics',
  insights: 'Insights',
  trash: 'Trash',
  settings: 'Settings',
} as const;
