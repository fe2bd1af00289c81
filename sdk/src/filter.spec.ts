import { filter } from './filter.js';

describe('filter`…`', () => {
  it.each([
    [filter`not done`, 'not done'],
    [filter`assignee = ${'Mia "M" Chen'} and estimate > ${3}`, 'assignee = "Mia \\"M\\" Chen" and estimate > 3'],
    [filter`title = ${'a\\b'}`, 'title = "a\\\\b"'],
    [filter`estimate > ${1e-7} and estimate < ${1e21}`, 'estimate > 0.0000001 and estimate < 1000000000000000000000'],
    [filter`remaining != ${-1234.5}`, 'remaining != -1234.5'],
    [filter`due < ${new Date('2026-12-24T09:00:00Z')}`, 'due < "2026-12-24T09:00:00.000Z"'],
    [
      filter`label in (${['bug', 'UX, design']}) and blocked = ${false}`,
      'label in ("bug", "UX, design") and blocked = false',
    ],
  ])('%s', (text, expected) => expect(text).toBe(expected));
});
