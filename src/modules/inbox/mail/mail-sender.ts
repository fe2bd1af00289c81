import { Injectable, type OnModuleInit, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { Mailer } from '#core/mail/mailer.js';
import { Metrics } from '#core/metrics/metrics.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import type { QueuedMail } from './queued-mail.entity.js';

/** Mails that one process sends at the same time. */
const SLOTS = 5;
/** How long an attempt owns its mail: longer than it can take. */
const LEASE = `interval '60 seconds'`;
/** Seconds until the second attempt, which double from one to the next. */
const FIRST_WAIT = 20;
const LONGEST_WAIT = 3_600;

const FIND_DUE: Statement = {
  name: 'find-due-mails',
  text: `SELECT company_id AS "companyId", id FROM mails WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${SLOTS}`,
};

/** `$3` is the attempt. Of several processes one claims it. */
const CLAIM: Statement = {
  name: 'claim-mail',
  text: `WITH clock AS (SELECT now() AS at)
    UPDATE mails m SET attempt_id = $3, attempts = m.attempts + 1, next_attempt_at = now() + ${LEASE}
    FROM users u, clock
    WHERE m.company_id = $1 AND m.id = $2 AND m.next_attempt_at <= now() AND u.company_id = $1 AND u.id = m.user_id
    RETURNING m.*, u.email, u.active AS "isActive", m.give_up_at <= clock.at AS "isLate"`,
};

const FORGET: Statement = {
  name: 'forget-mail',
  text: 'DELETE FROM mails WHERE company_id = $1 AND id = $2 AND attempt_id = $3',
};

const RETRY: Statement = {
  name: 'retry-mail',
  text: `UPDATE mails SET next_attempt_at = now() + make_interval(secs => $4)
    WHERE company_id = $1 AND id = $2 AND attempt_id = $3`,
};

type ClaimedMail = Pick<QueuedMail, 'id' | 'subject' | 'text' | 'html' | 'thread' | 'token' | 'attempts'> & {
  readonly email: string;
  readonly isActive: boolean;
  readonly isLate: boolean;
};

type Outcome = 'sent' | 'failed' | 'dropped';

/** Sends the mails of the queue in the processes with the role `worker`: at least once, one attempt at a time. */
@Injectable()
export class MailSender extends RepeatedTask implements OnModuleInit, OnModuleDestroy {
  private readonly count: (outcome: Outcome) => void;
  private readonly underWay = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly metrics: Metrics,
    configuration: Configuration,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    super(configuration, { role: 'worker', complaint: 'Mails cannot be sent at the moment' });
    this.count = metrics.addCounter('mail_attempts_total', 'Attempts to send mails by this process.', 'outcome');
  }

  onModuleInit(): void {
    this.metrics.addSharedGauge('mails_pending', 'Mails that wait to be sent.', async () => {
      const text = 'SELECT count(*) AS count FROM mails';
      return (await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }))?.count ?? 0;
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.underWay);
  }

  @WhenDue({ role: 'worker', companies: 'SELECT company_id FROM mails WHERE next_attempt_at <= now()' })
  async run(): Promise<void> {
    if (this.isStopping) return;
    await this.alone(async () => {
      const due = await this.database.rows<Pick<QueuedMail, 'companyId' | 'id'>>(OWN_WORK_CONTEXT, FIND_DUE);
      for (const mail of due) if (this.underWay.size < SLOTS) this.begin(mail);
    });
  }

  private begin(mail: Pick<QueuedMail, 'companyId' | 'id'>): void {
    const attempt = this.attempt(mail)
      .catch((error: unknown) => this.logger.warn(`A mail is tried again later: ${(error as Error).message}`))
      .finally(() => this.underWay.delete(attempt));
    this.underWay.add(attempt);
  }

  private async attempt({ companyId, id }: Pick<QueuedMail, 'companyId' | 'id'>): Promise<void> {
    const key = [companyId, id, uuidv7()];
    const mail = await this.database.row<ClaimedMail>(OWN_WORK_CONTEXT, CLAIM, key);
    if (!mail) return;
    const outcome = await this.send(mail);
    this.count(outcome);
    if (outcome === 'failed') {
      const wait = Math.min(FIRST_WAIT * 2 ** (mail.attempts - 1), LONGEST_WAIT);
      await this.database.execute(OWN_WORK_CONTEXT, RETRY, [...key, wait]);
    } else {
      await this.database.execute(OWN_WORK_CONTEXT, FORGET, key);
    }
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
