import { ApiProperty } from '@nestjs/swagger';
import { Matching, Nested, OneOfArray, UuidArray } from '#common/validation/fields.js';
import { WEEKDAYS, type Weekday } from '#common/validation/local-time.js';
import {
  InboxSwitchesResponse,
  MailModesResponse,
  UpdateInboxSwitches,
  UpdateMailModes,
} from './notification-reasons.dto.js';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TIME_PROBLEM = 'Must be a time from 00:00 to 23:59';

export class UpdateDigest {
  /** The local time at which it comes. */
  @Matching('changeable', TIME, TIME_PROBLEM)
  time?: string;

  /** The days on which it comes. */
  @OneOfArray('changeable', WEEKDAYS, 'Weekday', { minimum: 0 })
  days?: Weekday[];
}

export class UpdateQuietHours {
  /** When they begin. */
  @Matching('changeable', TIME, TIME_PROBLEM)
  from?: string;

  /** When they end; the next day when it is earlier. */
  @Matching('changeable', TIME, TIME_PROBLEM)
  to?: string;

  /** The days on which they begin. Default all. */
  @OneOfArray('changeable', WEEKDAYS, 'Weekday', { minimum: 0 })
  days?: Weekday[];
}

export class UpdateNotifications {
  /** By reason: whether it makes entries. */
  @Nested('changeable', () => UpdateInboxSwitches)
  inbox?: UpdateInboxSwitches;

  /** By reason: whether it is mailed, and when. */
  @Nested('changeable', () => UpdateMailModes)
  mail?: UpdateMailModes;

  /** When the digest comes. */
  @Nested('changeable', () => UpdateDigest)
  digest?: UpdateDigest;

  /** The hours without mail; null for none. */
  @Nested('clearable', () => UpdateQuietHours)
  quiet?: UpdateQuietHours | null;

  /** Virtual colleagues that say nothing to the caller. */
  @UuidArray('changeable')
  mutedColleagueIds?: string[];

  /** Projects of which only what is assigned, taken away or mentions is told. */
  @UuidArray('changeable')
  mutedProjectIds?: string[];
}

export class DigestResponse {
  /** The local time at which it comes. */
  time: string;

  /** The days on which it comes. */
  @ApiProperty({ enum: [...WEEKDAYS], enumName: 'Weekday', isArray: true })
  days: Weekday[];
}

export class QuietHoursResponse {
  /** When they begin. */
  from: string;

  /** When they end; the next day when it is earlier. */
  to: string;

  /** The days on which they begin. */
  @ApiProperty({ enum: [...WEEKDAYS], enumName: 'Weekday', isArray: true })
  days: Weekday[];
}

export class NotificationSettingsResponse {
  /** By reason: whether it makes entries. */
  inbox: InboxSwitchesResponse;

  /** By reason: whether it is mailed, and when. */
  mail: MailModesResponse;

  /** When the digest comes, in the `timezone` of /me. */
  digest: DigestResponse;

  /** The hours without mail, in the `timezone` of /me; null for none. */
  @ApiProperty({ type: QuietHoursResponse, nullable: true })
  quiet: QuietHoursResponse | null;

  /** Virtual colleagues that say nothing to the caller. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' } })
  mutedColleagueIds: string[];

  /** Projects of which only what is assigned, taken away or mentions is told. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' } })
  mutedProjectIds: string[];
}
