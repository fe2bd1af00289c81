import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Mailer } from '#core/mail/mailer.js';
import { LeasedWorker } from '#core/processes/leased-worker.js';
import { MailsRepository, type ClaimedMail, DUE_MAILS } from './mails.repository.js';

/** Mails that one process sends at the same time. */
const SLOTS = 5;
/** Seconds until the second attempt, which double from one to the next. */
const FIRST_WAIT = 20;
const LONGEST_WAIT = 3_600;

type Outcome = 'sent' | 'failed' | 'dropped';

/** Sends the mails of the queue in the processes with the role `worker`: at least once, one attempt at a time. */
@Injectable()
export class MailSender extends LeasedWorker<ClaimedMail> {
  constructor(
    private readonly mails: MailsRepository,
    private readonly mailer: Mailer,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    super({ name: 'mail', role: 'worker', companies: DUE_MAILS, slots: SLOTS });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.metrics.addSharedGauge('mails_pending', 'Mails that wait to be sent.', () => this.mails.countAll());
  }

  protected take(most: number): Promise<ClaimedMail[]> {
    return this.mails.claimDue(most);
  }

  protected async step(mail: ClaimedMail): Promise<Outcome> {
    const outcome = await this.send(mail);
    if (outcome === 'failed') await this.retry(mail);
    else await this.mails.deleteMail(mail);
    return outcome;
  }

  /** Nobody is mailed it: the log says so. */
  protected async giveUp(mail: ClaimedMail): Promise<void> {
    await this.mails.deleteMail(mail);
  }

  protected release(mail: ClaimedMail): Promise<void> {
    return this.retry(mail);
  }

  private async retry(mail: ClaimedMail): Promise<void> {
    const wait = Math.min(FIRST_WAIT * 2 ** (mail.tries - 1), LONGEST_WAIT);
    await this.mails.postponeMail(mail, wait);
  }

  private async send(mail: ClaimedMail): Promise<Outcome> {
    if (!mail.isActive || mail.isLate) return 'dropped';
    const { log } = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const { email: to, subject, text, html, thread, token } = mail;
    const { publicUrl } = this.configuration;
    const { hostname } = new URL(publicUrl);
    try {
      await this.mailer.send(log, {
        to,
        subject,
        text,
        html,
        messageId: `<${mail.id}@${hostname}>`,
        ...(thread !== null && { thread: `<${thread}@${hostname}>` }),
        unsubscribe: `${publicUrl}/api/unsubscribe?token=${token}`,
      });
      return 'sent';
    } catch (error) {
      const { responseCode = 0 } = error as { responseCode?: number };
      const isRefused = responseCode >= 500;
      log.warn({ err: error }, isRefused ? 'A mail is given up: the mail server refuses it' : 'A mail is tried again');
      return isRefused ? 'dropped' : 'failed';
    }
  }
}
