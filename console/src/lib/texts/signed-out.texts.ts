export const signedOut = {
  title: 'Sign in again',
  text: 'Your session has ended. Sign in to go on: what you typed is still here.',
  another: 'Sign in another way',
} as const;
