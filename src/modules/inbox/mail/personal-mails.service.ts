import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { type MailPart, type MailPiece, speakersMail } from './mail-form.js';
import { MailQueue } from './mail-queue.js';
import type { Unsubscription } from './unsubscribe-tokens.js';
import type { CompanyTransaction } from './unmailed-entries.repository.js';

export type { MailPart, MailPiece };

/** What someone says to a user of the company. */
export interface SpokenMail {
  readonly userId: string;
  /** Who speaks; its lines are not read. */
  readonly speaker: MailPart;
  /** What it speaks of. */
  readonly parts: readonly MailPart[];
  /** The id of the task or other thing that it is about, so that mailers thread its mails. */
  readonly thread: string;
  /** What its List-Unsubscribe ends. */
  readonly unsubscribes: Unsubscription;
}

/** Mails of other modules, in the form of the inbox and by its queue. */
@Injectable()
export class PersonalMails {
  constructor(
    private readonly queue: MailQueue,
    private readonly configuration: Configuration,
  ) {}

  /** As `MailQueue.enqueueMail`. */
  enqueueMail(tx: CompanyTransaction, { speaker, parts, ...mail }: SpokenMail): Promise<boolean> {
    return this.queue.enqueueMail(tx, { ...mail, ...speakersMail(speaker, parts, this.configuration.publicUrl) });
  }

  /** Those of the users who get no more mails in this hour. */
  findFull(tx: CompanyTransaction, userIds: readonly string[]): Promise<Set<string>> {
    return this.queue.findFull(tx, userIds);
  }
}
