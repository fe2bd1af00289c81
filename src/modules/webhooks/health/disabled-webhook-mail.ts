import type { Mail } from '../../../core/mail/mailer.js';
import { nameInMail } from '../../../core/mail/name-in-mail.js';

/** A webhook that the service has switched off. */
export interface DisabledWebhook {
  readonly companyId: string;
  readonly id: string;
  readonly url: string;
  readonly failingSince: string;
}

/** One mail to an ADMIN or OWNER (extensions 7.4). Of the address only the host: its path may be a secret. */
export function disabledWebhookMail(
  { email, name }: { email: string; name: string },
  { id, url, failingSince }: DisabledWebhook,
  publicUrl: string,
): Mail {
  return {
    to: email,
    subject: 'A webhook has been switched off',
    text: `Hello ${nameInMail(name, 'there')},

the webhook to ${new URL(url).host} has been switched off, because every attempt since
${failingSince} has failed. Nothing more is sent to it.

Once its receiver answers again, switch it on here, and have delivered again
what had failed:

${publicUrl}/webhooks/${id}

Without a browser, send the request PUT /api/webhooks/${id}
with the JSON body {"active": true}.
`,
  };
}
