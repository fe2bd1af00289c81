import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { INBOX_REASONS } from '#core/events/inbox-notice.js';
import { type NotificationChoices, withDefaults } from '../settings/notification-choices.js';
import { type UnsubscribeToken, UnsubscribeTokens } from './unsubscribe-tokens.js';
import { NotificationSettingsRepository } from '../settings/notification-settings.repository.js';

const COLLEAGUE = 'colleague:';

/** Ends mails for whoever has the token of one. */
@Injectable()
export class Unsubscriptions {
  constructor(
    private readonly settings: NotificationSettingsRepository,
    private readonly database: Database,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /** @throws ValidationError of a token that is not good, or whose user has left */
  async unsubscribeUser(context: AnonymousContext, token: string): Promise<void> {
    const read = this.tokens.readToken(token);
    if (!read || !(await this.settings.isActiveUser(context, read)))
      throw new ValidationError({ token: 'Not a valid token' });
    const { companyId, userId, from } = read;
    await this.database.transaction({ share: companyId, companyId }, async (tx) => {
      const before = await this.settings.lockChoices(tx, companyId, userId);
      await this.settings.setChoices(tx, companyId, userId, without(withDefaults(before), from));
    });
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
