export const palette = {
  placeholder: 'Go to, create, find a task …',
  empty: 'Nothing fits. Try a task’s title or its number.',
  goTo: (name: string) => `Go to ${name}`,
  property: (field: string, value: string) => `${field}: ${value}`,
  label: 'Label',
  theme: 'Theme',
  days: { today: 'Today', tomorrow: 'Tomorrow', nextWeek: 'In a week' },
  groups: {
    recent: 'Seen last',
    create: 'Create',
    goTo: 'Go to',
    console: 'Console',
    people: 'People',
    labels: 'Labels',
    views: 'Views',
    tasks: 'Tasks',
  },
} as const;
