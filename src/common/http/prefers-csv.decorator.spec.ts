import { prefersCsv } from './prefers-csv.decorator.js';

it.each([
  ['text/csv', true],
  ['TEXT/CSV; charset=utf-8', true],
  ['text/csv, */*;q=0.1', true],
  ['text/csv;q=0.5, application/json;q=0.4', true],
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['application/json, text/csv;q=0.9', false],
  ['text/csv;q=0', false],
  ['text/csv;q=x', false],
])('Accept: %s', (accept, isPreferred) => expect(prefersCsv(accept)).toBe(isPreferred));
