export const unsubscribe = {
  title: 'Unsubscribe',
  question: 'You will get no more mails like the one that brought you here. What concerns you stays in your inbox.',
  done: 'You get no more mails like that one.',
} as const;
