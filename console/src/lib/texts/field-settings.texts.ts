import { counted } from './counted.ts';

const tasks = counted('task', 'tasks');

/** The screen of the company's own fields. */
export const fieldSettings = {
  title: 'Fields',
  hint: 'What your company adds to its tasks. Everybody sees the values; who may change a task may set them.',
  none: 'No field yet.',
  makeField: '“New field” makes the first.',
  newField: 'New field',
  createField: 'Create field',
  editField: 'Edit field',
  name: 'Name',
  type: 'Type',
  types: {
    text: 'Text',
    number: 'Number',
    date: 'Date',
    select: 'Select',
    multi_select: 'Multi-select',
    person: 'Person',
    url: 'URL',
    checkbox: 'Checkbox',
  },
  description: 'Description',
  projects: 'Projects',
  everyProject: 'Every project',
  noProject: 'No project',
  actions: 'Actions',
  archived: 'Archived',
  archive: 'Archive',
  unarchive: 'Unarchive',
  options: 'Options',
  option: (number: number) => `Option ${number}`,
  colourOf: (number: number) => `Color of option ${number}`,
  actionsOf: (number: number) => `option ${number}`,
  addOption: 'Add option',
  moveUp: 'Move up',
  moveDown: 'Move down',
  optionMoved: (name: string, place: number, of: number) => `${name} is now option ${place} of ${of}`,
  removeOption: 'Remove',
  deleteField: (name: string, count: number) =>
    count === 0
      ? `${name} goes for good. No task has a value of it.`
      : `${name} goes for good, and ${tasks(count)} ${count === 1 ? 'loses its' : 'lose their'} value.`,
};
