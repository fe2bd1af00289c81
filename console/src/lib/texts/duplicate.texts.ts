/** Of the dialog that makes tasks once more. */
export const duplicate = {
  ownProject: 'Each in its own project',
  parts: {
    subtasks: 'With subtasks',
    files: 'With files',
    labels: 'With labels',
    assignee: 'With assignee',
    dates: 'With dates',
  },
  left: 'Sprint, agent, logged time, comments and blockers stay behind.',
} as const;
