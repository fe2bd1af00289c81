import type { Mail } from '../../core/mail/mailer.js';
import { nameInMail } from '../../core/mail/name-in-mail.js';

interface Recipient {
  email: string;
  name: string;
}

/** How someone is addressed of whose name nothing is left. */
const UNNAMED = 'there';

export function invitationMail({ email, name }: Recipient, companyName: string, token: string): Mail {
  const company = nameInMail(companyName, 'a company');
  return {
    to: email,
    subject: `You have been invited to ${company}`,
    text: `Hello ${nameInMail(name, UNNAMED)},

you have been invited to work on the projects of ${company}.
To accept, choose a password and send it together with this token:

${token}

${HOW_TO}
The token works once, within 7 days. After that, ask for a new one at
POST /api/password-reset.

If you did not expect this invitation, ignore this mail.
`,
  };
}

export function passwordResetMail({ email, name }: Recipient, token: string): Mail {
  return {
    to: email,
    subject: 'Set a new password',
    text: `Hello ${nameInMail(name, UNNAMED)},

someone, hopefully you, asked to set a new password for this address.
To do so, send the new password together with this token:

${token}

${HOW_TO}
The token works once, within 1 hour. Setting a password ends all sessions.

If it was not you, ignore this mail: your password stays as it is.
`,
  };
}

const HOW_TO = `The request is POST /api/password-reset/confirm with the JSON body
{"token": "<the token>", "password": "<the password>"}.`;
