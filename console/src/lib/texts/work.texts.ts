/** Of tasks, wherever they are shown. */
export const task = {
  status: 'Status',
  priority: 'Priority',
  assignee: 'Assignee',
  labels: 'Labels',
  delegate: 'Delegate',
  points: 'Points',
  parent: 'Parent',
  noParent: 'No parent',
  startDate: 'Start date',
  dueDate: 'Due date',
  sprint: 'Sprint',
  epic: 'Epic',
  noSprint: 'No sprint',
  noEpic: 'No epic',
  nothing: 'Nothing to choose',
  write: 'Write',
  awayUntil: (date: string) => `Away until ${date}`,
  awayFrom: (from: string, until: string) => `Away from ${from} until ${until}`,
  showFormatted: 'Show formatted',
  preview: 'Preview',
  previewEmpty: 'Nothing to preview.',
  blocked: 'Blocked',
  people: 'People',
  format: 'Format',
  formats: { bold: 'Bold', list: 'List', taskList: 'Task list', code: 'Code', link: 'Link', mention: 'Mention' },
} as const;

/** Who works on a task, where it is one line among others. */
export const workMarks = {
  working: (name: string) => `${name} works on it`,
  asking: (name: string) => `${name} asks`,
  submitted: (name: string) => `${name} waits for review`,
} as const;
