export const firstHour = {
  title: 'First steps',
  project: 'Create a project',
  invite: 'Invite people',
  tasks: 'Bring your tasks',
  colleague: 'Meet a colleague',
  done: 'Done',
  dismiss: 'Dismiss',
} as const;
