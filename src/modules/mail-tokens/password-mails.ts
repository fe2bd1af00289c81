import type { Mail } from '#core/mail/mailer.js';
import { nameInMail } from '#core/mail/name-in-mail.js';

interface Recipient {
  email: string;
  name: string;
}

/** What lets someone set a password: a mailed token, and the service that takes it. */
interface Entrance {
  publicUrl: string;
  token: string;
}

/** How someone is addressed of whose name nothing is left. */
const UNNAMED = 'there';

export function invitationMail({ email, name }: Recipient, companyName: string, entrance: Entrance): Mail {
  const company = nameInMail(companyName, 'a company');
  return {
    to: email,
    subject: `You have been invited to ${company}`,
    text: `Hello ${nameInMail(name, UNNAMED)},

you have been invited to work on the projects of ${company}.
To accept, choose a password here:

${howTo(entrance)}
The link works once, within 7 days. After that, ask for a new one at
${entrance.publicUrl}/reset-password

If you did not expect this invitation, ignore this mail.
`,
  };
}

export function passwordResetMail({ email, name }: Recipient, entrance: Entrance): Mail {
  return {
    to: email,
    subject: 'Set a new password',
    text: `Hello ${nameInMail(name, UNNAMED)},

someone, hopefully you, asked to set a new password for this address.
To do so, open this link:

${howTo(entrance)}
The link works once, within 1 hour. Setting a password ends all sessions.

If it was not you, ignore this mail: your password stays as it is.
`,
  };
}

/** In place of a reset, where the company signs in by single sign-on alone. */
export function singleSignOnMail({ email, name }: Recipient, publicUrl: string): Mail {
  return {
    to: email,
    subject: 'Sign in with single sign-on',
    text: `Hello ${nameInMail(name, UNNAMED)},

someone, hopefully you, asked to set a new password for this address.
Your company signs in with single sign-on: you need no password here. Open

${publicUrl}/sign-in

and choose "Continue with single sign-on".
`,
  };
}

/** The token stands after a #, which browsers send to nobody; and alone on a line, for programs. */
function howTo({ publicUrl, token }: Entrance): string {
  return `${publicUrl}/reset-password/confirm#token=${token}

Without a browser, send the request POST /api/password-reset/confirm with the
JSON body {"token": "<the token>", "password": "<the password>"}. The token:

${token}
`;
}
