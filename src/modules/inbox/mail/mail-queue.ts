import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { NotificationSettingsService } from '../settings/notification-settings.service.js';
import { quietUntil } from './quiet-hours.js';
import { type Unsubscription, UnsubscribeTokens } from './unsubscribe-tokens.js';
import { MailsRepository } from './mails.repository.js';
import type { CompanyTransaction } from './unmailed-entries.repository.js';

/** A mail to a user of the company. */
export interface PersonalMail {
  readonly userId: string;
  readonly subject: string;
  /** Both say the same. */
  readonly text: string;
  readonly html: string;
  /** The id of the task or other thing that it is about, so that mailers thread its mails; null for none. */
  readonly thread: string | null;
  /** What its List-Unsubscribe ends. */
  readonly unsubscribes: Unsubscription;
}

/** Queues mails to users, which are sent by the worker role, at least once, after the transaction. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly mails: MailsRepository,
    private readonly settings: NotificationSettingsService,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /**
   * Has a mail sent at once, or after the person's quiet hours, unless they have had 20 such mails in this hour. Returns
   * whether it will be sent. Whoever is not active gets none. The caller decides whether the person reaches what it says.
   */
  async enqueueMail(tx: CompanyTransaction, mail: PersonalMail): Promise<boolean> {
    const now = new Date();
    const { userId } = mail;
    if ((await this.mails.findLeft(tx, userId, now)) === 0) return false;
    const choices = (await this.settings.findAll(tx, [userId])).get(userId);
    const until = quietUntil(choices?.quiet ?? null, await this.mails.findTimeZone(tx, userId), now);
    await this.mails.countMail(tx, userId, now);
    await this.insert(tx, mail, until);
    return true;
  }

  /** Has a mail sent that does not count to those of the hour and that quiet hours do not hold. */
  async enqueueDigest(tx: CompanyTransaction, mail: PersonalMail): Promise<void> {
    await this.insert(tx, mail, undefined);
  }

  /** Those of the users who get no more mails in this hour. */
  findFull(tx: CompanyTransaction, userIds: readonly string[]): Promise<Set<string>> {
    return this.mails.findFull(tx, userIds);
  }

  private async insert(tx: CompanyTransaction, mail: PersonalMail, notBefore: Date | undefined): Promise<void> {
    const { userId, subject, text, html, thread, unsubscribes } = mail;
    const { companyId } = tx;
    const token = this.tokens.makeToken({ companyId, userId, from: unsubscribes });
    await this.mails.insertMail(tx, [
      companyId,
      uuidv7(),
      userId,
      subject,
      text,
      html,
      thread,
      token,
      notBefore?.toISOString() ?? null,
    ]);
  }
}
