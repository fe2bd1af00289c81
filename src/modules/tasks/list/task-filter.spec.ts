import { termsOf } from './task-filter.js';

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
