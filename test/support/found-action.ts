import type { FoundAction } from '#modules/virtual-colleagues/scans/found-action.js';

/** A chase of Mia about the task `a`, or what is said of it otherwise. */
export const foundAction = (input: Partial<FoundAction> = {}): FoundAction => ({
  type: 'chase',
  rule: 'task.overdue',
  key: 'task.overdue',
  subjectId: 'a',
  taskId: 'a',
  tid: 'WEB-1',
  userId: 'mia',
  projectIds: [],
  message: '',
  lines: [],
  answerTid: null,
  lists: null,
  isNews: false,
  isToLeads: false,
  measure: null,
  why: {},
  held: null,
  priority: 1,
  overdueHours: null,
  ...input,
});
