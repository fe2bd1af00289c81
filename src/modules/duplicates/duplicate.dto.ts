import { OneOfArray, TrimmedText, Uuid } from '#common/validation/fields.js';

export const DUPLICATED_PARTS = ['subtasks', 'files', 'labels', 'assignee', 'dates'] as const;
export type DuplicatedPart = (typeof DUPLICATED_PARTS)[number];

export class DuplicateTask {
  /** What the new task is called. Default the title of the task. */
  @TrimmedText('optional')
  title?: string;

  /** The project that it belongs to. Default that of the task. */
  @Uuid('optional')
  projectId?: string;

  /** What comes along besides. Default all but `dates`. */
  @OneOfArray('optional', DUPLICATED_PARTS, 'DuplicatedPart', { minimum: 0 })
  with?: DuplicatedPart[];
}
