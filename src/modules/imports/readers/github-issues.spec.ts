import { expectAccounted } from '#test/support/import-paths.js';
import { fieldsIn, problemsIn, recordsOf, tasksIn } from '#test/support/import-readers.js';
import { readGitHubJson } from './github-issues.js';

it.each(['github-rest.json', 'github-cli.json', 'github-graphql.json'])('reads %s', async (file) => {
  const records = await recordsOf(readGitHubJson, file);
  expect(problemsIn(records)).toEqual([]);
  expect(records[0]).toEqual({ kind: 'origin', instance: 'acme/tool' });
  expect(records.filter(({ kind }) => kind === 'epic')).toMatchObject([{ externalId: 'milestone 2', name: 'v2' }]);
  const [crash, faster] = tasksIn(records);
  expect(crash).toMatchObject({
    externalId: 'acme/tool#7',
    number: 7,
    url: 'https://github.com/acme/tool/issues/7',
    title: 'Crash on start',
    description: 'It stops',
    status: 'closed',
    category: 'done',
    author: { id: 'octo-ana' },
    assignees: [{ id: 'octo-ben' }, { id: 'octo-cleo' }],
    labels: ['bug', 'cli'],
    epic: 'milestone 2',
    createdAt: '2026-03-01T08:00:00Z',
    updatedAt: '2026-03-03T08:00:00Z',
    completedAt: '2026-03-03T08:00:00Z',
    comments: [{ author: { id: 'octo-ben' }, at: '2026-03-02T08:00:00Z', body: 'On it' }],
  });
  if (file !== 'github-cli.json') expect(crash?.parent).toBe('acme/tool#5');
  expect(faster).toMatchObject({ externalId: 'acme/tool#5', status: 'open', category: 'todo', description: null });
  expect(records.filter(({ kind }) => kind === 'label')).toMatchObject([
    { name: 'bug', color: '#d73a4a' },
    { name: 'cli', color: '#0E8A16' },
  ]);
});

it.each(['github-rest.json', 'github-cli.json', 'github-graphql.json', 'github-issues.json'])(
  'accounts for every key of %s',
  async (file) => expectAccounted(file, fieldsIn(await recordsOf(readGitHubJson, file))),
);

it('counts what has no place here', async () => {
  const fields = fieldsIn(await recordsOf(readGitHubJson, 'github-cli.json'));
  expect(fields).toContainEqual({ kind: 'field', name: 'projectItems', values: 1, becomes: null });
  const rest = fieldsIn(await recordsOf(readGitHubJson, 'github-rest.json'));
  expect(rest).toContainEqual({ kind: 'field', name: 'reactions', values: 1, becomes: null });
  expect(rest).toContainEqual({ kind: 'field', name: 'user.site_admin', values: 1, becomes: null });
});

it('reads the issues that a search found', async () => {
  const found = { total_count: 1, items: [{ number: 3, title: 'Found', state: 'open' }] };
  expect(tasksIn(await recordsOf(readGitHubJson, { file: JSON.stringify(found) }))).toMatchObject([{ title: 'Found' }]);
});

it.each([
  ['{}', 'It is an empty object'],
  ['{"message": "Not Found"}', 'It has no issues, but: message'],
  ['{"data": {"viewer": {}}}', 'It has no issues, but: data'],
  ['[5]', 'An element is no object'],
  ['[{"title": "One"}]', 'No element has "number"'],
  ['[{"sha": "1"}]', 'No element has "title" or "number"'],
])('refuses %s and says what it missed', async (file, message) => {
  await expect(recordsOf(readGitHubJson, { file })).rejects.toThrow(message);
});

it('says of who wrote a comment, and of what holds the issues, that they are read', async () => {
  for (const [file, path, becomes] of [
    ['github-cli.json', 'comments.author', 'comments'],
    ['github-graphql.json', 'data.repository', 'tasks'],
  ] as const) {
    expect(fieldsIn(await recordsOf(readGitHubJson, file))).toContainEqual(
      expect.objectContaining({ name: path, becomes }),
    );
  }
});

it('reads a repository without issues', async () => {
  for (const empty of [[], { data: { repository: { issues: { nodes: [] } } } }, { issues: [] }]) {
    const records = await recordsOf(readGitHubJson, { file: JSON.stringify(empty) });
    expect([tasksIn(records), problemsIn(records)]).toEqual([[], []]);
  }
});
