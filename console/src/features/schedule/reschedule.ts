import { actedOnText, changeActedOn } from '../../lib/acted-on.ts';
import { addDays, type Day, laterBy, numberOf, onDay, showDay } from './days.ts';
import { dueDayOf } from '../../lib/format.ts';
import type { Task } from '../../lib/model.ts';
import { focusTask } from '../../lib/task-focus.ts';
import { findShownTask, type TaskChange } from '../../lib/tasks.ts';
import { calendar, schedule as words } from '../../lib/texts/schedule.texts.ts';
import { announce } from '../../lib/toasts.ts';
import { type Dated, give, settleGiven, withGiven } from './given-dates.ts';

/** The day that a bar begins on, and the day that it ends on. */
export interface Days {
  from: Day;
  to: Day;
}

/** Where a task stands in time: with one date on that day. */
export function daysOf({ startDate, dueDate }: Dated): Days | undefined {
  const [from, to] = [dueDayOf(startDate ?? dueDate), dueDayOf(dueDate ?? startDate)];
  return from === '' ? undefined : { from, to: to < from ? from : to };
}

/** Due on another day, or on none. A start that would come after that keeps its distance. */
export function dueOn({ startDate, dueDate }: Dated, day: Day | undefined): TaskChange {
  if (day === undefined) return { dueDate: null };
  const due = onDay(dueDate, day);
  if (startDate === null || startDate <= due) return { dueDate: due };
  const days = dueDate === null ? 0 : numberOf(day) - numberOf(dueDayOf(dueDate));
  return { dueDate: due, startDate: days < 0 ? laterBy(startDate, days) : onDay(startDate, day) };
}

/** All of it so many days later. */
export const movedBy = ({ startDate, dueDate }: Dated, days: number): TaskChange => ({
  ...(startDate !== null && { startDate: laterBy(startDate, days) }),
  ...(dueDate !== null && { dueDate: laterBy(dueDate, days) }),
});

/** One end of it so many days later, at most as far as the other. What had one date has two then. */
export function stretchedBy(task: Dated, days: number, end: 'start' | 'due'): TaskChange {
  const present = daysOf(task);
  if (!present) return {};
  const { startDate, dueDate } = task;
  const { from, to } = present;
  if (end === 'start') {
    const day = addDays(from, Math.min(days, numberOf(to) - numberOf(from)));
    return day === from
      ? {}
      : { startDate: onDay(startDate ?? dueDate, day), ...(dueDate === null && { dueDate: startDate }) };
  }
  const day = addDays(to, Math.max(days, numberOf(from) - numberOf(to)));
  return day === to
    ? {}
    : { dueDate: onDay(dueDate ?? startDate, day), ...(startDate === null && { startDate: dueDate }) };
}

let lastId: string | undefined;

/** The task that was moved last: where a day folds its tasks, that one is seen, since it has the focus. */
export const lastMoved = (): string | undefined => lastId;

/** Writes other dates to the task, and to the selection that it is in, and says where it stands then. */
export function reschedule(task: Task, changeOf: (one: Dated) => TaskChange): void {
  const change = changeOf(withGiven(task));
  if (Object.keys(change).length === 0) return;
  lastId = task.id;
  focusTask(task.id);
  const days = daysOf({ ...withGiven(task), ...change });
  const name = actedOnText(task) ?? `${task.tid} ${task.title}`;
  announce(words.moved(name, days ? showDays(days) : calendar.unscheduled));
  const dates = new Map<string, Dated>();
  const written = changeActedOn(task, ({ id }) => {
    const one = withGiven(findShownTask((shown) => shown.id === id) ?? task);
    const set = changeOf(one);
    const { startDate, dueDate } = { ...one, ...set };
    dates.set(id, { startDate, dueDate });
    give(dates);
    return [set];
  });
  void written.then((isWritten) => settleGiven(dates, isWritten));
}

/** `1 December to 5 December`, or the one day. */
export const showDays = ({ from, to }: Days): string =>
  from === to ? showDay(to) : words.fromTo(showDay(from), showDay(to));
