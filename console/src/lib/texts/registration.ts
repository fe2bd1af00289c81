/** What one reads where an account or a password is made. */
export const registration = {
  registerTitle: 'Create your company',
  company: 'Company',
  yourName: 'Your name',
  register: 'Create company',
  haveAccount: 'Sign in instead',
  closed: 'Registration is closed here. Ask an administrator of your company for an invitation.',
  resetTitle: 'Reset your password',
  resetHint: 'We mail you a link that is good for one hour.',
  sendLink: 'Send link',
  resetSent: (email: string) => `If ${email} has an account, a link is on its way.`,
  chooseTitle: 'Choose a password',
  newPassword: 'New password',
  setPassword: 'Set password',
  badLink: 'This link was used already, is too old or is not complete. Ask for a new one.',
} as const;
