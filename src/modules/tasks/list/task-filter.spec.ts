import type { Type } from '@nestjs/common';
import { CursorQuery } from '../../../common/http/cursor.query.js';
import { propertiesOf } from '../../../common/validation/property.js';
import { Conditions } from '../../../core/database/conditions.js';
import { addTaskConditions, termsOf } from './task-filter.js';
import { TasksQuery } from './tasks-query.dto.js';

const NO_FILTERS = new Set([
  ...propertiesOf(CursorQuery as Type).keys(),
  ...['search', 'fields', 'include', 'sortBy', 'sortOrder'],
]);

const FILTERS = [...propertiesOf(TasksQuery).keys()].filter((name) => !NO_FILTERS.has(name));

it.each(FILTERS)('the filter %s adds a condition', (name) => {
  const conditions = new Conditions(['company']);
  addTaskConditions(conditions, { [name]: ['x'] });
  expect(conditions.where).not.toBe('TRUE');
});

it.each([
  [undefined, []],
  ['  ', []],
  ['log in', ['log', 'in']],
  ['login page', ['login', 'page']],
  ['page  PAGE\tPage', ['Page']],
  ['log login LOGIN-page in', ['LOGIN-page']],
  ['%_ %', ['%_']],
  ['ΑΣ ας', ['ΑΣ', 'ας']],
])('searches in %j for %j', (search, terms) => {
  expect(termsOf(search)).toEqual(terms);
});
