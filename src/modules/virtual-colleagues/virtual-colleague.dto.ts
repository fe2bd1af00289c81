import { ApiProperty } from '@nestjs/swagger';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { hasPermission } from '#core/access/permissions.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { shownNotifications } from './channels/notifications.js';
import { NotificationsResponse } from './channels/notifications.dto.js';
import { ColleagueActivityResponse } from './runs/colleague-history.dto.js';
import { type ColleagueSettings, effectiveSettings } from './settings/colleague-settings.js';
import { OwnRuleResponse } from './settings/own-rule.dto.js';
import { SettingsResponse } from './settings/colleague-settings.dto.js';
import { COLLEAGUE_ROLES, type ColleagueRole, presetOf } from './settings/role-presets.js';
import { FREQUENCIES, type Frequency } from './settings/schedule.js';
import type { LastRunStatus, VirtualColleague } from './virtual-colleague.entity.js';
import type { ReadBack } from '#core/http/read-back.js';
import type { UpdateVirtualColleague } from './virtual-colleague-input.dto.js';

const ROLE_DOCUMENTATION = { enum: [...COLLEAGUE_ROLES], enumName: 'ColleagueRole' };

class ScheduleResponse {
  /** How often it runs. */
  @ApiProperty({ enum: [...FREQUENCIES], enumName: 'Frequency' })
  frequency: Frequency;

  /** `HH:MM`; an hourly one that runs at the full hour has none. */
  time?: string;

  /** IANA name of the time zone of `time`. */
  timezone: string;
}

/** A colleague as lists show it. */
export class VirtualColleagueResponse extends ResourceResponse {
  /** What it is called. */
  name: string;

  /** What kind of colleague it is; sets how it behaves unless told otherwise. */
  @ApiProperty(ROLE_DOCUMENTATION)
  role: ColleagueRole;

  /** What it is for. */
  description: string | null;

  /** Identifier of the picture that it is shown with. */
  avatar: string | null;

  /** False: it is disabled. */
  active: boolean;

  /** When it runs by itself. */
  schedule: ScheduleResponse;

  /** In the order given; those out of the caller's reach are left out. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'uuid' } })
  projectIds: string[];

  /** Where it speaks; null when nowhere, and for everyone but ADMIN and OWNER. */
  @ApiProperty({ type: () => NotificationsResponse, nullable: true })
  notifications: NotificationsResponse | null;

  /** How it behaves. */
  settings: SettingsResponse;

  @Reference({ description: 'The user whose tasks are its own ones' })
  ownerId: string;

  /** Null while it is disabled. */
  @Moment({ nullable: true })
  nextRunAt: string | null;

  /** When it last ran; null when never. */
  @Moment({ nullable: true })
  lastRunAt: string | null;

  /** How its last run ended; null when there was none. */
  @ApiProperty({ enum: ['success', 'partial', 'failed'], enumName: 'LastRunStatus', nullable: true })
  lastRunStatus: LastRunStatus | null;
}

/** A colleague that has been changed. */
export class ChangedColleagueResponse extends VirtualColleagueResponse {
  /** Those that people wrote, in their order. */
  rules: OwnRuleResponse[];
}

/** A colleague by itself. */
export class VirtualColleagueDetailResponse extends ChangedColleagueResponse {
  /** Its newest 20 actions that the caller may see. */
  recentActivity: ColleagueActivityResponse[];

  /** The next five moments of its schedule; none while it is disabled. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'date-time' } })
  nextRuns: string[];
}

export const COLLEAGUE_READ_BACK: ReadBack<VirtualColleagueDetailResponse, UpdateVirtualColleague> = {
  id: 'same',
  createdAt: 'same',
  updatedAt: 'any',
  nextRunAt: 'any',
  nextRuns: 'any',
  lastRunAt: 'any',
  lastRunStatus: 'any',
  recentActivity: 'any',
};

/** How a role behaves by default. */
export class RolePresetResponse {
  /** What kind of colleague it is; sets how it behaves unless told otherwise. */
  @ApiProperty(ROLE_DOCUMENTATION)
  role: ColleagueRole;

  /** The role as people say it. */
  name: string;

  /** What it looks after. */
  focus: string;

  /** How it behaves unless told otherwise. */
  settings: SettingsResponse;
}

/** The settings as the caller sees them. */
export type ShowSettings = (settings: ColleagueSettings) => ColleagueSettings;

/** Its notifications are for ADMIN and OWNER. */
export function toColleagueResponse(
  context: RequestContext,
  row: Omit<VirtualColleague, 'rules'> & { projectIds: string[] },
  showSettings: ShowSettings,
): VirtualColleagueResponse {
  const { id, name, role, description, avatar, active, projectIds, ownerId } = row;
  const { frequency, time, timezone, settings, nextRunAt, lastRunAt, lastRunStatus, createdAt, updatedAt } = row;
  const showsNotifications = hasPermission(context.role, 'colleagues:write');
  return {
    id,
    name,
    role,
    description,
    avatar,
    active,
    schedule: { frequency, ...(time !== null && { time }), timezone },
    projectIds,
    notifications: showsNotifications ? shownNotifications(row) : null,
    settings: showSettings(effectiveSettings(presetOf(role), settings)),
    ownerId,
    nextRunAt,
    lastRunAt,
    lastRunStatus,
    createdAt,
    updatedAt,
  };
}
