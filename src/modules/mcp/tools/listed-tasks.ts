/** What lists say of a task: all but its description, its rank and when it was made and changed. */
export const LISTED_FIELDS = [
  'id',
  'tid',
  'title',
  'status',
  'priority',
  'dueDate',
  'startDate',
  'isBlocked',
  'estimatedHours',
  'loggedHours',
  'projectId',
  'sprintId',
  'epicId',
  'parentId',
];
