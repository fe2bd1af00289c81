import { type Evidence, isBelievable, withTids } from './believable.js';

const EVIDENCE: Evidence = {
  task: { dueDate: '2026-11-20T00:00:00.000Z', updatedAt: '2026-11-10T08:00:00.000Z', assignee: 'Max Member' },
  sent: '{"id":"","tid":"WEB-1","title":"Ship 3 UTF-8 boxes by Dec 4 for Vera Viewer","estimatedHours":2.5,"dueDate":"2026-11-20T00:00:00.000Z","updatedAt":"2026-11-10T08:00:00.000Z"}',
  creator: 'Olga Owner',
  tids: new Set(['WEB-1', 'WEB-2']),
  people: ['Max Member', 'Olga Owner', 'Vera Viewer', 'Ada Admin', 'Bo'],
  now: '2026-11-27T09:00:00.000Z',
};

const believed = (message: string, suggestion = 'Act.') => isBelievable({ message, suggestion }, EVIDENCE);

it.each([
  'It is late.',
  'WEB-1 waits for WEB-2.',
  'It is 7 days late, 1 week, and has been unchanged for 17 days.',
  'It was due on 2026-11-20, that is 20 November, or Nov 20, 2026.',
  'Ship 3 boxes by 4 December: 2.5 hours.',
  'Max Member, Olga Owner and Vera Viewer know.',
  'The API v2 and a 2nd look: both fine.',
  'UTF-8 is no task, but stands there.',
  'Boxes and Bobby are no people.',
])('believes %j', (message) => expect(believed(message)).toBe(true));

it.each([
  'WEB-3 is in the way.',
  'It is 8 days late.',
  'It takes 5 hours.',
  'It is due on 2026-11-21.',
  'It is due on 21 November.',
  'It is due on December 5.',
  'Ada Admin should help.',
  'ask bo about it',
])('does not believe %j', (message) => {
  expect(believed(message)).toBe(false);
  expect(believed('It is late.', message)).toBe(false);
});

it('links the tids of tasks alone', () => {
  expect(withTids('WEB-1 waits for WEB-2, in UTF-8.', EVIDENCE.tids)).toEqual([
    { tid: 'WEB-1' },
    ' waits for ',
    { tid: 'WEB-2' },
    ', in UTF-8.',
  ]);
  expect(withTids('Nothing', EVIDENCE.tids)).toEqual(['Nothing']);
});
