import { propertiesOf } from '../../core/database/columns.js';
import { Task } from './task.entity.js';
import { STORED_FIELDS } from './tasks.sql.js';

it('reads and writes every column of a task; mentions are beside its fields', () => {
  expect(['companyId', 'mentions', ...STORED_FIELDS].sort()).toEqual(propertiesOf(Task).sort());
});
