/** What one reads before one is in. */
export const signIn = {
  withSso: 'Continue with single sign-on',
  code: 'Code',
  codeHint: 'Your authenticator shows it.',
  recoveryCode: 'Recovery code',
  useRecoveryCode: 'Use a recovery code',
  useAuthenticator: 'Use the authenticator',
  returning: 'Single sign-on',
  oneMoment: 'You are being signed in …',
};
