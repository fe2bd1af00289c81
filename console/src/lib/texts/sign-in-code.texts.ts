/** What one reads where a code is asked for besides the password. */
export const signInCode = {
  code: 'Code',
  codeHint: 'Your authenticator shows it.',
  recoveryCode: 'Recovery code',
  useRecoveryCode: 'Use a recovery code',
  useAuthenticator: 'Use the authenticator',
};
