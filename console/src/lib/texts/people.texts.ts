export const people = {
  search: 'Search people',
  nobodyFound: 'Nobody with this in the name or address.',
  invite: 'Invite people',
  send: 'Send invitation',
  emails: 'Emails',
  emailsHint: 'One a line, or with commas between them.',
  nameHint: 'Left empty, it is what stands before the @.',
  noAddress: 'Write at least one address.',
  failed: (failed: number, all: number) => `${failed} of ${all} could not be invited. They stand here still.`,
  invited: (whom: string) => `An invitation is on its way to ${whom}.`,
  invitedAgo: (ago: string) => `Invited ${ago}`,
  resend: 'Resend',
  revoke: 'Revoke',
  revokeQuestion: (email: string) =>
    `The link in the mail to ${email} stops working, and they are gone from the company.`,
  revoked: (email: string) => `The invitation of ${email} is revoked.`,
  erase: 'Erase',
  eraseQuestion: (name: string) =>
    `${name} is signed out at once and erased for good: name, email, sign-in, keys and inbox go. What they wrote stays, under “Deleted user”. Open tasks become unassigned. This cannot be undone.`,
  erased: (name: string) => `${name} is being erased.`,
} as const;
