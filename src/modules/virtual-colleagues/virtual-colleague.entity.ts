import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import { SecretColumn } from '#core/secrets/secret.column.js';
import type { Notifications } from './channels/notifications.js';
import type { OwnRule } from './settings/own-rule.js';
import type { SettingsOverrides } from './settings/colleague-settings.js';
import type { ColleagueRole } from './settings/role-presets.js';
import type { Frequency } from './settings/schedule.js';

/** How the last run of a colleague ended; null before the first. */
export type LastRunStatus = 'success' | 'partial' | 'failed';

@Entity('virtual_colleagues')
@Index('virtual_colleagues_next_run', ['nextRunAt', 'companyId'], { where: 'next_run_at IS NOT NULL' })
@ForeignKey('Company', ['companyId'], ['id'])
@ForeignKey('User', ['companyId', 'ownerId'], ['companyId', 'id'])
export class VirtualColleague extends CompanyScopedEntity {
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  role: ColleagueRole;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'text', nullable: true })
  avatar: string | null;

  @Column({ type: 'boolean' })
  active: boolean;

  @Column({ type: 'text' })
  frequency: Frequency;

  /** `HH:MM`; null only where the frequency needs none. */
  @Column({ type: 'text', nullable: true })
  time: string | null;

  @Column({ type: 'text' })
  timezone: string;

  /** Whether it watches every project, future ones too. Else it watches those chosen, which may all be deleted by now. */
  @Column({ type: 'boolean' })
  allProjects: boolean;

  /** What differs from the preset of the role. */
  @Column({ type: 'jsonb' })
  settings: SettingsOverrides;

  /** Those that people wrote. */
  @Column({ type: 'jsonb', default: [] })
  rules: OwnRule[];

  @SecretColumn({ nullable: true })
  chatUrl: string | null;

  /** Where else it speaks, and how. */
  @Column({ type: 'jsonb', default: {} })
  notifications: Notifications;

  /** Why nothing is sent to the chat any more; null while it is on. */
  @Column({ type: 'text', nullable: true })
  chatDisabledReason: string | null;

  /** Runs in a row that found the chat gone. */
  @Column({ type: 'integer', default: 0 })
  chatGoneRuns: number;

  /** Runs in a row that failed; a partial one leaves an alarming number as it is. */
  @Column({ type: 'integer', default: 0 })
  failedRuns: number;

  /** The user whose tasks are its "own". */
  @Column({ type: 'uuid' })
  ownerId: string;

  /** Null while it is disabled. */
  @TimestampColumn({ nullable: true })
  nextRunAt: string | null;

  @TimestampColumn({ nullable: true })
  lastRunAt: string | null;

  @Column({ type: 'text', nullable: true })
  lastRunStatus: LastRunStatus | null;
}
