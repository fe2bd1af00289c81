import type { Mail } from '../../core/mail/mailer.js';

interface Recipient {
  email: string;
  name: string;
}

export function invitationMail({ email, name }: Recipient, companyName: string, token: string): Mail {
  const company = oneLine(companyName);
  return {
    to: email,
    subject: `You have been invited to ${company}`,
    text: `Hello ${oneLine(name)},

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
    text: `Hello ${oneLine(name)},

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

/** Nobody adds lines to a mail by way of a name. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
