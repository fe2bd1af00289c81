import { Matching } from './fields.js';
import type { Presence } from './field.js';

/** The days of a week, the first one first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** A local time, `HH:MM`. */
export function TimeOfDay(presence: Presence): PropertyDecorator {
  return Matching(presence, /^([01]\d|2[0-3]):[0-5]\d$/, 'Must be HH:MM, from 00:00 to 23:59');
}
