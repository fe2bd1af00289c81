export const projects = {
  newProject: 'New project',
  createProject: 'Create project',
  name: 'Name',
  key: 'Key',
  keyHint: '2 to 10 letters and digits, a letter first. Left empty, it is made from the name.',
  description: 'Description',
  team: 'Team',
  noTeam: 'No team: everyone',
  archived: 'Archived',
  search: 'Search projects',
  none: 'No project yet.',
  makeFirst: 'Make the first one, and its board is there.',
  nothingFound: 'No project fits.',
  progress: (done: string, of: string) => `${done} of ${of}`,
} as const;

export const search = {
  placeholder: 'Words of a title or description, or a number such as WEB-12',
  hint: 'Type to search the tasks of all projects.',
  nothing: (text: string) => `Nothing fits “${text}”.`,
  next: 'Try fewer words, or the number of a task.',
  first: (shown: number, all: string) => `The newest ${shown} of ${all}`,
} as const;
