import {
  Flag,
  Ignored,
  TrimmedText,
  Nested,
  NestedArray,
  OneOf,
  Text,
  Uuid,
  UuidArray,
} from '#common/validation/fields.js';
import { TimeOfDay } from '#common/validation/local-time.js';
import { CreateColleagueNotifications, UpdateColleagueNotifications } from './channels/notifications.dto.js';
import { ColleagueSettingsInput } from './settings/colleague-settings.dto.js';
import { MOST_OWN_RULES } from './settings/own-rule.js';
import { OwnRuleInput } from './settings/own-rule.dto.js';
import type { Presence } from '#common/validation/field.js';
import { COLLEAGUE_ROLES, type ColleagueRole } from './settings/role-presets.js';
import { FREQUENCIES, type Frequency } from './settings/schedule.js';
import { TimeZoneName } from '#common/validation/time-zone.js';

const OwnRuleList = (presence: Presence) =>
  NestedArray(presence, () => OwnRuleInput, { minimum: 0, maximum: MOST_OWN_RULES });

/** What is left out: `daily`, at `09:00`, in `UTC`. */
class CreateSchedule {
  /** How often it runs. */
  @OneOf('optional', FREQUENCIES, 'Frequency')
  frequency?: Frequency;

  /** An hourly one runs at its minute. */
  @TimeOfDay('optional')
  time?: string;

  /** IANA name of the time zone of `time`. */
  @TimeZoneName('optional')
  timezone?: string;
}

/** What is left out stays. */
export class UpdateSchedule {
  /** How often it runs. */
  @OneOf('changeable', FREQUENCIES, 'Frequency')
  frequency?: Frequency;

  /** Null: `09:00`, and for an hourly one the full hour. */
  @TimeOfDay('clearable')
  time?: string | null;

  /** IANA name of the time zone of `time`. */
  @TimeZoneName('changeable')
  timezone?: string;
}

/** What a new colleague is, but for where it speaks. */
class NewColleague {
  /** What it is called. */
  @TrimmedText('required')
  name: string;

  /** What kind of colleague it is; sets how it behaves unless told otherwise. */
  @OneOf('required', COLLEAGUE_ROLES, 'ColleagueRole')
  role: ColleagueRole;

  /** What it is for. */
  @Text('optional')
  description?: string;

  /** The identifier of a picture. */
  @TrimmedText('optional')
  avatar?: string;

  /** False: it runs neither by schedule nor when asked. */
  @Flag('optional')
  active?: boolean;

  /** When it runs by itself. */
  @Nested('optional', () => CreateSchedule)
  schedule?: CreateSchedule;

  /** None: every active project of the company, also later ones. */
  @UuidArray('optional')
  projectIds?: string[];

  /** How it behaves; what is not given is as its role has it. */
  @Nested('optional', () => ColleagueSettingsInput)
  settings?: ColleagueSettingsInput;

  /** What it speaks of besides the rules of the service. */
  @OwnRuleList('optional')
  rules?: OwnRuleInput[];

  /** An active user, by default who makes it. */
  @Uuid('optional')
  ownerId?: string;
}

export class CreateVirtualColleague extends NewColleague {
  /** Where it speaks; each part is a channel of its own. */
  @Nested('optional', () => CreateColleagueNotifications)
  notifications?: CreateColleagueNotifications;
}

/** A colleague that may be made, to see what it would say. */
export class PreviewNewColleague extends NewColleague {
  /** Accepted and ignored: nothing is sent. */
  @Ignored()
  notifications?: unknown;
}

/** What a colleague would say with other settings; what is left out is as it has it. */
export class PreviewColleague {
  /** Merged over the values in force; null brings the whole preset back. */
  @Nested('clearable', () => ColleagueSettingsInput)
  settings?: ColleagueSettingsInput | null;

  /** In place of its own rules. */
  @OwnRuleList('changeable')
  rules?: OwnRuleInput[];

  /** In place of its projects; none: every active project of the company. */
  @UuidArray('changeable')
  projectIds?: string[];

  /** In place of its role. */
  @OneOf('changeable', COLLEAGUE_ROLES, 'ColleagueRole')
  role?: ColleagueRole;
}

export class UpdateVirtualColleague {
  /** What it is called. */
  @TrimmedText('changeable')
  name?: string;

  /** What differs from the old preset stays so over the new one. */
  @OneOf('changeable', COLLEAGUE_ROLES, 'ColleagueRole')
  role?: ColleagueRole;

  /** What it is for. */
  @Text('clearable')
  description?: string | null;

  /** Identifier of the picture that it is shown with. */
  @TrimmedText('clearable')
  avatar?: string | null;

  /** False: it runs neither by schedule nor when asked. */
  @Flag('changeable')
  active?: boolean;

  /** When it runs by itself. */
  @Nested('changeable', () => UpdateSchedule)
  schedule?: UpdateSchedule;

  /** The whole new set; none: every active project of the company, also later ones. */
  @UuidArray('changeable')
  projectIds?: string[];

  /** Where it speaks; each part is merged, null removes all of them. */
  @Nested('clearable', () => UpdateColleagueNotifications)
  notifications?: UpdateColleagueNotifications | null;

  /** Merged over the values in force; null brings the whole preset back. */
  @Nested('clearable', () => ColleagueSettingsInput)
  settings?: ColleagueSettingsInput | null;

  /** The whole new list; a rule whose name stays is the same rule. */
  @OwnRuleList('changeable')
  rules?: OwnRuleInput[];

  /** The active user whose tasks `myself` and `agent` take for their own. */
  @Uuid('changeable')
  ownerId?: string;
}
