import { hoursOf, numberOf } from './numbers.js';

it.each([
  ['2,5', 2.5],
  ['2.5', 2.5],
  ['1,234', 1_234],
  ['1,234,567', 1_234_567],
  ['1.234,5', 1_234.5],
  ['1,234.5', 1_234.5],
  ['1 234', 1_234],
  ['0,125', 0.125],
  ['-3', -3],
  [' 7 ', 7],
  ['1.2.3', undefined],
  ['1,2,3', undefined],
  ['12,34,5.6', undefined],
  ['2 5', undefined],
  ['many', undefined],
  ['', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
])('reads the number %j', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

it.each([
  ['4h', 4],
  ['1h 30m', 1.5],
  ['1h30m', 1.5],
  ['90m', 1.5],
  ['90 min', 1.5],
  ['1,5 h', 1.5],
  ['2 hours', 2],
  ['1:30', 1.5],
  ['01:30:00', 1.5],
  ['2,5', 2.5],
  ['3d', undefined],
  ['h', undefined],
  ['4h 30', undefined],
  ['soon', undefined],
])('reads the hours %j', (text, hours) => {
  expect(hoursOf(text)).toBe(hours);
});
