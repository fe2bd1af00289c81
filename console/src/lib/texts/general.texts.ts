import { counted } from './counted.ts';
import { IS_THUMB } from '../thumb.ts';

const seconds = counted('second', 'seconds');

export const product = 'Projects';

export const common = {
  save: 'Save',
  edit: 'Edit',
  delete: 'Delete',
  done: 'Done',
  undo: 'Undo',
  open: 'Open',
  moveTo: (place: string) => `Move to ${place}`,
  duplicate: 'Duplicate',
  moveToProject: 'Move to project',
  deleted: (name: string) => `${name} deleted`,
  changed: (name: string) => `${name} changed`,
  undone: 'Undone',
  withKey: (name: string, key: string) => `${name} (${key})`,
  restoreDraft: 'Restore draft',
  changedMeanwhile: (names: readonly string[]) =>
    `${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} changed meanwhile`,
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  collapse: (name: string) => `Collapse ${name}`,
  expand: (name: string) => `Expand ${name}`,
  loading: 'Loading',
  nobody: 'Nobody',
  none: 'None',
  actionsFor: (name: string) => `Actions for ${name}`,
  tasks: counted('task', 'tasks'),
  points: counted('point', 'points'),
  offline: 'The connection is gone. What you see may be old; it is read again as soon as the service answers.',
  notLoaded: 'This could not be loaded. Check the connection and try again.',
  tooMuch: 'The service did not answer. Check the connection and try again.',
  tooMany: (number: number) => `Too many requests at once. It goes on in ${seconds(number)}.`,
  notCopied: 'The browser does not let this page copy. Select the text and copy it.',
  more: (number: number) => `${number} more`,
} as const;

/** Of what is typed into an input of the type. */
export const unreadable = {
  number: 'This is no number. Write one such as 2.5.',
  hours: 'This is no number of hours. Write it as 1h 30m, 90m, 1:30 or 1.5.',
  date: 'This is no whole date. Write day, month and year.',
  time: 'This is no whole time. Write hours and minutes.',
  text: 'This cannot be read.',
} as const;

export const shell = {
  skip: 'Skip to content',
  main: 'Main',
  menu: 'Menu',
  hideSidebar: 'Hide sidebar',
  showSidebar: 'Show sidebar',
  account: 'Account',
  search: 'Search',
  newTask: 'New task',
  signOut: 'Sign out',
  apiDocs: 'API documentation',
  inbox: 'Inbox',
  inboxUnread: (number: number) => `Inbox, ${number} unread`,
  myWork: 'My work',
  projects: 'Projects',
  views: 'Views',
  colleagues: 'Virtual colleagues',
  agents: 'Agents',
  webhooks: 'Webhooks',
  settings: 'Settings',
  shortcuts: 'Keyboard shortcuts',
  palette: 'Command palette',
  notifications: 'Notifications',
} as const;

export const notFound = {
  title: 'Not found',
  text: 'There is nothing here, or it is not yours to see.',
  home: 'Go to My work',
  projects: 'See the projects',
} as const;

export const failure = { title: 'Something went wrong', text: 'This screen could not be shown.' } as const;

export const entry = {
  signIn: 'Sign in',
  email: 'Email',
  password: 'Password',
  forgot: 'Forgot your password?',
  createCompany: 'Create a company',
  passwordSet: 'Your password is set. Sign in with it.',
} as const;

export const myWork = {
  overdue: 'Overdue',
  dueThisWeek: 'Due this week',
  inProgress: 'In progress',
  inReview: 'In review',
  blocked: 'Blocked',
  others: 'Also assigned to you',
  lately: 'Lately',
  none: 'Nothing here.',
  nothing: 'Nothing is assigned to you.',
  take: `Take a task from a board, or make one${IS_THUMB ? '' : ' with c'}.`,
} as const;
