import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { Configuration } from '../../config/configuration.js';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
}

/** Milliseconds that a mail server has for each step, so that one that hangs does not hold up the shutdown. */
const TIMEOUT = 5_000;

const SMTP_TIMEOUTS = {
  connectionTimeout: TIMEOUT,
  greetingTimeout: TIMEOUT,
  socketTimeout: TIMEOUT,
  dnsTimeout: TIMEOUT,
};

/** Sends mail through `SMTP_URL`; unset, writes it to `DATA_DIR/mail/*.eml` and logs the path (decisions 4). */
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

  private async send(log: FastifyBaseLogger, { to, subject, text }: Mail): Promise<void> {
    const { smtpUrl, from } = this.configuration.mail;
    const message = {
      from,
      // As an object it is one address, whatever it looks like.
      to: { name: '', address: to },
      subject,
      // Both keep a short line whole and readable: base64 does not, nor does the folding of lines that end in \n alone.
      text: text.replaceAll('\n', '\r\n'),
      textEncoding: 'quoted-printable',
    } as const;
    if (smtpUrl === null) return this.write(log, message);
    const { messageId } = await createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS }).sendMail(message);
    log.info({ messageId }, 'Mail sent');
  }

  private async write(log: FastifyBaseLogger, message: object): Promise<void> {
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
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
