import { ValidationError } from '../../common/errors/app-error.js';
import { termsOf } from './task-filter.js';

const many = (count: number) => Array.from({ length: count }, (_, index) => `term${String(index).padStart(2, '0')}`);

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

it('takes 50 terms, and no more that differ', () => {
  expect(termsOf(many(50).join(' '))).toHaveLength(50);
  expect(termsOf([...many(50), ...many(50), 'term'].join(' '))).toHaveLength(50);
  expect(() => termsOf(many(51).join(' '))).toThrow(ValidationError);
});
