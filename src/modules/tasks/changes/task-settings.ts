import type { ValueChanges } from '../values/task-values.service.js';
import type { UpdateTask } from '../task-input.dto.js';

/** What a change may set: what clients write, the rank, which only moves set, and values as they are stored. */
export type TaskSettings = UpdateTask & {
  rank?: string;
  mentions?: readonly string[] | null;
  valueChanges?: ValueChanges;
};

/** Those that change. */
export function datesOf({ startDate, dueDate }: TaskSettings): Pick<TaskSettings, 'startDate' | 'dueDate'> {
  return { ...(startDate !== undefined && { startDate }), ...(dueDate !== undefined && { dueDate }) };
}
