export const palette = {
  placeholder: 'Go to, create, find a task …',
  empty: 'Nothing fits. Try a task’s title or its number.',
  goTo: (name: string) => `Go to ${name}`,
} as const;
