import { foundAction } from '#test/support/found-action.js';
import type { WrittenAction } from '../scans/found-action.js';
import { chatEntries } from './chat-entries.js';
import { chatPosts } from './chat-posts.js';

const NAMES = new Map([
  ['olivia', 'Olivia Owner'],
  ['lea', 'Lea'],
  ['xenia', 'Xenia'],
  ['ann', 'Ann'],
  ['bo', 'Bo'],
]);

let place = 0;
const actionOf = (tid: string, input: Partial<WrittenAction> = {}): WrittenAction => ({
  ...foundAction({
    subjectId: tid,
    taskId: tid,
    tid,
    userId: 'olivia',
    message: `${tid} is late.`,
    lines: [[{ tid }, ' is late.']],
    answerTid: tid,
  }),
  id: `${(place += 1)}`,
  position: 0,
  ...input,
});

const digest = actionOf('digest', {
  type: 'report',
  rule: 'digest',
  userId: null,
  taskId: null,
  tid: null,
  answerTid: null,
  lines: [['Standup, Monday (since Friday 09:00)'], ['Done: ', { tid: 'WEB-7' }, ' by Lea.']],
});
const report = (tid: string) =>
  actionOf(tid, { type: 'report', rule: 'task.unassigned', userId: null, answerTid: null, isNews: true });
const escalation = (tid: string, userId: string) =>
  actionOf(tid, { type: 'escalation', rule: 'task.escalated', key: 'task.escalated', userId, isToLeads: true });
const sprint = actionOf('WEB', {
  type: 'report',
  rule: 'sprint.at_risk',
  userId: null,
  taskId: null,
  tid: null,
  answerTid: null,
  lines: [['Sprint "7" (WEB) ended yesterday.']],
});

const NEWS = new Map([
  [
    'task.unassigned',
    {
      total: 9,
      one: 'pressing task has no assignee',
      several: 'pressing tasks have no assignee',
      filter: 'assignee is empty and (priority in (High, Urgent) or sprint = active) and not done',
    },
  ],
]);

const linesOf = (actions: WrittenAction[], linkUrl: string | null = null) =>
  chatPosts('plain', {
    name: 'Eve',
    entries: chatEntries({ actions, news: NEWS, names: NAMES, hasLinks: linkUrl !== null }),
    linkUrl,
  }).flatMap(({ body }) => (JSON.parse(body) as { text: string }).text.split('\n').slice(1));

it('has the digest, what is for people by their most urgent line, what is for leads, and the rest', () => {
  const lines = linesOf([
    sprint,
    escalation('WEB-4', 'xenia'),
    actionOf('WEB-1', { priority: 5, userId: 'lea' }),
    actionOf('WEB-2'),
    actionOf('WEB-3', { overdueHours: 72 }),
    report('APP-6'),
    digest,
  ]);
  expect(lines).toEqual([
    '• Standup, Monday (since Friday 09:00)',
    '– Done: WEB-7 by Lea.',
    'Olivia Owner:',
    '• WEB-3 is late.',
    '• WEB-2 is late.',
    'Lea:',
    '• WEB-1 is late.',
    'For the leads:',
    '• WEB-4 is late.',
    '• 9 pressing tasks have no assignee, 1 of them new: APP-6, …',
    '• Sprint "7" (WEB) ended yesterday.',
  ]);
});

it('says one thing to several people in one line, under at most three names', () => {
  const to = (...people: string[]) => people.map((userId) => actionOf('WEB-1', { userId }));
  expect(linesOf(to('xenia', 'lea'))).toEqual(['Lea, Xenia:', '• WEB-1 is late.']);
  expect(linesOf(to('lea', 'xenia', 'ann', 'bo', 'olivia'))).toEqual(['Ann, Bo, Lea and 2 more:', '• WEB-1 is late.']);
  const both = [escalation('WEB-4', 'xenia'), escalation('WEB-4', 'lea')];
  expect(linesOf(both)).toEqual(['For the leads:', '• WEB-4 is late.']);
  const [entry] = chatEntries({ actions: both, news: NEWS, names: NAMES, hasLinks: false });
  expect(entry!.ids).toEqual(both.map(({ id }) => id));
});

it('names the first five of what is new, and counts as many actions as there are', () => {
  const actions = Array.from({ length: 6 }, (_, index) => report(`WEB-${index + 1}`));
  expect(linesOf(actions)).toEqual([
    '• 9 pressing tasks have no assignee, 6 of them new: WEB-1, WEB-2, WEB-3, WEB-4, WEB-5, …',
  ]);
  expect(chatEntries({ actions, news: NEWS, names: NAMES, hasLinks: false })[0]!.ids).toHaveLength(6);
});

it('links tids, lists of the three projects with most, and the place to answer', () => {
  const url = 'https://pm.example.com';
  expect(linesOf([actionOf('WEB-1')], url)).toEqual([
    'Olivia Owner:',
    `• WEB-1 (${url}/tasks/WEB-1) is late. Answer (${url}/tasks/WEB-1?answer)`,
  ]);
  const reports = ['WEB-1', 'APP-1', 'APP-2', 'OPS-1', 'OPS-2', 'HR-1', 'HR-2', 'HR-3'].map(report);
  const [line] = linesOf(reports, url);
  const [, all = ''] = line!.split(' (all: ');
  const query = encodeURIComponent(NEWS.get('task.unassigned')!.filter).replaceAll('(', '%28').replaceAll(')', '%29');
  expect([...all.matchAll(/(\w+) \((https:[^)]*)\)/g)].map(([, key, address]) => [key, address])).toEqual(
    ['HR', 'APP', 'OPS'].map((key) => [key, `${url}/projects/${key}/list?filter=${query}`]),
  );
  expect(linesOf([report('WEB-1')], null)[0]).not.toContain('http');
});

it('tells what an orchestrator has given away by itself, and not as news', () => {
  const given = actionOf('WEB-1', {
    type: 'report',
    rule: 'task.unassigned',
    userId: null,
    answerTid: null,
    lines: [[{ tid: 'WEB-1' }, ' goes to Ada.']],
  });
  expect(linesOf([given])).toEqual(['• WEB-1 goes to Ada.']);
});

it('repeats a header in the next message', () => {
  const actions = Array.from({ length: 21 }, (_, index) => actionOf(`WEB-${index + 1}`));
  const lines = linesOf(actions);
  expect(lines.filter((line) => line === 'Olivia Owner:')).toHaveLength(2);
  expect(lines.filter((line) => line.startsWith('•'))).toHaveLength(21);
});
