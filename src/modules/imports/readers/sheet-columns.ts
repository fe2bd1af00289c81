import { byHeaderKey, type Header, headerKey } from '../csv/csv-rows.js';
import { ImportError } from './records.js';
import { SHEET_FIELDS, type SheetField } from './sheet-fields.js';

/** What columns of sheets are usually called; the first that a sheet has counts. Keys of headers are compared. */
const USUAL: Readonly<Record<SheetField, readonly string[]>> = {
  id: ['tid', 'id', 'key', 'issue key', 'issue id', 'task id', 'number', '#'],
  title: ['title', 'name', 'summary', 'task', 'task name', 'subject'],
  description: ['description', 'notes', 'details', 'body'],
  status: ['status', 'state'],
  priority: ['priority'],
  estimatedHours: ['estimated hours', 'story point', 'story points', 'estimate', 'points', 'time estimate'],
  loggedHours: ['logged hours', 'time spent', 'hours'],
  dueDate: ['due date', 'due', 'deadline', 'target date'],
  startDate: ['start date', 'start', 'starts'],
  assignee: ['assignee', 'assignee email', 'owner', 'assigned to', 'assignees'],
  labels: ['labels', 'tags', 'label'],
  epic: ['epic', 'epic title', 'module (name)', 'module name', 'module'],
  sprint: ['sprint', 'cycle (name)', 'cycle name', 'cycle'],
  parent: ['parent', 'parent id', 'parent task', 'parent issue'],
  blockedBy: ['blocked by'],
  creator: ['creator', 'author', 'reporter', 'created by'],
  createdAt: ['created at', 'created'],
  updatedAt: ['updated at', 'updated'],
  completedAt: [
    'completed at',
    'closed at',
    'finished at',
    'resolved at',
    'completed on',
    'closed on',
    'completion date',
  ],
  url: ['url', 'link'],
};

/** What else is read, and what it becomes: columns of Plane, and what says of a task that it is finished. */
export const BESIDES = byHeaderKey({
  'status category': 'status',
  resolution: 'status',
  'cycle start date': 'sprint',
  'cycle end date': 'sprint',
  'module start date': 'epic',
  'module target date': 'epic',
});

/** What the service's own CSV says by ids. */
export const OWN_LINKS = byHeaderKey({ id: 'links', parentId: 'parent' });

/** The column of each field: the one that the options name, else the usual one. */
export function sheetColumns(header: Header, given: Readonly<Record<string, string>>): Map<SheetField, string> {
  const columns = new Map<SheetField, string>();
  const named = Object.entries(given);
  for (const [column, field] of named) {
    if (!header.has(column))
      throw new ImportError(`options.columns names a column that the file does not have: ${column}`);
    columns.set(field as SheetField, column);
  }
  const taken = new Set(named.map(([column]) => headerKey(column)));
  for (const field of SHEET_FIELDS) {
    const usual = USUAL[field].find((name) => header.has(name) && !taken.has(headerKey(name)));
    if (!columns.has(field) && usual !== undefined) columns.set(field, usual);
  }
  return columns;
}
