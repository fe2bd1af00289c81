import { showNumber } from '../figures.ts';
import { counted } from './counted.ts';

const tasks = counted('task', 'tasks');
const days = counted('day', 'days');

export const bulk = {
  name: 'Bulk actions',
  selected: (number: number) => `${showNumber(number)} selected`,
  addLabel: 'Add label',
  removeLabel: 'Remove label',
  change: 'Change',
  noPoints: 'Left empty, the tasks have none.',
  noDate: 'Left empty, the tasks have none.',
  noValue: 'Left empty, the tasks have no value.',
  clear: 'Clear selection',
  deleted: (number: number) => `${tasks(number)} deleted`,
  progress: (done: number, of: number) => `${done} of ${tasks(of)} done`,
  deleteQuestion: (what: string, trashDays: number) =>
    trashDays === 0
      ? `${what} go for good, with their comments and their history.`
      : `${what} go to the trash, and can be restored from it for ${days(trashDays)}.`,
} as const;
