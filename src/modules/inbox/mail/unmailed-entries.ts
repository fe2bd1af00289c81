import { Injectable } from '@nestjs/common';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { type EntryRow } from '../entry-rows.repository.js';
import { type NotificationChoices, withDefaults } from '../settings/notification-choices.js';
import { NotificationSettingsService } from '../settings/notification-settings.service.js';
import { UnmailedEntriesRepository, type CompanyTransaction } from './unmailed-entries.repository.js';

/** A user who may be mailed. */
export interface MailedPerson {
  readonly id: string;
  readonly timezone: string;
  readonly choices: NotificationChoices;
}

/** What people have not read and no mail has said. */
@Injectable()
export class UnmailedEntries {
  constructor(
    private readonly rows: UnmailedEntriesRepository,
    private readonly access: ProjectAccess,
    private readonly settings: NotificationSettingsService,
  ) {}

  /** The user, locked; undefined when they have left. */
  async lockPerson(tx: CompanyTransaction, userId: string): Promise<MailedPerson | undefined> {
    const timezone = await this.rows.lockMailed(tx, userId);
    const choices = (await this.settings.findAll(tx, [userId])).get(userId) ?? withDefaults();
    return timezone === undefined ? undefined : { id: userId, timezone, choices };
  }

  /** Those that the user reaches now, the newest first, locked. */
  async findEntries(tx: CompanyTransaction, userId: string): Promise<EntryRow[]> {
    const rows = await this.rows.lockUnmailed(tx, userId);
    const projectIds = [...new Set(rows.flatMap(({ projectId }) => projectId ?? []))];
    const reach = (await this.access.findReach(tx, [userId], projectIds)).get(userId);
    return rows
      .filter(({ projectId }) => projectId === null || reach?.projectIds.has(projectId))
      .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  }

  /** A mail has said all of the entry. */
  async markMailed(tx: CompanyTransaction, { id, events }: EntryRow): Promise<void> {
    const mailed = events.map((event) => ({ ...event, isMailed: true }));
    await this.rows.saveMailed(tx, id, mailed, { soonAt: null, forDigest: false });
  }

  /** Its mail waits, or is left to the digest. */
  async putOff(
    tx: CompanyTransaction,
    { id, events }: EntryRow,
    how: { soonAt: string | null; forDigest: boolean },
  ): Promise<void> {
    await this.rows.saveMailed(tx, id, events, how);
  }
}
