import { Injectable } from '@nestjs/common';
import type {
  DatabaseContext,
  RequestContext,
  TransactionContext,
  AnonymousContext,
  InTransaction,
} from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type NotificationChoices, withDefaults } from './notification-choices.js';
import type { UnsubscribeToken } from '../mail/unsubscribe-tokens.js';

export type CompanyContext = DatabaseContext & Pick<RequestContext, 'companyId'>;

/** What users have chosen to be told. */
@Injectable()
export class NotificationSettingsRepository {
  constructor(private readonly database: Database) {}

  async findChoices(context: CompanyContext, userIds: readonly string[]): Promise<Map<string, NotificationChoices>> {
    const text = `SELECT user_id AS "userId", choices FROM notification_settings
      WHERE company_id = $1 AND user_id = ANY ($2::uuid[])`;
    const rows = await this.database.rows<{ userId: string; choices: Partial<NotificationChoices> }>(
      context,
      { name: 'notification-settings', text },
      [context.companyId, userIds],
    );
    return new Map(rows.map(({ userId, choices }) => [userId, withDefaults(choices)]));
  }

  async saveChoices(tx: TransactionContext, choices: NotificationChoices, isNewDigest: boolean): Promise<void> {
    const text = `WITH clock AS (SELECT now() AS at)
        UPDATE notification_settings SET choices = $3,
          digest_changed_at = CASE WHEN $4 THEN clock.at ELSE digest_changed_at END
        FROM clock WHERE company_id = $1 AND user_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, tx.userId, JSON.stringify(choices), isNewDigest]);
  }

  async countColleagues(tx: TransactionContext, ids: readonly string[]): Promise<number> {
    const text = `SELECT count(*) AS count FROM virtual_colleagues v WHERE v.company_id = $1 AND v.id = ANY ($2::uuid[])`;
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, ids]))?.count ?? 0;
  }

  async lockOwn(tx: TransactionContext): Promise<void> {
    const text = `INSERT INTO notification_settings (company_id, user_id, choices) VALUES ($1, $2, '{}')
      ON CONFLICT (company_id, user_id) DO UPDATE SET user_id = excluded.user_id`;
    await this.database.execute(tx, { text }, [tx.companyId, tx.userId]);
  }

  async lockChoices(
    tx: InTransaction<DatabaseContext>,
    companyId: string,
    userId: string,
  ): Promise<Partial<NotificationChoices> | undefined> {
    const text = `INSERT INTO notification_settings AS s (company_id, user_id, choices) VALUES ($1, $2, '{}')
        ON CONFLICT (company_id, user_id) DO UPDATE SET user_id = excluded.user_id RETURNING choices`;
    return (await this.database.row<{ choices: Partial<NotificationChoices> }>(tx, { text }, [companyId, userId]))
      ?.choices;
  }

  async setChoices(
    tx: InTransaction<DatabaseContext>,
    companyId: string,
    userId: string,
    choices: NotificationChoices,
  ): Promise<void> {
    const text = 'UPDATE notification_settings SET choices = $3 WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [companyId, userId, JSON.stringify(choices)]);
  }

  async isActiveUser(context: AnonymousContext, { companyId, userId }: UnsubscribeToken): Promise<boolean> {
    const text = `SELECT 1 FROM users u WHERE u.company_id = $1 AND u.id = $2 AND u.active`;
    return (await this.database.row(context, { text }, [companyId, userId])) !== undefined;
  }
}
