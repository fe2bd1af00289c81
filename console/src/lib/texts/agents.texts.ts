import { counted } from './counted.ts';

export const agents = {
  title: 'Agents',
  asking: 'Asking',
  toReview: 'To review',
  working: 'Working',
  ready: 'Ready',
  stuck: 'Stuck',
  none: 'No agent yet. An agent is a virtual colleague that takes tasks: a program of yours does the work, and you review it.',
  makeFirst: 'Make one of role Agent among the virtual colleagues, and give its key to the program.',
  toColleagues: 'See the virtual colleagues',
  idle: 'Does nothing at the moment.',
  readyTasks: counted('task ready', 'tasks ready'),
  figures: {
    accepted: 'Accepted',
    returned: 'Returned',
    failed: 'Failed',
    time: 'Median time',
    cost: 'Cost',
  },
  ofDays: 'Of the last 30 days',
  ofNewest: (number: number) => `Of the newest ${number} works`,
  unknown: '–',
  lessThanSecond: '< 1 s',
  again: 'Delegate anew',
  isDelegated: 'Delegated anew',
} as const;
