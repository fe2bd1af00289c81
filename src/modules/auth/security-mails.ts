import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Mailer } from '#core/mail/mailer.js';
import { nameInMail } from '#core/mail/name-in-mail.js';

interface Recipient {
  readonly email: string;
  readonly name: string;
}

/** What has become of how someone signs in, as a mail says it. */
const CHANGES = {
  password: 'Your password was changed',
  'totp-added': 'An authenticator was added to your account',
  'totp-removed': 'The authenticator of your account was removed',
  'recovery-codes': 'New recovery codes were made for your account',
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey of your account was removed',
  'identity-linked': 'Your account was connected with single sign-on',
  'identity-removed': 'Your account was disconnected from single sign-on',
  'second-factor-removed': 'An administrator removed the second factor of your account',
} as const;

/** Tells people what has become of how they sign in. */
@Injectable()
export class SecurityMails {
  constructor(private readonly mailer: Mailer) {}

  mailChange({ log }: Pick<RequestContext, 'log'>, { email, name }: Recipient, change: keyof typeof CHANGES): void {
    this.mailer.sendInBackground(log, () =>
      Promise.resolve({
        to: email,
        subject: CHANGES[change],
        text: `Hello ${nameInMail(name, 'there')},

${CHANGES[change].replace(/^./, (letter) => letter.toLowerCase())}.

If it was not you, and nobody has told you of it, change your password, end
your other sessions under Security, and tell an administrator of your company.
`,
      }),
    );
  }
}
