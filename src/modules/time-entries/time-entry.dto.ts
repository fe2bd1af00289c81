import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { Hours, Text, Timestamp } from '#common/validation/fields.js';

/** What is less would be rounded to nothing. */
const MIN_HOURS = 0.00005;
/** As `loggedHours` of a task. */
const MAX_HOURS = 100_000;

export class CreateTimeEntry {
  /** Added to the task's `loggedHours`. */
  @Hours('required', MIN_HOURS, MAX_HOURS)
  hours: number;

  /** What was done. */
  @Text('optional')
  note?: string;

  /** Default: now. */
  @Timestamp('optional')
  spentOn?: string;
}

export class TimeEntryResponse extends ResourceResponse {
  /** The task that was worked on. */
  @Reference()
  taskId: string;

  /** Who did the work. */
  @Reference()
  userId: string;

  /** Who did the work, by name. */
  user: NamedReference;

  /** The virtual colleague whose key it was logged with, and whose own it is; null of a person's. */
  @Reference({ nullable: true })
  colleagueId: string | null;

  /** Hours of work. */
  hours: number;

  /** What was done. */
  note: string | null;

  /** The day of the work. */
  @Moment()
  spentOn: string;
}
