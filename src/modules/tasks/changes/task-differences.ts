import { ValidationError } from '#common/errors/app-error.js';
import { areTurned } from '#common/validation/date-order.js';
import { changesOf, listChange } from '#core/events/changes.js';
import type { Changes, InboxFacts } from '#core/events/domain-event.js';
import { DONE } from '#schema/lanes.js';
import { MOST_LABELS, TASK_FIELDS } from '#schema/tasks.js';
import type { TaskResponse } from '../task.dto.js';
import { differencesOf } from '../values/task-values.service.js';
import type { LockedTask } from './task-locks.service.js';
import type { TaskSettings } from './task-settings.js';

/** The project cannot change, labels and values are rows of their own, and mentions are part of the description. */
type Settable = Exclude<keyof TaskSettings, 'projectId' | 'labelIds' | 'mentions' | 'custom' | 'valueChanges'>;

/** An object, because it does not compile while one is missing. */
const FIXED: Record<Exclude<keyof TaskResponse, Settable>, true> = {
  id: true,
  tid: true,
  projectId: true,
  isBlocked: true,
  recurrenceId: true,
  createdById: true,
  completedAt: true,
  createdAt: true,
  updatedAt: true,
  custom: true,
};
export const SETTABLE = TASK_FIELDS.filter((name): name is Settable => !(name in FIXED));

/** A task that has more labels keeps them: only adding is refused. */
export function ensureFewLabels(
  tasks: readonly LockedTask[],
  { labelIds = [] }: TaskSettings,
  carried: ReadonlyMap<string, readonly string[]>,
): void {
  if (labelIds.length <= MOST_LABELS) return;
  const isAdded = tasks.some(({ id }) => {
    const kept = new Set(carried.get(id));
    return labelIds.some((labelId) => !kept.has(labelId));
  });
  if (isAdded) throw new ValidationError({ labelIds: `At most ${MOST_LABELS}` });
}

/** @throws ValidationError when the task would begin after it is due */
export function ensureStartInTime({ startDate, dueDate }: Pick<TaskSettings, 'startDate' | 'dueDate'>): void {
  if (areTurned(startDate, dueDate)) throw new ValidationError({ startDate: 'Must not be after dueDate' });
}

/** Whether the change has made the task blocked, or free again. */
export function blockedFacts(before: readonly LockedTask[], { id, isBlocked }: TaskResponse): InboxFacts | undefined {
  const task = before.find((other) => other.id === id);
  return task && task.isBlocked !== isBlocked ? { isBlocked } : undefined;
}

/** Only these changes can complete a label: which tasks carry it, and which of them are done. */
export function taskIdsWithChangedLabels(tasks: readonly LockedTask[], { labelIds, status }: TaskSettings): string[] {
  return tasks.filter((task) => labelIds !== undefined || closesOrOpens(task, status)).map(({ id }) => id);
}

export function closesOrOpens(task: LockedTask, status: string | undefined): boolean {
  return status !== undefined && (task.status === DONE) !== (status === DONE);
}

export function differences(task: LockedTask, settings: TaskSettings, carried: readonly string[] = []): Changes {
  const own = settings.valueChanges ? differencesOf(task, settings.valueChanges) : {};
  const changes = { ...changesOf(task, settings, SETTABLE), ...own };
  if (settings.labelIds === undefined) return changes;
  const labelIds = [...settings.labelIds].sort();
  const isSame = labelIds.length === carried.length && labelIds.every((id, index) => id === carried[index]);
  return isSame ? changes : { ...changes, labelIds: listChange(carried, labelIds) };
}
