/** Of the dialog that takes tasks to another project. */
export const transfer = {
  choose: 'Choose a project',
  withSubtasks: 'With subtasks',
  lost: 'Sprint, epic and parent are lost, and an assignee or agent that does not reach the project.',
  kept: 'All else stays. Old links and numbers go on finding it.',
  move: 'Move',
  moved: (what: string, project: string) => `${what} moved to ${project}`,
} as const;
