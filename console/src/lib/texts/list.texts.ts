export const list = {
  table: 'Tasks',
  select: (tid: string) => `Select ${tid}`,
  selectAll: 'Select all',
  actions: 'Actions',
  editTitle: (tid: string) => `Edit title of ${tid}`,
  columns: 'Columns',
  hours: (hours: string) => `${hours} h`,
  download: 'Download CSV',
  downloading: 'Preparing the CSV …',
  fieldOf: (field: string, tid: string) => `${field} of ${tid}`,
  /** What the cell shows, then which it is. */
  cell: (value: string, field: string, tid: string) => (value ? `${value}, ${field} of ${tid}` : `${field} of ${tid}`),
  names: {
    tid: 'Number',
    title: 'Title',
    status: 'Status',
    priority: 'Priority',
    assignee: 'Assignee',
    labels: 'Labels',
    delegate: 'Delegate',
    project: 'Project',
    sprint: 'Sprint',
    epic: 'Epic',
    startDate: 'Start',
    dueDate: 'Due date',
    promised: 'Promised',
    points: 'Points',
    logged: 'Logged',
    createdBy: 'Created by',
    createdAt: 'Created',
    updatedAt: 'Updated',
  },
} as const;

/** Where the pull requests of a card are. */
export const codeMarks = { failing: 'Checks failed', open: 'PR open', merged: 'PR merged' } as const;
