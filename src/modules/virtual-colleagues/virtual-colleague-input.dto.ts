import {
  Flag,
  Matching,
  Name,
  Nested,
  OneOf,
  TargetUrl,
  Text,
  Uuid,
  UuidArray,
} from '../../common/validation/decorators.js';
import { ColleagueSettingsInput } from './settings/colleague-settings.dto.js';
import type { Presence } from '../../common/validation/property.js';
import { COLLEAGUE_ROLES, type ColleagueRole } from './settings/role-presets.js';
import { FREQUENCIES, type Frequency } from './settings/schedule.js';
import { TimeZoneName } from './settings/time-zone.js';

const TimeOfDay = (presence: Presence) =>
  Matching(presence, /^([01]\d|2[0-3]):[0-5]\d$/, 'Must be HH:MM, from 00:00 to 23:59');

/** What is left out: `daily`, at `09:00`, in `UTC`. */
export class CreateSchedule {
  @OneOf('optional', FREQUENCIES, 'Frequency')
  frequency?: Frequency;

  /** An hourly one runs at its minute. */
  @TimeOfDay('optional')
  time?: string;

  @TimeZoneName('optional')
  timezone?: string;
}

/** What is left out stays. */
export class UpdateSchedule {
  @OneOf('changeable', FREQUENCIES, 'Frequency')
  frequency?: Frequency;

  /** Null: `09:00`, and for an hourly one the full hour. */
  @TimeOfDay('clearable')
  time?: string | null;

  @TimeZoneName('changeable')
  timezone?: string;
}

export class ChatChannel {
  /** Where actions are sent, as `{text}`; Slack, Mattermost and the like take that. */
  @TargetUrl('required')
  webhookUrl: string;
}

export class CreateNotifications {
  @Nested('optional', () => ChatChannel)
  chat?: ChatChannel;
}

export class UpdateNotifications {
  @Nested('clearable', () => ChatChannel)
  chat?: ChatChannel | null;
}

export class CreateVirtualColleague {
  @Name('required')
  name: string;

  @OneOf('required', COLLEAGUE_ROLES, 'ColleagueRole')
  role: ColleagueRole;

  @Text('optional')
  description?: string;

  /** The identifier of a picture. */
  @Name('optional')
  avatar?: string;

  @Flag('optional')
  active?: boolean;

  @Nested('optional', () => CreateSchedule)
  schedule?: CreateSchedule;

  /** None: every active project of the company, also later ones. */
  @UuidArray('optional')
  projectIds?: string[];

  @Nested('optional', () => CreateNotifications)
  notifications?: CreateNotifications;

  @Nested('optional', () => ColleagueSettingsInput)
  settings?: ColleagueSettingsInput;

  /** An active user, by default who makes it. */
  @Uuid('optional')
  ownerId?: string;
}

export class UpdateVirtualColleague {
  @Name('changeable')
  name?: string;

  /** What differs from the old preset stays so over the new one. */
  @OneOf('changeable', COLLEAGUE_ROLES, 'ColleagueRole')
  role?: ColleagueRole;

  @Text('clearable')
  description?: string | null;

  @Name('clearable')
  avatar?: string | null;

  @Flag('changeable')
  active?: boolean;

  @Nested('changeable', () => UpdateSchedule)
  schedule?: UpdateSchedule;

  /** The whole new set; none: every active project of the company, also later ones. */
  @UuidArray('changeable')
  projectIds?: string[];

  @Nested('clearable', () => UpdateNotifications)
  notifications?: UpdateNotifications | null;

  /** Merged over the values in force; null brings the whole preset back. */
  @Nested('clearable', () => ColleagueSettingsInput)
  settings?: ColleagueSettingsInput | null;

  @Uuid('changeable')
  ownerId?: string;
}
