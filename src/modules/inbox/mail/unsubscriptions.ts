import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { INBOX_REASONS } from '#core/events/told.js';
import { type NotificationChoices, withDefaults } from '../settings/notification-choices.js';
import { type UnsubscribeToken, UnsubscribeTokens } from './unsubscribe-tokens.js';

const COLLEAGUE = 'colleague:';

/** Ends mails for whoever has the token of one. */
@Injectable()
export class Unsubscriptions {
  constructor(
    private readonly database: Database,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /** @throws ValidationError of a token that is not good, or whose user has left */
  async unsubscribe(context: AnonymousContext, token: string): Promise<void> {
    const read = this.tokens.read(token);
    if (!read || !(await this.isActive(context, read))) throw new ValidationError({ token: 'Not a valid token' });
    const { companyId, userId, from } = read;
    await this.database.transaction({ share: companyId, companyId }, async (tx) => {
      const lock = `INSERT INTO notification_settings AS s (company_id, user_id, choices) VALUES ($1, $2, '{}')
        ON CONFLICT (company_id, user_id) DO UPDATE SET user_id = excluded.user_id RETURNING choices`;
      const row = await this.database.row<{ choices: Partial<NotificationChoices> }>(tx, { text: lock }, [
        companyId,
        userId,
      ]);
      const text = 'UPDATE notification_settings SET choices = $3 WHERE company_id = $1 AND user_id = $2';
      const choices = without(withDefaults(row?.choices), from);
      await this.database.execute(tx, { text }, [companyId, userId, JSON.stringify(choices)]);
    });
  }

  private async isActive(context: AnonymousContext, { companyId, userId }: UnsubscribeToken): Promise<boolean> {
    const text = `SELECT 1 FROM users u WHERE u.company_id = $1 AND u.id = $2 AND u.active`;
    return (await this.database.row(context, { text }, [companyId, userId])) !== undefined;
  }
}

function without(choices: NotificationChoices, from: UnsubscribeToken['from']): NotificationChoices {
  if (from.startsWith(COLLEAGUE)) {
    const muted = new Set([...choices.mutedColleagueIds, from.slice(COLLEAGUE.length)]);
    return { ...choices, mutedColleagueIds: [...muted] };
  }
  const isMeant = (reason: (typeof INBOX_REASONS)[number]) =>
    from === 'all-digests' ? choices.mail[reason] === 'digest' : reason === from;
  const off = Object.fromEntries(INBOX_REASONS.filter(isMeant).map((reason) => [reason, 'off' as const]));
  return { ...choices, mail: { ...choices.mail, ...off } };
}
