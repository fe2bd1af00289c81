import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { Mailer } from '#core/mail/mailer.js';
import { type Leased, LeasedWorker } from '#core/processes/leased-worker.js';
import type { QueuedMail } from './queued-mail.entity.js';

/** Mails that one process sends at the same time. */
const SLOTS = 5;
/** How long an attempt owns its mail: longer than it can take. */
const LEASE = `interval '60 seconds'`;
/** Seconds until the second attempt, which double from one to the next. */
const FIRST_WAIT = 20;
const LONGEST_WAIT = 3_600;

const DUE_MAILS = 'SELECT company_id FROM mails WHERE next_attempt_at <= now()';

const FIND_DUE: Statement = {
  name: 'find-due-mails',
  text: `SELECT company_id AS "companyId", id FROM mails WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1`,
};

/** `$3` is the attempt. Of several processes one claims it. */
const CLAIM: Statement = {
  name: 'claim-mail',
  text: `WITH clock AS (SELECT now() AS at)
    UPDATE mails m SET attempt_id = $3, attempts = m.attempts + 1, begun = m.begun + 1, next_attempt_at = now() + ${LEASE}
    FROM users u, clock
    WHERE m.company_id = $1 AND m.id = $2 AND m.next_attempt_at <= now() AND u.company_id = $1 AND u.id = m.user_id
    RETURNING m.company_id AS "companyId", m.id, m.attempt_id AS "leaseId", m.begun AS attempts, m.attempts AS tries,
      m.subject, m.text, m.html, m.thread, m.token, u.email, u.active AS "isActive", m.give_up_at <= clock.at AS "isLate"`,
};

const FORGET: Statement = {
  name: 'forget-mail',
  text: 'DELETE FROM mails WHERE company_id = $1 AND id = $2 AND attempt_id = $3',
};

const RETRY: Statement = {
  name: 'retry-mail',
  text: `UPDATE mails SET next_attempt_at = now() + make_interval(secs => $4), begun = 0
    WHERE company_id = $1 AND id = $2 AND attempt_id = $3`,
};

interface ClaimedMail extends Leased, Pick<QueuedMail, 'subject' | 'text' | 'html' | 'thread' | 'token'> {
  /** Attempts in all; `attempts` are those that never ended. */
  readonly tries: number;
  readonly email: string;
  readonly isActive: boolean;
  readonly isLate: boolean;
}

type Outcome = 'sent' | 'failed' | 'dropped';

/** Sends the mails of the queue in the processes with the role `worker`: at least once, one attempt at a time. */
@Injectable()
export class MailSender extends LeasedWorker<ClaimedMail> {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    super({ name: 'mail', role: 'worker', companies: DUE_MAILS, slots: SLOTS });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.metrics.addSharedGauge('mails_pending', 'Mails that wait to be sent.', async () => {
      const text = 'SELECT count(*) AS count FROM mails';
      return (await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }))?.count ?? 0;
    });
  }

  protected async take(most: number): Promise<ClaimedMail[]> {
    type Due = Pick<QueuedMail, 'companyId' | 'id'>;
    const due = await this.database.rows<Due>(OWN_WORK_CONTEXT, FIND_DUE, [most]);
    const claims = due.map(({ companyId, id }) =>
      this.database.row<ClaimedMail>(OWN_WORK_CONTEXT, CLAIM, [companyId, id, uuidv7()]),
    );
    return (await Promise.all(claims)).filter((mail) => mail !== undefined);
  }

  protected async step(mail: ClaimedMail): Promise<Outcome> {
    const outcome = await this.send(mail);
    if (outcome === 'failed') await this.retry(mail);
    else await this.database.execute(OWN_WORK_CONTEXT, FORGET, keyOf(mail));
    return outcome;
  }

  /** Nobody is mailed it: the log says so. */
  protected async giveUp(mail: ClaimedMail): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, FORGET, keyOf(mail));
  }

  protected release(mail: ClaimedMail): Promise<void> {
    return this.retry(mail);
  }

  private async retry(mail: ClaimedMail): Promise<void> {
    const wait = Math.min(FIRST_WAIT * 2 ** (mail.tries - 1), LONGEST_WAIT);
    await this.database.execute(OWN_WORK_CONTEXT, RETRY, [...keyOf(mail), wait]);
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

function keyOf({ companyId, id, leaseId }: Leased): string[] {
  return [companyId, id, leaseId];
}
