import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { Configuration } from '#config/configuration.js';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Of its own, in angle brackets. */
  messageId?: string;
  /** What it answers and belongs to, in angle brackets, so that mailers thread it. */
  thread?: string;
  /** Where one request ends such mails (RFC 8058). */
  unsubscribe?: string;
}

/** Milliseconds that a mail server has for each step, so that one that hangs does not hold up the shutdown. */
const TIMEOUT = 5_000;

/** Milliseconds that sending one mail may take in all. */
const LONGEST_SENDING = 40_000;

const SMTP_TIMEOUTS = {
  connectionTimeout: TIMEOUT,
  greetingTimeout: TIMEOUT,
  socketTimeout: TIMEOUT,
  dnsTimeout: TIMEOUT,
};

/** A mail holds what it is given, and reads no file and no address for it. */
const NOTHING_FROM_OUTSIDE = { disableFileAccess: true, disableUrlAccess: true };

/** Sends mail through `SMTP_URL`; unset, writes it to `DATA_DIR/mail/*.eml` and logs the path. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly configuration: Configuration) {}

  /**
   * Composes and sends a mail once the caller's request is answered; undefined sends none. Failures are logged, and the
   * shutdown waits for what is pending. `compose` runs outside any transaction.
   */
  sendInBackground(log: FastifyBaseLogger, compose: () => Promise<Mail | undefined>): void {
    const work = this.composeAndSend(log, compose)
      .catch((error: unknown) => log.error({ err: error }, 'A mail could not be sent'))
      .finally(() => this.pending.delete(work));
    this.pending.add(work);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }

  private async composeAndSend(log: FastifyBaseLogger, compose: () => Promise<Mail | undefined>): Promise<void> {
    await setImmediate();
    const mail = await compose();
    if (mail) await this.send(log, mail);
  }

  /** Sends a mail now. @throws Error, with the `responseCode` of a mail server that has refused it */
  async send(log: FastifyBaseLogger, mail: Mail): Promise<void> {
    const { smtpUrl, from } = this.configuration.mail;
    const message = { from, ...messageOf(mail) };
    if (smtpUrl === null) return this.write(log, message);
    const transport = createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS, ...NOTHING_FROM_OUTSIDE });
    const timer = setTimeout(() => transport.close(), LONGEST_SENDING);
    try {
      const { messageId } = await Promise.race([transport.sendMail(message), tooLong()]);
      log.info({ messageId }, 'Mail sent');
    } finally {
      clearTimeout(timer);
    }
  }

  private async write(log: FastifyBaseLogger, message: object): Promise<void> {
    const transport = createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'unix',
      ...NOTHING_FROM_OUTSIDE,
    });
    const { message: eml } = await transport.sendMail(message);
    const folder = join(this.configuration.dataDirectory, 'mail');
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`);
    await mkdir(folder, { recursive: true });
    // A program that watches the folder finds only complete mails.
    await writeFile(`${path}.part`, eml, { mode: 0o600, flag: 'wx' });
    await rename(`${path}.part`, path);
    log.info({ path }, 'Mail written, because SMTP_URL is not set');
  }
}

/** A server may answer each step in time and still never come to an end. */
async function tooLong(): Promise<never> {
  await delay(LONGEST_SENDING, undefined, { ref: false });
  throw new Error('The mail server takes too long');
}

function messageOf({ to, subject, text, html, messageId, thread, unsubscribe }: Mail): SendMailOptions {
  return {
    // As an object it is one address, whatever it looks like.
    to: { name: '', address: to },
    subject,
    // Both keep a short line whole and readable: base64 does not, nor does the folding of lines that end in \n alone.
    text: text.replaceAll('\n', '\r\n'),
    textEncoding: 'quoted-printable',
    ...(html !== undefined && { html: html.replaceAll('\n', '\r\n') }),
    ...(messageId !== undefined && { messageId }),
    ...(thread !== undefined && { inReplyTo: thread, references: thread }),
    headers: {
      // No answering machine answers such a mail (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
