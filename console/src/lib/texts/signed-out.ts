export const signedOut = {
  title: 'Sign in again',
  text: 'Your session has ended. Sign in to go on: what you typed is still here.',
} as const;
