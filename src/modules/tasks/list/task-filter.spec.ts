import type { Type } from '@nestjs/common';
import { fieldsOf } from '#common/validation/field.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { termsOf } from '#schema/task-texts.js';
import { addTaskConditions } from './task-filter.js';
import { TaskFilterQuery } from './tasks-query.dto.js';

/** Read elsewhere: as searches and in the filter language. */
const NOT_HERE = new Set(['search', 'filter', 'view']);

const FILTERS = [...fieldsOf(TaskFilterQuery as Type).keys()].filter((name) => !NOT_HERE.has(name));

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
  ['ΑΣ ας', ['ας']],
  ['cafe café \u200b', ['cafe', 'café']],
])('searches in %j for %j', (search, terms) => {
  expect(termsOf(search)).toEqual(terms);
});
