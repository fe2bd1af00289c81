import { ApiProperty } from '@nestjs/swagger';
import { DateTime } from 'luxon';
import { ValidationError } from '#common/errors/app-error.js';
import { Day, Text } from '#common/validation/fields.js';
import type { User } from './user.entity.js';

/** Most days of an absence, its first and its last one among them. */
const MOST_DAYS = 366;

/** An absence, in days of the user's own zone. */
export class AwayInput {
  /** The first day, `YYYY-MM-DD`. */
  @Day('required')
  from: string;

  /** The last day; at most 366 days in all. */
  @Day('required')
  until: string;

  /** What others should know of it. */
  @Text('optional', { minimum: 0, maximum: 200 })
  note?: string;
}

/** When a user is not there, in days of their own zone. */
export class AwayResponse {
  /** The first day. */
  @ApiProperty({ type: String, format: 'date' })
  from: string;

  /** The last day. */
  @ApiProperty({ type: String, format: 'date' })
  until: string;

  /** What others should know of it. */
  note: string | null;
}

type Absence = Pick<User, 'awayFrom' | 'awayUntil' | 'awayNote'>;

/** As it is stored; undefined stays as it is. @throws ValidationError when it ends before it begins, or is too long */
export function absenceOf(away: AwayInput | null | undefined): Partial<Absence> {
  if (away === undefined) return {};
  if (away === null) return { awayFrom: null, awayUntil: null, awayNote: null };
  const { from, until, note } = away;
  const days = DateTime.fromISO(until, { zone: 'utc' }).diff(DateTime.fromISO(from, { zone: 'utc' }), 'days').days + 1;
  if (days < 1) throw new ValidationError({ 'away.until': 'Must not be before from' });
  if (days > MOST_DAYS) throw new ValidationError({ 'away.until': `At most ${MOST_DAYS} days, from to until` });
  return { awayFrom: from, awayUntil: until, awayNote: note || null };
}

/** As it is shown: until it is over where the user is. */
export function shownAway({
  awayFrom,
  awayUntil,
  awayNote,
  timezone,
}: Absence & Pick<User, 'timezone'>): AwayResponse | null {
  if (awayFrom === null || awayUntil === null || awayUntil < dayIn(timezone, new Date())) return null;
  return { from: awayFrom, until: awayUntil, note: awayNote };
}

/** Whether the user is away at a moment. */
export function isAwayAt(
  moment: Date,
  { awayFrom, awayUntil, timezone }: Pick<User, 'awayFrom' | 'awayUntil' | 'timezone'>,
): boolean {
  const day = dayIn(timezone, moment);
  return awayFrom !== null && awayUntil !== null && awayFrom <= day && day <= awayUntil;
}

/** The day that a moment is on in a zone, `YYYY-MM-DD`. */
export function dayIn(zone: string, moment: Date): string {
  const local = DateTime.fromJSDate(moment, { zone });
  return (local.isValid ? local : DateTime.fromJSDate(moment, { zone: 'utc' })).toISODate() as string;
}
