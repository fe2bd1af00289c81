import { expectAccounted } from '#test/support/import-paths.js';
import { fieldsIn, problemsIn, recordsOf, tasksIn } from '#test/support/import-readers.js';
import { readTrelloJson } from './trello-json.js';

const FILE = 'trello-rich.json';

it('reads all of a card', async () => {
  const records = await recordsOf(readTrelloJson, FILE);
  const [roses, fence, gate] = tasksIn(records);
  expect(roses).toMatchObject({
    labels: ['Flowers', 'red dark'],
    status: 'Ideas',
    category: 'todo',
    description: '### Steps\n\n- [x] Dig\n- [ ] Plant',
    startDate: '2026-03-01T09:00:00.000Z',
    lines: ['Cost: 12', 'Soil: Clay', 'Urgent: yes', 'Plant: due 2026-04-01, Ana Ruiz'],
    comments: [
      { body: 'copied along', author: { name: 'Ana Ruiz' } },
      { body: 'written', author: { name: 'Ana Ruiz' } },
    ],
  });
  expect(fence).toMatchObject({ status: 'Done', category: 'done', completedAt: '2026-03-01T09:00:00.000Z' });
  expect(gate).toMatchObject({ status: 'Done ✅', category: 'done' });
  expect(records.filter(({ kind }) => kind === 'label')).toMatchObject([
    { name: 'Flowers', color: '#4BCE97' },
    { name: 'red dark', color: '#C9372C' },
  ]);
});

it('gives the true reason of what is missing', async () => {
  expect(problemsIn(await recordsOf(readTrelloJson, FILE))).toEqual([
    'Trello says 3 comments, the file has 0: they are not in the export',
  ]);
  const full = {
    lists: [{ id: 'l', name: 'L' }],
    cards: [{ id: 'c', name: 'C', idList: 'l', badges: { comments: 1 } }],
    actions: Array.from({ length: 1_000 }, (_, number) => ({ id: `a${number}`, type: 'updateCard' })),
  };
  expect(problemsIn(await recordsOf(readTrelloJson, { file: JSON.stringify(full) }))).toEqual([
    'Trello says 1 comments, the file has 0: an export holds the newest 1,000 actions',
  ]);
});

it('gives dates and people of items to subtasks, when these are asked for', async () => {
  const tasks = tasksIn(await recordsOf(readTrelloJson, FILE, { checklists: 'subtasks' }));
  expect(tasks.find(({ title }) => title === 'Plant')).toMatchObject({
    dueDate: '2026-04-01T10:00:00.000Z',
    assignees: [{ name: 'Ana Ruiz' }],
    status: 'Ideas',
  });
  expect(tasks.find(({ title }) => title === 'Dig')).toMatchObject({ status: 'Done', category: 'done' });
});

it.each([FILE, 'trello-board.json'])('accounts for every key of %s', async (file) => {
  expectAccounted(file, fieldsIn(await recordsOf(readTrelloJson, file)));
});

it('counts what has no place here', async () => {
  const fields = fieldsIn(await recordsOf(readTrelloJson, FILE));
  for (const [name, values] of [
    ['cards.cover', 1],
    ['cards.idMembersVoted', 1],
    ['cards.badges.votes', 1],
    ['pluginData', 0],
    ['prefs', 1],
  ])
    expect(fields).toContainEqual({ kind: 'field', name, values, becomes: null });
  expect(fields).toContainEqual({ kind: 'field', name: 'cards.start', values: 1, becomes: 'startDate' });
});

it.each([
  [
    '{"id": "x", "boards": []}',
    'it has neither "lists" nor "cards". Export the board from Trello as JSON. It has: id, boards',
  ],
  ['[]', 'it has neither "lists" nor "cards"'],
  ['[{}]', 'The file must be the JSON of a board'],
])('refuses %s', async (file, message) => {
  await expect(recordsOf(readTrelloJson, { file })).rejects.toThrow(message);
});

it('reads what it can of values of other kinds', async () => {
  const odd = {
    lists: [{ id: 'l', name: 'L' }],
    members: [{ id: 7, fullName: { first: 'Ana' } }],
    cards: [{ id: 'c', name: 'C', idList: 'l', idMembers: [7] }],
    actions: [{ id: 3, type: 'commentCard', memberCreator: { id: 7 }, data: { text: 4, card: { id: 'c' } } }],
  };
  const records = await recordsOf(readTrelloJson, { file: JSON.stringify(odd) });
  expect(tasksIn(records)).toMatchObject([{ status: 'L', assignees: [{ id: '7' }] }]);
  expect(tasksIn(records)[0]?.comments).toMatchObject([{ externalId: '3', author: { id: '7' }, body: '4' }]);
});

it('reads a board without lists and cards', async () => {
  const records = await recordsOf(readTrelloJson, { file: JSON.stringify({ id: 'b', lists: [], cards: [] }) });
  expect([tasksIn(records), problemsIn(records)]).toEqual([[], []]);
});
