/** The fields of a task that a column can become. */
export const SHEET_FIELDS = [
  'id',
  'title',
  'description',
  'status',
  'priority',
  'estimatedHours',
  'loggedHours',
  'dueDate',
  'startDate',
  'assignee',
  'labels',
  'epic',
  'sprint',
  'parent',
  'blockedBy',
  'creator',
  'createdAt',
  'updatedAt',
  'completedAt',
  'url',
] as const;

export type SheetField = (typeof SHEET_FIELDS)[number];
