import { filledPath, queryString } from './query-string.js';

it.each([
  [{}, ''],
  [{ page: 1, search: 'a b', isBlocked: false, sprintId: undefined }, '?page=1&search=a+b&isBlocked=false'],
  [{ status: ['To Do', 'a,b', 'c\\d'] }, '?status=To+Do%2Ca%5C%2Cb%2Cc%5C%5Cd'],
  [{ assigneeId: ['x', null] }, '?assigneeId=x%2Cnull'],
])('writes %j as %s', (query, text) => {
  expect(queryString(query)).toBe(text);
});

it('fills a path in', () => {
  expect(filledPath('/tasks/{id}/blockers/{taskId}', { id: 'WEB-1', taskId: 'a/b' })).toBe(
    '/tasks/WEB-1/blockers/a%2Fb',
  );
  expect(() => filledPath('/tasks/{id}', {})).toThrow('path.id is missing');
});
