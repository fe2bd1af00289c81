import { showNumber } from '../figures.ts';
import { counted } from './counted.ts';

const tasks = counted('task', 'tasks');
const sprints = counted('sprint', 'sprints');
const inDays = counted('day', 'days');

export const planning = {
  title: 'Sprint planning',
  backlog: 'Backlog',
  noneFound: 'No task of it fits the filters.',
  found: (number: number, of: number) => `${showNumber(number)} of ${tasks(of)}`,
  hours: 'Hours',
  sprint: 'Sprint',
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
  wasDone: 'Done',
  goesOn: 'Goes on',
  byAssignee: 'Hours by assignee',
  load: (hours: string, days: number | undefined) => (days === undefined ? hours : `${hours} in ${inDays(days)}`),
  toBacklog: 'Backlog',
  done: (amount: string) => `${amount} done`,
  remaining: (amount: string) => `${amount} remaining`,
  mean: (number: number, amount: string) => `Mean of the last ${sprints(number)}: ${amount}`,
  noMean: 'No completed sprint yet',
  inHours: counted('hour', 'hours'),
  openTasks: counted('open task', 'open tasks'),
  past: counted('past sprint', 'past sprints'),
  pointsOf: (tid: string) => `Points of ${tid}`,
  hoursOf: (tid: string) => `Hours of ${tid}`,
  planTo: (name: string) => `Plan for ${name}`,
  noSprints: 'No sprint is planned.',
  makeSprint: 'Make one, then move tasks into it.',
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
  progress: (done: string, of: string) => `${done} of ${of} done`,
  burnup: 'Burn-up',
  allTasks: 'All tasks',
  noBurndown: 'The burndown begins when the sprint starts.',
  none: 'No task is planned for this sprint yet.',
  carriedOver: 'Carried over',
  statuses: { planned: 'Planned', active: 'Active', completed: 'Completed', cancelled: 'Cancelled' } as Record<
    string,
    string
  >,
  started: (date: string) => `Started ${date}`,
  ended: (date: string) => `Ended ${date}`,
  chart: (from: string, to: string) =>
    `Remaining hours from ${from} to ${to}; the table below says the same in numbers`,
} as const;
