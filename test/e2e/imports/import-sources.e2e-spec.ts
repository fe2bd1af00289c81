import * as fc from 'fast-check';
import type { TestCompany } from '../../factories/company.factory.js';
import { checkedImport, exportedFile, type Shown, startedImport, type TestImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const EXPECTED = JSON.parse(exportedFile('expected.json').toString());

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  for (const [name, email] of [
    ['Ana Ruiz', 'ana@acme.test'],
    ['Ben Okafor', 'ben@acme.test'],
  ]) {
    await company.owner.api.post('/users', { name, email, role: 'MEMBER', password: 'correct horse battery' });
  }
});
afterAll(() => service.stop());

interface Imported {
  checked: TestImport;
  done: TestImport;
  /** By tid. */
  tasks: Record<string, Shown>;
}

async function imported(source: string, file: string | Buffer, key: string, options = {}): Promise<Imported> {
  const { owner } = company;
  const bytes = typeof file === 'string' ? exportedFile(file) : file;
  const input = { source, project: { name: key, key }, options };
  const checked = await checkedImport(owner, service.baseUrl, input, bytes);
  expect([checked['state'], checked['error']]).toEqual(['checked', null]);
  const done = await startedImport(owner, checked['id']);
  expect([done['state'], done['error']]).toEqual(['done', null]);
  expect(done['report']).toEqual(checked['report']);
  const rows = (await owner.api.get(`/tasks?projectId=${done['projectId']}&sortBy=rank&sortOrder=asc`)).body;
  const tasks = await Promise.all(rows.map(async ({ id }: Shown) => (await owner.api.get(`/tasks/${id}`)).body));
  return { checked, done, tasks: Object.fromEntries(tasks.map((task) => [task.tid, task])) };
}

/** In lower case: a label is one whatever its case. */
const labelsOf = (task: Shown) => task.labels.map(({ name }: Shown) => name.toLowerCase());
const messages = ({ report }: TestImport) =>
  report.problems.map(({ externalId, message }: Shown) => `${externalId}: ${message}`);

it('reads the CSV of Jira, of which the last row with a key counts', async () => {
  const expected = EXPECTED['jira-cloud.csv'];
  const { done, tasks } = await imported('jira_csv', 'jira-cloud.csv', 'SHOP');
  const { counts } = done['report'];
  expect(counts.tasks.created + counts.epics.created).toBe(expected.issues);
  expect(counts.tasks).toMatchObject({ failed: expected.failed.length, duplicates: expected.duplicate_in_file.length });
  expect(Object.keys(tasks)).toEqual(['SHOP-2', 'SHOP-3', 'SHOP-4', 'SHOP-5', 'SHOP-7']);
  expect(tasks['SHOP-7'].title).toBe(expected.title['SHOP-7']);
  expect(tasks['SHOP-3'].parentId).toBe(tasks['SHOP-2'].id);
  expect(labelsOf(tasks['SHOP-4'])).toEqual(['not done', 'task']);
  expect(tasks['SHOP-4']).toMatchObject({
    status: 'Done',
    createdAt: `${expected.local_times['SHOP-4.created']}.000Z`,
  });
  expect(messages(done)).toEqual(
    expect.arrayContaining([
      'SHOP-5: "not a date" is no date that can be read',
      'SHOP-3: OTHER-9 is outside the file, and was not imported before',
      'SHOP-6: The title is missing',
      'null: There is no lane "Waiting for vendor"; by its category it becomes "In Progress"',
    ]),
  );
  expect(done['report'].fields).toContainEqual({
    name: 'Custom field (Severity)',
    values: 1,
    becomes: null,
    proposed: 'text',
  });
});

it('reads all of an issue of Jira', async () => {
  const expected = EXPECTED['jira-cloud.csv'];
  const lines = exportedFile('jira-cloud.csv').toString().split('\r\n');
  const bytes = Buffer.from(lines.filter((line) => !line.startsWith('Pay by card v2')).join('\r\n'));
  const { done, tasks } = await imported('jira_csv', bytes, 'CARD', { instance: 'whole', timezone: 'Europe/Berlin' });
  const task = tasks['CARD-2'];
  expect(labelsOf(task)).toEqual(
    expect.arrayContaining(expected.labels['SHOP-2'].map((name: string) => name.toLowerCase())),
  );
  expect(task).toMatchObject({
    title: 'Pay by card, "fast"',
    estimatedHours: expected.estimate['SHOP-2'],
    loggedHours: 2,
    dueDate: `${expected.local_times['SHOP-2.due']}T00:00:00.000Z`,
    createdAt: '2026-01-05T11:30:00.000Z',
    completedAt: '2026-01-09T15:51:00.000Z',
    assignee: { name: 'Ben Okafor' },
  });
  const { owner } = company;
  const [epic] = (await owner.api.get(`/epics?projectId=${done['projectId']}`)).body;
  expect([epic.name, task.epicId, tasks['CARD-3'].parentId]).toEqual(['Checkout', epic.id, task.id]);
  const [sprint] = (await owner.api.get(`/sprints?projectId=${done['projectId']}`)).body;
  expect([sprint.name, task.sprintId]).toEqual(['Sprint 2', sprint.id]);
  expect(task.description).toContain('## Goal\n\n- one\n- two\n');
  expect(task.description).toContain('```java\nint a = 1;\n```');
  expect(task.description).toContain('[docs](https://example.test/d) and @Ben Okafor');
  expect(task.description).toContain('Other sprints: Sprint 1');
  expect(task.description).toContain(
    '[notes; v2.txt](<https://acme.atlassian.net/rest/api/3/attachment/content/10011>)',
  );
  const comments = (await owner.api.get(`/tasks/${task.id}/comments`)).body;
  expect(comments.map(({ body, author, createdAt }: Shown) => [body, author.name, createdAt])).toEqual([
    ['Deploy at 9;30; then check logs', 'Ben Okafor', '2026-01-06T07:00:00.000Z'],
    [
      'ug:1e45b16b-11b9-4632-aa80-7259409abaf0, 7 January 2026:\n\nsecond\nline',
      'Olga Owner',
      '2026-01-07T09:15:00.000Z',
    ],
  ]);
  const blockers = (await owner.api.get(`/tasks/${tasks['CARD-3'].id}/blockers`)).body;
  expect(blockers.map(({ id }: Shown) => id)).toEqual([task.id]);
  const entries = (await owner.api.get(`/tasks/${task.id}/time-entries`)).body;
  expect(entries.map(({ hours, user }: Shown) => [hours, user.name])).toEqual([[2, 'Ben Okafor']]);
});

it('keeps of an epic of Jira what epics have here, and names the rest', async () => {
  const columns =
    'Issue key,Issue Type,Summary,Created,Updated,Labels,Attachment,Description,Assignee,Comment,Status,Priority,Time Spent';
  const file = '05/Jan/26 1:00 PM;a;plan.png;https://jira.test/plan.png';
  const epic = `BIG-1,Epic,Big,05/Jan/26 9:05 AM,06/Jan/26 9:05 AM,later,${file},!plan.png!,Ana Ruiz,Looks good,To Do,High,7200`;
  const late = 'BIG-2,Task,Late,,06/Jan/26 9:05 AM,,,,,,,,';
  const { done, tasks } = await imported('jira_csv', Buffer.from([columns, epic, late].join('\n')), 'BIG');
  expect((await company.owner.api.get(`/epics?projectId=${done['projectId']}`)).body).toMatchObject([
    {
      name: 'Big',
      description: '[plan.png](<https://jira.test/plan.png>)\n\n[plan.png](<https://jira.test/plan.png>)',
      createdAt: '2026-01-05T09:05:00.000Z',
      updatedAt: '2026-01-06T09:05:00.000Z',
    },
  ]);
  expect(messages(done)).toEqual([
    'BIG-1: An epic has no comments here: 1 are left out',
    'BIG-1: An epic has none here: To Do is left out',
    'BIG-1: An epic has none here: High is left out',
    'BIG-1: An epic has none here: Ana Ruiz is left out',
    'BIG-1: An epic has none here: later is left out',
    'BIG-1: An epic has none here: 7200 is left out',
    'BIG-1: The file plan.png stays where it is: it is kept as a link',
  ]);
  expect(tasks['BIG-2']).toMatchObject({
    createdAt: '2026-01-06T09:05:00.000Z',
    updatedAt: '2026-01-06T09:05:00.000Z',
  });
});

it('says what is odd about the shape of rows', async () => {
  const { done } = await imported('jira_csv', 'jira-ragged.csv', 'RAG');
  expect(done['report'].counts.tasks.created).toBe(EXPECTED['jira-ragged.csv'].issues);
  expect(done['report'].problems).toMatchObject([
    { row: 2, message: 'The row is shorter than the header: 2 empty added' },
    { row: 3, message: 'The row is wider than the header: 1 surplus cell is left out' },
    { row: 3, message: '"l2" is no date that can be read' },
  ]);
});

it('reads the CSV of Linear', async () => {
  const expected = EXPECTED['linear-34.csv'];
  const { done, tasks } = await imported('linear_csv', 'linear-34.csv', 'ENG', { archived: true });
  const [one, two, three] = [tasks['ENG-12'], tasks['ENG-13'], tasks['ENG-14']];
  expect(done['report'].counts.tasks.created).toBe(expected.issues);
  expect([one.title, one.description]).toEqual([expected.title['ENG-12'], 'Some "text"\n- [ ] a']);
  expect([one.priority, two.priority, three.priority]).toEqual(['High', 'None', 'Urgent']);
  expect(three.parentId).toBe(one.id);
  expect(two.createdAt).toBe(expected.created['ENG-13']);
  expect([three.status, labelsOf(three)]).toEqual(['Done', ['not done']]);
  expect(one.dueDate).toBe('2026-01-20T00:00:00.000Z');
  expect(labelsOf(one)).toEqual(['backend', 'bug']);
  expect([three.description, (await company.owner.api.get(`/tasks/${three.id}/links`)).body]).toMatchObject([
    null,
    [{ type: 'duplicates', direction: 'out', task: { tid: 'ENG-13' } }],
  ]);
  const blockers = (await company.owner.api.get(`/tasks/${one.id}/blockers`)).body;
  expect(blockers.map(({ id }: Shown) => id)).toEqual([two.id]);
  const [sprint] = (await company.owner.api.get(`/sprints?projectId=${done['projectId']}`)).body;
  expect([sprint.name, sprint.startDate]).toEqual(['Cycle 4', '2026-01-05T00:00:00.000Z']);
  expect(done['report'].people.filter(({ userId }: Shown) => userId === null).map(({ email }: Shown) => email)).toEqual(
    expected.unmatched_users,
  );
});

it('leaves out what is archived in Linear, and pads its short rows', async () => {
  const { done, tasks } = await imported('linear_csv', 'linear-30-short.csv', 'LIN');
  expect(Object.keys(tasks)).toEqual(['LIN-12', 'LIN-13']);
  expect(done['report'].counts.tasks).toMatchObject({ created: 2, skipped: 1 });
});

it('reads a board of Trello', async () => {
  const expected = EXPECTED['trello-board.json'];
  const { done, tasks } = await imported('trello_json', 'trello-board.json', 'BOARD', { archived: true });
  expect(Object.keys(tasks)).toHaveLength(expected.issues);
  const task = Object.values(tasks).find(({ title }) => title === 'Card one');
  expect(task.createdAt).toBe(expected.created['AAAAAAAA']);
  expect(task.description).toBe(
    '**md**\n\n### Steps\n\n- [x] a\n- [ ] b\n\nAlso assigned: Left Person  \n[x.png](<https://trello.com/1/cards/x/attachments/at1/download/x.png>)',
  );
  expect(labelsOf(task)).toEqual(['ops', expected.label_without_name]);
  expect([task.status, task.assignee.name, task.dueDate]).toEqual(['To Do', 'Ana Ruiz', '2026-02-01T12:00:00.000Z']);
  expect(task.external).toEqual([{ source: 'trello', id: 'AAAAAAAA', url: 'https://trello.com/c/AAAAAAAA' }]);
  const comments = (await company.owner.api.get(`/tasks/${task.id}/comments`)).body;
  expect(comments.map(({ body }: Shown) => body)).toEqual([
    'older, creator object missing',
    'Left Person, 6 January 2026:\n\nnewer',
  ]);
  expect(messages(done)).toEqual(
    expect.arrayContaining([
      'AAAAAAAA: Trello says 3 comments, the file has 2: they are not in the export',
      'AAAAAAAA: The member 5f00000000000000000000ff has left the board',
      'AAAAAAAA: The file x.png stays where it is: it is kept as a link',
    ]),
  );
});

it('leaves out what is archived in Trello, and makes subtasks of checklists when asked', async () => {
  const { tasks } = await imported('trello_json', 'trello-board.json', 'CHK', { checklists: 'subtasks' });
  const all = Object.values(tasks);
  expect(all.map(({ title, status }) => [title, status])).toEqual([
    ['Card one', 'To Do'],
    ['a', 'Done'],
    ['b', 'To Do'],
  ]);
  expect(new Set(all.slice(1).map(({ parentId }) => parentId))).toEqual(new Set([all[0].id]));
});

it('reads the CSV of Asana', async () => {
  const expected = EXPECTED['asana.csv'];
  const { done, tasks } = await imported('asana_csv', 'asana.csv', 'ASA');
  expect(done['report'].counts.tasks).toMatchObject({ created: expected.issues, failed: 1 });
  const [one, two] = Object.values(tasks);
  expect(labelsOf(one)).toEqual(expected.tags['1201'].map((name: string) => name.toLowerCase()));
  expect(one.description).toBe('Line one\nLine two, with a comma\n\nProjects: Website, Marketing  \nSeverity: High');
  expect([one.startDate, two.startDate]).toEqual(['2026-01-10T00:00:00.000Z', null]);
  expect([two.status, two.completedAt, two.parentId]).toEqual(['Done', '2026-01-07T00:00:00.000Z', one.id]);
});

it('reads the issues of GitHub', async () => {
  const { done, tasks } = await imported('github_json', 'github-issues.json', 'GIT');
  const expected = EXPECTED['github-issues.json'];
  expect(done['report'].counts.tasks).toMatchObject({
    created: expected.issues,
    skipped: expected.skipped_pull_requests,
  });
  expect(Object.keys(tasks)).toEqual(['GIT-1', 'GIT-3']);
  expect([tasks['GIT-1'].status, labelsOf(tasks['GIT-1'])]).toEqual(['Done', ['bug', 'not done']]);
  expect([tasks['GIT-3'].status, tasks['GIT-3'].createdById]).toEqual(['To Do', expected.author['3']]);
  expect(tasks['GIT-3'].description).toBe('- [x] done\n- [ ] todo\nfixes #1');
  expect(tasks['GIT-1'].external).toEqual([
    { source: 'github', id: 'acme/shop#1', url: 'https://github.com/acme/shop/issues/1' },
  ]);
});

it.each([
  [
    'github_json',
    'GHBAD',
    [{ number: 1, title: 5 }, { number: 2, title: 'Labels', labels: 'x' }, { title: 'No number' }],
  ],
  ['trello_json', 'TRBAD', { lists: [], cards: [{ id: 'a', name: 5 }, { name: 'No id' }, null], actions: [null] }],
])('reads what it can of a file of %s whose elements have another shape', async (source, key, strange) => {
  const good =
    source === 'github_json'
      ? [{ number: 99_999_999_999, title: 'Good', created_at: 'never', milestone: { title: 'M', due_on: 'x' } }]
      : [{ id: 'b', shortLink: 'BB', name: 'Good', due: 'never', badges: null }];
  const whole = Array.isArray(strange) ? [...strange, ...good] : { ...strange, cards: [...strange.cards, ...good] };
  const { done, tasks } = await imported(source, Buffer.from(JSON.stringify(whole)), key);
  expect(Object.values(tasks).map(({ title }) => title)).toEqual(['Good']);
  expect(done['report'].counts.tasks).toMatchObject({ created: 1, failed: 3 });
  expect(messages(done).filter((message: string) => message.includes('never'))).toHaveLength(1);
});

it.each(['{}', '{"message": "Not Found"}', '[5]'])('fails on %s, which is no array of issues', async (text) => {
  const input = { source: 'github_json', project: { name: 'No issues', key: 'NOISS' } };
  const { state, error } = await checkedImport(company.owner, service.baseUrl, input, text);
  expect([state, error]).toEqual([
    'failed',
    expect.stringContaining('The file must be the array of GET /repos/{owner}/{repo}/issues?state=all'),
  ]);
});

/** A row of Jira: names of others among few keys, so that they are missing, come twice, or close circles. */
const rowOfJira = fc.record({
  key: fc.integer({ min: 1, max: 12 }).map((number) => `GEN-${number}`),
  type: fc.constantFrom('Task', 'Task', 'Sub-task', 'Epic'),
  title: fc.oneof(
    { weight: 8, arbitrary: fc.string({ minLength: 1, unit: 'grapheme' }) },
    fc.constantFrom('', ' ', '=1+1'),
  ),
  status: fc.constantFrom('To Do', 'DONE', 'Odd one', "Won't do", ''),
  priority: fc.constantFrom('Highest', 'P2', ''),
  label: fc.constantFrom('a', 'A', 'b', ''),
  person: fc.constantFrom('Ana Ruiz', 'Nobody', ''),
  parent: fc.integer({ min: 1, max: 14 }).map((number) => (number > 12 ? '' : `GEN-${number}`)),
  blocks: fc.integer({ min: 1, max: 14 }).map((number) => (number > 13 ? '' : `GEN-${number}`)),
  created: fc.constantFrom('05/Jan/26 9:05 AM', '2026-01-05', 'yesterday', ''),
  comment: fc.constantFrom('05/Jan/26 9:05 AM;ana;Hello', 'no date', ''),
});
const JIRA_COLUMNS =
  'Issue key,Issue Type,Summary,Status,Priority,Labels,Assignee,Parent key,Outward issue link (Blocks),Created,Comment';

it.each(['Start date', 'Custom field (Start date)', 'Custom field (Target start)'])(
  'reads the start of an issue of Jira from %s, not after it is due, nor after what it was changed to here',
  async (column) => {
    const { owner } = company;
    const key = `ST${column.length}`;
    const fileOf = (start: string, due: string) =>
      Buffer.from(`Issue key,Issue Type,Summary,${column},Due date\n${key}-1,Task,One,${start},${due}\n`);
    const first = await imported('jira_csv', fileOf('05/Jan/26', '06/Jan/26'), key);
    const task = first.tasks[`${key}-1`];
    expect(task).toMatchObject({ startDate: '2026-01-05T00:00:00.000Z', dueDate: '2026-01-06T00:00:00.000Z' });
    const again = async (bytes: Buffer) => {
      const input = { source: 'jira_csv', projectId: first.done['projectId'] };
      const { id } = await checkedImport(owner, service.baseUrl, input, bytes);
      return (await startedImport(owner, id as string)).report.problems;
    };
    const said = { row: 2, externalId: `${key}-1`, field: 'startDate' };
    expect(await again(fileOf('09/Jan/26', '08/Jan/26'))).toEqual([{ ...said, message: 'It is after the due date' }]);
    const now = (await owner.api.get(`/tasks/${task.id}`)).body;
    expect(now).toMatchObject({ startDate: null, dueDate: '2026-01-08T00:00:00.000Z' });
    await owner.api.put(`/tasks/${task.id}`, { dueDate: '2026-01-02' });
    const kept = 'It was changed here, and stays so';
    expect(await again(fileOf('07/Jan/26', '08/Jan/26'))).toContainEqual({ ...said, message: kept });
    expect((await owner.api.get(`/tasks/${task.id}`)).body.startDate).toBeNull();
  },
);

it('changes epics and sprints that have changed there, and leaves what was changed here', async () => {
  const { owner } = company;
  const epicsOf = 'Issue key,Issue Type,Summary,Description,Due date\n';
  const first = await imported(
    'jira_csv',
    Buffer.from(`${epicsOf}E-1,Epic,Big,Text,05/Jan/26\nE-2,Epic,Small,,`),
    'EPI',
  );
  const { projectId } = first.done as { projectId: string };
  const epics = (await owner.api.get<Shown[]>(`/epics?projectId=${projectId}`)).body;
  const [big, small] = ['Big', 'Small'].map((name) => epics.find((epic) => epic.name === name) ?? {});
  await owner.api.put(`/epics/${big?.id}`, { name: 'Ours' });
  const changed = Buffer.from(`${epicsOf}E-1,Epic,Theirs,New text,06/Jan/26\nE-2,Epic,Small,,`);
  const again = await checkedImport(owner, service.baseUrl, { source: 'jira_csv', projectId }, changed);
  const { report } = await startedImport(owner, again['id']);
  expect(report).toEqual(again['report']);
  expect(report.counts.epics).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
  const kept = { row: 2, externalId: 'E-1', field: 'name', message: 'It was changed here, and stays so' };
  expect(report.problems).toEqual([kept]);
  const bigNow = (await owner.api.get(`/epics/${big?.id}`)).body;
  expect(bigNow).toMatchObject({ name: 'Ours', description: 'New text', dueDate: '2026-01-06T00:00:00.000Z' });
  expect((await owner.api.get(`/epics/${small?.id}`)).body.updatedAt).toBe(small?.updatedAt);

  const cycle = (end: string) =>
    Buffer.from(
      `ID,Team,Title,Status,Cycle Number,Cycle Name,Cycle Start,Cycle End\nENG-1,Engineering,One,Todo,7,Seven,2026-01-05,${end}`,
    );
  const sprints = await imported('linear_csv', cycle('2026-01-12'), 'CYC');
  const target = { source: 'linear_csv', projectId: sprints.done['projectId'] };
  const longer = await checkedImport(owner, service.baseUrl, target, cycle('2026-01-19'));
  expect((await startedImport(owner, longer['id']))['report'].counts.sprints).toMatchObject({ updated: 1 });
  const [sprint] = (await owner.api.get(`/sprints?projectId=${target.projectId}`)).body;
  expect(sprint).toMatchObject({ startDate: '2026-01-05T00:00:00.000Z', endDate: '2026-01-19T00:00:00.000Z' });
});

it('reports in the check what the start comes to, and nothing new the second time, whatever is in the file', async () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(rowOfJira, { minLength: 1, maxLength: 20 }), async (rows) => {
      const lines = rows.map((row) => Object.values(row).map(quoted).join(','));
      const file = Buffer.from([JIRA_COLUMNS, ...lines].join('\n'));
      const { done } = await imported('jira_csv', file, `GEN${(count += 1)}`);
      const projectId: unknown = done['projectId'];
      const again = await checkedImport(company.owner, service.baseUrl, { source: 'jira_csv', projectId }, file);
      const { tasks, comments, epics, sprints, links } = again['report'].counts;
      for (const counts of [tasks, comments, epics, sprints, links])
        expect(counts).toMatchObject({ created: 0, updated: 0 });
      await company.owner.api.delete(`/imports/${again['id']}`);
    }),
    { numRuns: 8 },
  );
});
