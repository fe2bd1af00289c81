import { counted } from './counted.ts';

const sprints = counted('sprint', 'sprints');

export const board = {
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
  noTaskFits: 'No task fits the filters.',
  noTasks: 'No tasks yet.',
  noTasksYet: 'No tasks yet. Add the first one with “New task”, or press c.',
} as const;

export const projectNav = {
  name: 'Project',
  board: 'Board',
  list: 'List',
  planning: 'Planning',
  epics: 'Epics',
  insights: 'Insights',
  settings: 'Settings',
} as const;

export const planning = {
  title: 'Sprint planning',
  backlog: 'Backlog',
  hours: 'Hours',
  newSprint: 'New sprint',
  createSprint: 'Create sprint',
  startSprint: 'Start sprint',
  completeSprint: 'Complete sprint',
  cancelSprint: 'Cancel sprint',
  editSprint: 'Edit sprint',
  deleteSprint: 'Delete sprint',
  name: 'Name',
  goal: 'Goal',
  startDate: 'Start date',
  endDate: 'End date',
  moveOpen: 'Move open tasks to',
  toBacklog: 'Backlog',
  done: (amount: string) => `${amount} done`,
  remaining: (amount: string) => `${amount} remaining`,
  mean: (number: number, amount: string) => `Mean of the last ${sprints(number)}: ${amount}`,
  noMean: 'No completed sprint yet',
  past: counted('past sprint', 'past sprints'),
  pointsOf: (tid: string) => `Points of ${tid}`,
  hoursOf: (tid: string) => `Hours of ${tid}`,
  planTo: (name: string) => `Plan for ${name}`,
  noSprints: 'No sprint is planned.',
  makeSprint: 'Make one, then drag tasks into it.',
  emptySprint: 'Drag tasks here, or choose “Plan for …” in a task’s menu.',
  emptyBacklog: 'The backlog is empty: every open task is planned.',
  moved: (name: string, to: string) => `${name} moved to ${to}`,
  active: 'Active',
  planned: 'Planned',
  startQuestion: (name: string) => `${name} becomes the active sprint of the project.`,
  cancelQuestion: (name: string) => `${name} ends without being completed. Its open tasks go back to the backlog.`,
  deleteQuestion: (name: string) => `${name} goes for good. Its tasks go back to the backlog.`,
} as const;

export const sprint = {
  burndown: 'Burndown',
  date: 'Date',
  remaining: 'Remaining',
  ideal: 'Ideal',
  done: 'Done',
  noBurndown: 'The burndown begins when the sprint starts.',
  none: 'No task is planned for this sprint yet.',
  statuses: { planned: 'Planned', active: 'Active', completed: 'Completed', cancelled: 'Cancelled' } as Record<
    string,
    string
  >,
  started: (date: string) => `Started ${date}`,
  ended: (date: string) => `Ended ${date}`,
  chart: (from: string, to: string) =>
    `Remaining hours from ${from} to ${to}; the table below says the same in numbers`,
} as const;

export const epics = {
  title: 'Epics',
  newEpic: 'New epic',
  createEpic: 'Create epic',
  name: 'Name',
  description: 'Description',
  color: 'Color',
  startDate: 'Start date',
  dueDate: 'Due date',
  none: 'No epic yet. An epic gathers tasks towards something larger.',
  makeFirst: '“New epic” makes the first.',
  noTasks: 'No tasks yet.',
  deleteQuestion: (name: string) => `${name} goes for good. Its tasks stay, without an epic.`,
  progress: (done: number, of: number) => `${done} of ${of}`,
} as const;

export const projectSettings = {
  title: 'Project settings',
  general: 'General',
  name: 'Name',
  description: 'Description',
  team: 'Team',
  noTeam: 'No team: everyone',
  saved: 'Saved',
  members: 'Members',
  membersHint: 'Members reach the project also when they are not in its team.',
  addMember: 'Add member',
  person: 'Person',
  role: 'Role',
  roles: { lead: 'Lead', member: 'Member' },
  roleOf: (name: string) => `Role of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  danger: 'Archive and delete',
  archive: 'Archive project',
  archiveQuestion: (name: string) => `${name} can be read but not changed until it is unarchived.`,
  unarchive: 'Unarchive project',
  delete: 'Delete project',
  deleteQuestion: (name: string, tasks: string) => `${name} goes for good, with ${tasks}, its sprints and its epics.`,
  archived: 'This project is archived: it can be read but not changed.',
} as const;
