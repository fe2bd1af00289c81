/** The tag of what the service itself sends, in `webhooks`: a group of its own beside the operations of the API. */
export const RECEIVED = 'received events';

/** What the operations are grouped by, in the order of the README's section "What the API has". */
export const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'auth', description: 'Making a company, logging in and out, and passwords that were forgotten.' },
  { name: 'me', description: "The caller's own user." },
  { name: 'company', description: 'The company of the caller, to which all data is scoped.' },
  { name: 'users', description: 'The people of the company and their roles.' },
  {
    name: 'api-keys',
    description: 'Keys for programs, which may do what their user may, and what they were used for.',
  },
  { name: 'audit log', description: 'Who did what in the company, which nobody can change.' },
  { name: 'teams', description: 'Groups of users that reach projects together.' },
  { name: 'projects', description: 'What tasks, sprints and epics belong to, and who is a member.' },
  { name: 'tasks', description: 'The work: its fields, order, subtasks, blockers, links and history.' },
  { name: 'work', description: 'What agents do: they take tasks, ask and hand in; people answer and review.' },
  { name: 'views', description: 'Saved ways of looking at tasks: a filter, a sort, groups and columns.' },
  { name: 'calendar', description: 'Calendars of tasks that programs subscribe to.' },
  { name: 'templates', description: 'What tasks and their subtasks are made from.' },
  { name: 'recurrences', description: 'Tasks that come again: when they are made.' },
  { name: 'comments', description: 'What people say about a task.' },
  { name: 'trash', description: 'Deleted tasks, which can come back for a while.' },
  { name: 'promises', description: 'What people promise of tasks: until when, and whether it was kept.' },
  { name: 'files', description: 'Files of tasks: their bytes, previews and links.' },
  { name: 'inbox', description: 'What concerns the caller, what of it is mailed, and until when it is put off.' },
  { name: 'time-entries', description: 'Hours of work on a task.' },
  { name: 'sprints', description: 'Spans of time in which tasks of a project are done, with their burndown.' },
  { name: 'epics', description: 'Large goals of a project that tasks are part of.' },
  { name: 'fields', description: 'What a company adds to its tasks: typed fields of its own.' },
  { name: 'labels', description: 'Marks that tasks of any project can carry.' },
  { name: 'workflow lanes', description: 'The columns of the board, which are the usual statuses of tasks.' },
  {
    name: 'virtual colleagues',
    description: 'Assistants that look at the tasks by schedule and say what needs attention.',
  },
  { name: 'events', description: 'What has changed, to be read by position or followed as a stream.' },
  { name: 'webhooks', description: 'Receivers that are told of events, and what was delivered to them.' },
  { name: RECEIVED, description: 'What the service sends to a receiver: one request for each event.' },
  { name: 'imports', description: 'What comes in from other trackers: checked first, done in batches, and undone.' },
  { name: 'exports', description: 'Archives of the company or a project, to leave with everything.' },
  { name: 'health', description: 'Whether the service works.' },
];
