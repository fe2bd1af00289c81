import { propertiesOf } from '#core/database/schema/columns.js';
import { Task } from './task.entity.js';
import { STORED_FIELDS } from '#schema/tasks.js';

it('reads and writes every column of a task; mentions and whether it has extras are beside its fields', () => {
  expect(['changeCount', 'companyId', 'hasExtras', 'mentions', ...STORED_FIELDS].sort()).toEqual(
    propertiesOf(Task).sort(),
  );
});
