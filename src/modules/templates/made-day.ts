import { DateTime } from 'luxon';
import { dateOf, dayOf } from '#common/schedule/calendar.js';
import { momentAt } from '#common/schedule/schedule.js';
import { dayIn } from '#modules/users/away.dto.js';
import { cut } from '#common/validation/storable.js';
import { LIMITS } from '#common/validation/text.js';
import type { DueIn, TaskContent } from './task-content.dto.js';

/** The day on which a task is made, in the zone of whoever makes it, and its number in its recurrence. */
export interface MadeDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly timezone: string;
  readonly number?: number;
}

const NAMES = /\{\{(date|week|month|n)\}\}/g;
const MIDNIGHT = 'T00:00:00.000Z';

/** Title and description with what the names stand for; any other stays as it is. */
export function named<Content extends Pick<TaskContent, 'title' | 'description'>>(
  content: Content,
  day: MadeDay,
): Content {
  const local = DateTime.fromISO(day.date, { zone: 'utc', locale: 'en' });
  const values: Record<string, string | undefined> = {
    date: day.date,
    week: local.toFormat("kkkk-'W'WW"),
    month: local.toFormat('LLLL yyyy'),
    n: day.number?.toString(),
  };
  const filled = (text: string) => text.replaceAll(NAMES, (name, key: string) => values[key] ?? name);
  const { title, description } = content;
  return {
    ...content,
    title: cut(filled(title), LIMITS.name.maximum),
    ...(description !== undefined && { description: cut(filled(description), LIMITS.description.maximum) }),
  };
}

/** When it is to be done; without a time it is the day. */
export function dueDateOf({ days, time }: DueIn, { date, timezone }: MadeDay): string {
  const due = dateOf(dayOf(date) + days);
  return time === undefined ? `${due}${MIDNIGHT}` : new Date(momentAt(due, time, timezone)).toISOString();
}

/** The due date of a task, counted from when it was made; undefined where that is not possible. */
export function dueInOf(
  { createdAt, dueDate }: { readonly createdAt: string; readonly dueDate: string | null },
  timezone: string,
  most: number,
): DueIn | undefined {
  if (dueDate === null) return undefined;
  const isDay = dueDate.endsWith(MIDNIGHT);
  const due = isDay ? dueDate.slice(0, 10) : dayIn(timezone, new Date(dueDate));
  const days = dayOf(due) - dayOf(dayIn(timezone, new Date(createdAt)));
  if (days < 0 || days > most) return undefined;
  return isDay ? { days } : { days, time: DateTime.fromISO(dueDate, { zone: timezone }).toFormat('HH:mm') };
}
