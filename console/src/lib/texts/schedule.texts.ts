export const schedule = {
  previous: 'Previous',
  next: 'Next',
  today: 'Today',
  scale: 'Scale',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  moved: (name: string, place: string) => `${name} moved to ${place}`,
} as const;

export const calendar = {
  scales: { month: 'Month', week: 'Week' },
  unscheduled: 'Unscheduled',
  noneUnscheduled: 'Open tasks without a due date stand here.',
  showMore: 'Show more',
  fewer: 'Fewer',
} as const;

export const timeline = {
  scales: { day: 'Day', week: 'Week', month: 'Month' },
  name: 'Timeline',
  none: 'No task begins or is due in this time.',
  noneYet: 'Give tasks a start date or a due date, and they stand here.',
  /** The name of a bar. */
  bar: (task: string, days: string) => `${task}, ${days}`,
  blocks: (blocker: string, task: string) => `${blocker} blocks ${task}`,
  beforeEnd: (blockers: string) => `Begins before ${blockers} ends`,
  earlier: 'Move a day earlier',
  later: 'Move a day later',
  weekEarlier: 'Move a week earlier',
  weekLater: 'Move a week later',
  longer: 'Make it a day longer',
  shorter: 'Make it a day shorter',
} as const;
