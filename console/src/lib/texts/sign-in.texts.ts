/** What one reads before one is in. */
export const signIn = {
  withSso: 'Continue with single sign-on',
  withPasskey: 'Sign in with a passkey',
};
