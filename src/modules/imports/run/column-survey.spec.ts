import { ColumnSurvey } from './column-survey.js';

const proposed = (...values: string[]) => {
  const survey = new ColumnSurvey();
  for (const value of values) survey.add(value);
  return survey.proposed((text) => text === 'mia@example.com' || text === 'Mia Sommer');
};

it.each([
  ['checkbox', ['true', 'FALSE']],
  ['date', ['2026-12-24', '24/Dec/26']],
  ['number', ['3', '2,5', '-1']],
  ['url', ['https://example.com', 'http://example.org/x']],
  ['person', ['mia@example.com', 'Mia Sommer']],
  ['select', ['Major', 'Minor', 'Major', 'Minor']],
  ['text', ['Major', 'Minor', 'Critical']],
  ['text', ['1234567890123456', '1', '2']],
  ['text', ['0.1234567', '1', '2']],
  ['text', ['true', 'maybe', 'no']],
  ['text', []],
])('proposes %s', (type, values) => {
  expect(proposed(...values)).toBe(type);
});
