import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction, RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { type EntryRow, SELECT_ENTRIES } from '../entry-rows.js';
import { type NotificationChoices, withDefaults } from '../settings/notification-choices.js';
import { NotificationSettingsService } from '../settings/notification-settings.service.js';

export type CompanyTransaction = InTransaction<DatabaseContext & Pick<RequestContext, 'companyId'>>;

/** A user who may be mailed. */
export interface MailedPerson {
  readonly id: string;
  readonly timezone: string;
  readonly choices: NotificationChoices;
}

/** Nobody else mails the user until the transaction ends. */
const LOCK: Statement = {
  name: 'lock-mailed-person',
  text: `INSERT INTO notification_settings AS s (company_id, user_id, choices) VALUES ($1, $2, '{}')
    ON CONFLICT (company_id, user_id) DO UPDATE SET user_id = excluded.user_id`,
};

const FIND: Statement = {
  name: 'unmailed-entries',
  text: `SELECT ${SELECT_ENTRIES.columnsWithAllEvents} FROM ${SELECT_ENTRIES.from}
    WHERE e.company_id = $1 AND e.user_id = $2 AND e.unread AND NOT e.done AND e.snoozed_until IS NULL
      AND (e.for_digest OR e.soon_at IS NOT NULL)
    ORDER BY e.id FOR NO KEY UPDATE OF e`,
};

/** `$3` is what the events of the entry are then, `$4` when its mail is due, `$5` whether it is for the digest. */
const SAVE: Statement = {
  name: 'save-mailed-entry',
  text: `UPDATE inbox_entries SET events = $3, soon_at = $4, for_digest = $5 WHERE company_id = $1 AND id = $2`,
};

/** What people have not read and no mail has said. */
@Injectable()
export class UnmailedEntries {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly settings: NotificationSettingsService,
  ) {}

  /** The user, locked; undefined when they have left. */
  async lockPerson(tx: CompanyTransaction, userId: string): Promise<MailedPerson | undefined> {
    await this.database.execute(tx, LOCK, [tx.companyId, userId]);
    const text = `SELECT u.timezone FROM users u WHERE u.company_id = $1 AND u.id = $2 AND u.active`;
    const user = await this.database.row<{ timezone: string }>(tx, { text }, [tx.companyId, userId]);
    const choices = (await this.settings.findAll(tx, [userId])).get(userId) ?? withDefaults();
    return user && { id: userId, timezone: user.timezone, choices };
  }

  /** Those that the user reaches now, the newest first, locked. */
  async find(tx: CompanyTransaction, userId: string): Promise<EntryRow[]> {
    const rows = await this.database.rows<EntryRow>(tx, FIND, [tx.companyId, userId]);
    const projectIds = [...new Set(rows.flatMap(({ projectId }) => projectId ?? []))];
    const reach = (await this.access.findReach(tx, [userId], projectIds)).get(userId);
    return rows
      .filter(({ projectId }) => projectId === null || reach?.projectIds.has(projectId))
      .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  }

  /** A mail has said all of the entry. */
  async markMailed(tx: CompanyTransaction, { id, events }: EntryRow): Promise<void> {
    const mailed = events.map((event) => ({ ...event, isMailed: true }));
    await this.save(tx, id, mailed, { soonAt: null, forDigest: false });
  }

  /** Its mail waits, or is left to the digest. */
  async putOff(
    tx: CompanyTransaction,
    { id, events }: EntryRow,
    how: { soonAt: string | null; forDigest: boolean },
  ): Promise<void> {
    await this.save(tx, id, events, how);
  }

  private async save(
    tx: CompanyTransaction,
    id: string,
    events: EntryRow['events'],
    { soonAt, forDigest }: { soonAt: string | null; forDigest: boolean },
  ): Promise<void> {
    await this.database.execute(tx, SAVE, [tx.companyId, id, JSON.stringify(events), soonAt, forDigest]);
  }
}
