import { type ArchivePart } from '#common/archive/archive-format.js';
import { attach, callBytes } from '../../factories/attachment.factory.js';
import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createCompanyThings } from '../../factories/company-things.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { makePromise } from '../../factories/promise.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { type ArchivedRow, exported, sha256Hex, type TestArchive, withMore } from '../../support/archives.js';
import { checkedImport, importIn, startedImport, type TestImport } from '../../support/import-steps.js';
import { archiveOf, packedZeros, zipOf } from '../../support/zip-file.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
/** Its users have the addresses that those of the archive had, as in another service. */
let other: TestCompany;
let project: TestProject;
let task: TestTask;
let archive: TestArchive;
beforeAll(async () => {
  service = await startTestService({ limits: { importBytes: 20_000_000 } });
  company = await createCompany(service.api);
  const { owner, member } = company;
  project = await createProject(owner, { name: 'Website', key: 'WEB', description: 'The pages' });
  const label = (await owner.api.post('/labels', { name: 'bug', color: '#FF0000' })).body;
  const epic = (await owner.api.post('/epics', { projectId: project.id, name: 'Launch', color: '#00FF00' })).body;
  const sprint = (await owner.api.post('/sprints', { projectId: project.id, name: 'Sprint 1', goal: 'Ship' })).body;
  await owner.api.post(`/sprints/${sprint.id}/start`);
  const gone = await createTask(owner, project.id, { title: 'Gone' });
  await owner.api.delete(`/tasks/${gone.id}`);
  const fields = { assigneeId: member.id, labelIds: [label.id], epicId: epic.id, sprintId: sprint.id };
  task = await createTask(member, project.id, { title: 'First', description: '**Bold**', priority: 'High', ...fields });
  const later = await createTask(owner, project.id, { title: 'Second', parentId: task.id, status: 'Odd one' });
  await owner.api.post(`/tasks/${task.id}/blockers`, { taskId: later.id });
  await owner.api.post(`/tasks/${later.id}/move`, { beforeId: task.id });
  await member.api.post(`/tasks/${task.id}/comments`, { body: `For [@Ada](user:${company.admin.id})` });
  const edited = (await owner.api.post(`/tasks/${task.id}/comments`, { body: 'A comment' })).body;
  await owner.api.put(`/comments/${edited.id}`, { body: 'A comment, edited' });
  await owner.api.post(`/tasks/${task.id}/time-entries`, { hours: 1.5, note: 'Thinking' });
  await makePromise(member, task, { words: 'Ready on Friday' });
  await makePromise(owner, later);
  await owner.api.put(`/tasks/${task.id}`, { status: 'Done', startDate: '2026-12-01', dueDate: '2026-12-24' });
  const notes = await attach(service, member, task.id, Buffer.from('The notes'), {
    name: 'notes.txt',
    contentType: 'text/plain',
  });
  await owner.api.put(`/tasks/${task.id}`, {
    description: `See [notes](attachment:${notes.id}), [@Ada](user:${company.admin.id})`,
  });
  const shop = await createProject(owner, { name: 'Shop', key: 'SHOP' });
  const sold = await createTask(owner, shop.id, { title: 'In the shop' });
  // The history of another project names the label, too.
  await owner.api.put(`/tasks/${sold.id}`, { labelIds: [label.id] });
  for (const name of ['Same', 'Same']) await owner.api.post('/epics', { projectId: shop.id, name });
  await owner.api.post(`/projects/${shop.id}/archive`);
  const names = { project, task, shopId: shop.id, labelName: label.name as string };
  const token = await createCompanyThings(service.api, company, names);
  const agent = { api: service.api.as(token), token } as TestUser;
  await attach(service, agent, task.id, Buffer.from('What it saw'), { name: 'report.txt' });
  // It is answered.
  await member.api.post(`/tasks/${task.id}/comments`, { body: '@Conductor thanks' });
  archive = await exported(service, owner);
  other = await createCompany(service.api);
  await service.database.rows(`UPDATE users SET email = 'left.' || email WHERE company_id = $1`, [company.id]);
  for (const role of ['owner', 'admin', 'member', 'viewer'] as const) {
    await service.database.rows('UPDATE users SET email = $2 WHERE id = $1', [other[role].id, company[role].email]);
  }
});
afterAll(() => service.stop());

const take = async (input: object = {}, bytes = archive.bytes): Promise<TestImport> => {
  const checked = await checkedImport(other.owner, service.baseUrl, { source: 'archive', ...input }, bytes);
  if (checked['state'] !== 'checked') return checked;
  const done = await startedImport(other.owner, checked['id']);
  expect([done['error'], done['report']]).toEqual([null, checked['report']]);
  return done;
};

const lines = (rows: object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** Rows with what their ids stand for, in their place: nothing else may differ. */
function comparable(of: TestArchive, part: ArchivePart): ArchivedRow[] {
  const names = new Map<string, string>();
  const kinds = [
    'users',
    'teams',
    'labels',
    'projects',
    'sprints',
    'epics',
    'colleagues',
    'tasks',
    'attachments',
  ] as const;
  for (const kind of kinds) {
    of.rows(kind).forEach(({ id, email, tid, name }, index) =>
      names.set(String(id), String(email ?? tid ?? `${kind} ${String(name)} ${index}`)),
    );
  }
  for (const { rules } of of.rows('colleagues')) {
    for (const { id, name } of rules as ArchivedRow[]) names.set(String(id), `rule ${String(name)}`);
  }
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}/g, (id) => names.get(id) ?? id);
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shown(item)]));
  };
  return of.rows(part).map(({ id: _id, ...row }) => shown(row) as ArchivedRow);
}

describe('an archive of a company', () => {
  let done: TestImport;
  let again: TestArchive;
  beforeAll(async () => {
    done = await take();
    again = await exported(service, other.owner);
  });

  it('makes its projects, with the same tasks and what belongs to them', () => {
    expect(done).toMatchObject({ state: 'done', projectId: null });
    expect(done['report'].counts).toMatchObject({
      tasks: { created: 3 },
      comments: { created: 5 },
      epics: { created: 3 },
      files: { created: 2 },
      people: { unchanged: 4 },
    });
    expect(again.rows('tasks').map(({ tid }) => tid)).toEqual(['WEB-2', 'WEB-3', 'SHOP-1']);
    const parts = [
      'teams',
      'lanes',
      'members',
      'colleagues',
      'views',
      'templates',
      'recurrences',
      'labels',
      'sprints',
      'epics',
      'tasks',
      'comments',
      'time_entries',
      'promises',
      'blockers',
      'attachments',
    ] as const;
    for (const part of parts) expect([part, comparable(again, part)]).toEqual([part, comparable(archive, part)]);
    // Archiving is a change of today.
    const untouched = (rows: ArchivedRow[]) =>
      rows.map((row) => ({ ...row, ...(row['status'] === 'archived' && { updatedAt: null }) }));
    expect(untouched(comparable(again, 'projects'))).toEqual(untouched(comparable(archive, 'projects')));
    const bytesOf = ({ files }: TestArchive) => [...files].filter(([name]) => name.startsWith('files/'));
    expect(bytesOf(again)).toEqual(bytesOf(archive));
  });

  it('brings the history, and adds an entry of the import', () => {
    const here = comparable(again, 'history');
    // The key of an agent stays where it was.
    const there = comparable(archive, 'history').map(({ actor, ...row }) => {
      const { userId: _userId, apiKeyId: _apiKeyId, ...named } = actor as ArchivedRow;
      return { ...row, actor: named };
    });
    expect(here.filter(({ event }) => event !== 'task.imported')).toEqual(there);
    expect(here.filter(({ event }) => event === 'task.imported').map(({ changes }) => changes['external'].to)).toEqual(
      expect.arrayContaining(['archive:WEB-2', 'archive:WEB-3', 'archive:SHOP-1']),
    );
  });

  it('names what it has', () => {
    const fields = done['report'].fields as { name: string; values: number; becomes: string | null }[];
    expect(fields.find(({ name }) => name === 'views')).toMatchObject({ becomes: 'views', values: 6 });
    expect(fields.find(({ name }) => name === 'tasks')).toMatchObject({ becomes: 'tasks', values: 3 });
  });

  it('leaves projects that are archived here as they are, and brings all the same what is of the company', async () => {
    const { api } = other.owner;
    const namesOf = async (path: string) => ((await api.get(path)).body as { name: string }[]).map(({ name }) => name);
    // With the last project archived here, then with the first, too: what is of the company comes with these.
    for (const [name, archived] of [
      ['One more', ['SHOP']],
      ['And another', ['WEB', 'SHOP']],
    ] as const) {
      if (archived.length > 1) await api.post('/projects/WEB/archive');
      const { problems, counts } = (await take({}, withMore(archive, name)))['report'];
      expect(problems).toMatchObject(
        archived.map((key) => ({ message: `The project ${key} is archived here, and left as it is` })),
      );
      expect(counts).toMatchObject({ tasks: { created: 0 }, labels: { created: 1 }, epics: { created: 0 } });
      for (const path of ['/labels', '/teams', '/views', '/virtual-colleagues'])
        expect([path, await namesOf(path)]).toEqual([path, expect.arrayContaining([name])]);
    }
    await api.post('/projects/WEB/unarchive');
    for (const path of ['/labels', '/teams', '/views', '/virtual-colleagues']) {
      const rows = (await api.get(path)).body as { id: string; name: string }[];
      for (const { id, name } of rows) if (/^(One more|And another)$/.test(name)) await api.delete(`${path}/${id}`);
    }
  });

  it('brings nothing twice, and is undone with its projects', async () => {
    const repeated = await take();
    expect(repeated['report'].counts).toMatchObject({
      tasks: { created: 0, unchanged: 2, skipped: 1 },
      files: { unchanged: 2 },
    });
    expect(repeated['report'].problems).toMatchObject([
      { field: 'project', message: 'The project SHOP is archived here, and left as it is' },
    ]);
    await other.owner.api.post(`/imports/${String(done['id'])}/undo`);
    const undone = await importIn(other.owner, done['id'], 'undone');
    expect([undone['state'], (await other.owner.api.get('/tasks')).body]).toEqual(['undone', []]);
    expect([(await other.owner.api.get('/projects')).body, undone['report'].kept]).toEqual([[], []]);
    const { api } = other.owner;
    expect([(await api.get('/teams')).body, (await api.get('/virtual-colleagues')).body]).toEqual([[], []]);
    // Those that every company has.
    expect((await api.get('/views')).body).toHaveLength(3);
  });
});

describe('an archive of a project', () => {
  it('comes into a project with another key, and its texts say who wrote them who is nobody here', async () => {
    const one = await exported(service, company.admin, { projectId: project.id });
    const stranger = await createCompany(service.api);
    await service.database.rows(`UPDATE users SET name = 'Other ' || name WHERE company_id = $1`, [stranger.id]);
    const input = { source: 'archive', project: { name: 'Pages', key: 'PAGE' } };
    const checked = await checkedImport(stranger.owner, service.baseUrl, input, one.bytes);
    const row = await startedImport(stranger.owner, checked['id']);
    expect(row).toMatchObject({ state: 'done', projectId: expect.any(String) });
    const taken = (await stranger.owner.api.get('/tasks/PAGE-2')).body;
    expect(taken).toMatchObject({ title: 'First', createdById: null, assignee: null });
    expect(taken.description).toMatch(/^Max Member, \d+ \w+ \d{4}:\n\nSee \[notes\]/);
    expect(taken.external).toMatchObject([{ source: 'archive', id: 'WEB-2' }]);
    const [file] = taken.attachments as { id: string; url: string }[];
    expect(taken.description).toContain(`(attachment:${file!.id})`);
    expect(String((await callBytes(service, stranger.owner.token, file!.url)).bytes)).toBe('The notes');
  });

  it('goes on where it was stopped', async () => {
    const input = { source: 'archive', project: { name: 'Stopped', key: 'STOP' } };
    const one = await exported(service, company.admin, { projectId: project.id });
    const checked = await checkedImport(other.owner, service.baseUrl, input, one.bytes);
    const path = `/imports/${String(checked['id'])}`;
    let row: TestImport = { state: 'stopped' };
    for (let stops = 0; row['state'] !== 'done'; stops += 1) {
      await other.owner.api.post(`${path}/start`);
      if (stops < 3) await other.owner.api.post(`${path}/stop`);
      row = await importIn(other.owner, checked['id'], 'stopped', 'done');
      expect(row['error']).toBeNull();
    }
    expect(row['report']).toEqual(checked['report']);
    expect((await other.owner.api.get('/tasks/STOP-2')).body).toMatchObject({
      attachments: [{ name: 'notes.txt' }, { name: 'report.txt' }],
    });
  });

  it('invites people into their team and project, and takes that back', async () => {
    const person = { id: 'u', email: 'new.one@example.com', name: 'New One' };
    const files = {
      'users.ndjson': lines([person]),
      'teams.ndjson': lines([{ id: 't', name: 'Newcomers', members: [{ id: 'u' }] }]),
      'projects.ndjson': lines([{ id: 'p', key: 'INV', name: 'Invited', teamId: 't' }]),
      'members.ndjson': lines([{ projectId: 'p', id: 'u', role: 'lead' }]),
      'colleagues.ndjson': lines([
        { id: 'c', name: 'Helper', role: 'manager', ownerId: 'u' },
        { id: 'd', role: 'nobody' },
      ]),
      'tasks.ndjson': lines([{ id: 'a', tid: 'INV-1', projectId: 'p', title: 'Theirs', assigneeId: 'u' }]),
      'views.ndjson': lines([
        { id: 'v', name: 'Theirs', ownerId: 'u', visibility: 'private', filter: 'assignee = "New One"' },
        {
          id: 'w',
          name: 'Broken',
          ownerId: 'u',
          visibility: 'company',
          filter: 'label = "gone" and (',
          projectId: 'p',
        },
        { id: 'x', name: 'Shown', ownerId: null, visibility: 'company', filter: 'label = gone' },
      ]),
    };
    const bytes = archiveOf(files, { company: { id: 'elsewhere' } });
    const { api } = other.owner;
    const waiting = await checkedImport(other.owner, service.baseUrl, { source: 'archive' }, bytes);
    await api.put(`/imports/${String(waiting['id'])}`, { mapping: { people: { u: 'invite' } } });
    await api.post(`/imports/${String(waiting['id'])}/check`);
    const checked = await importIn(other.owner, waiting['id'], 'checked');
    const done = await startedImport(other.owner, waiting['id']);
    const { counts, problems } = checked['report'];
    expect(done).toMatchObject({ state: 'done', report: { counts, problems } });
    expect(problems).toMatchObject([{ externalId: 'd' }, { externalId: 'w' }]);
    const users = (await api.get('/users')).body as { id: string; email: string }[];
    const invited = users.find(({ email }) => email === person.email)!;
    expect((await api.get('/tasks/INV-1')).body).toMatchObject({ assignee: { id: invited.id } });
    const members = [{ id: invited.id, name: 'New One', role: 'lead' }];
    expect((await api.get('/projects/INV')).body).toMatchObject({ teamId: expect.any(String), members });
    expect((await api.get('/virtual-colleagues')).body).toMatchObject([{ ownerId: invited.id }]);
    const views = (await api.get('/views')).body as { name: string; filter: string; broken: boolean }[];
    expect(views.find(({ name }) => name === 'Shown')).toMatchObject({ filter: 'label = "(deleted)"', broken: true });
    await api.post(`/imports/${String(done['id'])}/undo`);
    const undone = await importIn(other.owner, done['id'], 'undone');
    expect([undone['error'], undone['report'].kept]).toEqual([null, []]);
    expect((await api.get('/users')).text).not.toContain(person.email);
  });

  it('leaves out rows that are no tasks, and says so', async () => {
    const projectId = 'p';
    const strange = {
      'projects.ndjson': lines([{ id: projectId, key: '../etc', name: '' }]),
      'labels.ndjson': lines([{ id: 'l', name: ' ', color: 'url(x)' }]),
      'tasks.ndjson': lines([
        { id: 'a', tid: 'X-1', projectId, title: ' ' },
        { id: 'b', tid: 'X-2', projectId, title: 'Kept', rank: '\u0000', createdAt: 'never', labels: 'none' },
      ]),
      'history.ndjson': lines([
        {
          taskId: 'b',
          at: '2026-01-01T00:00:00Z',
          event: 'task.updated',
          changes: { blockerIds: { from: ['x'], to: 1 } },
        },
        { taskId: 'b', at: '2026-01-01T00:00:00Z', event: 'task.vanished', changes: {} },
      ]),
      'attachments.ndjson': lines([
        { id: 'f', taskId: 'b', name: '../x', sha256: sha256Hex(Buffer.from('Bytes')) },
        { id: 'g', taskId: 'b', name: 'away', sha256: 'c'.repeat(64) },
      ]),
      [`files/${sha256Hex(Buffer.from('Bytes'))}`]: 'Bytes',
    };
    const bytes = archiveOf(strange, { company: { id: 'strange' } });
    const checked = await checkedImport(other.owner, service.baseUrl, { source: 'archive' }, bytes);
    expect(checked['report'].counts).toMatchObject({ tasks: { created: 1, failed: 1 }, labels: { created: 0 } });
    const done = await startedImport(other.owner, checked['id']);
    expect([done['state'], done['report']]).toEqual(['done', checked['report']]);
    expect(done['report'].counts.files).toMatchObject({ created: 1, skipped: 1 });
    expect(done['report'].problems).toMatchObject([
      { field: 'title', message: 'The title is missing' },
      { field: 'files', message: 'The archive does not have the bytes of away' },
    ]);
    expect((await other.owner.api.get('/tasks/PRJ-2')).body).toMatchObject({ title: 'Kept', status: 'Backlog' });
    expect((await other.owner.api.get('/tasks/PRJ-2/activity')).body).toHaveLength(2);
  });

  it('keeps what is used, and leaves alone what is here under its name', async () => {
    const third = await createCompany(service.api);
    const { api } = third.owner;
    await service.database.rows(`UPDATE users SET name = 'Somebody' WHERE id = $1`, [third.member.id]);
    const team = (await api.post('/teams', { name: 'Nobody yet', description: 'Ours' })).body;
    await createTask(third.owner, (await createProject(third.owner, { name: 'Ours', key: 'OURS' })).id, {
      title: 'Ours',
    });
    const checked = await checkedImport(third.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
    const done = await startedImport(third.owner, checked['id']);
    expect([done['state'], done['report']]).toEqual(['done', checked['report']]);
    const teams = (await api.get('/teams')).body as { name: string; id: string }[];
    expect(teams.map(({ name }) => name)).toEqual(['Builders', 'Nobody yet']);
    const laneNames = async () =>
      ((await api.get('/workflow-lanes')).body as { name: string }[]).map(({ name }) => name);
    const mine = ['Backlog', 'To Do', 'Odd one', 'In Progress', 'In Review', 'Done', 'Blocked'];
    expect(await laneNames()).toEqual(mine);
    const strangers = done['report'].problems as { message: string }[];
    expect(strangers.map(({ message }) => message)).toContain(
      'Mine does not come as it was: It is for somebody who is nobody here',
    );
    const views = (await api.get('/views')).body as { id: string; name: string }[];
    await api.put(`/views/${views.find(({ name }) => name === 'Of all')!.id}/favorite`, {});
    await createProject(third.owner, { name: 'Built', key: 'BUILT', teamId: teams[0]!.id });
    const colleagues = (await api.get('/virtual-colleagues')).body as { id: string; name: string; active: boolean }[];
    expect(colleagues.map(({ name, active }) => [name, active])).toEqual([
      ['Robot', true],
      ['Conductor', true],
      ['Asleep', false],
    ]);
    await api.put(`/virtual-colleagues/${colleagues[2]!.id}`, { description: 'Now ours' });
    await api.post(`/imports/${String(done['id'])}/undo`);
    const undone = await importIn(third.owner, done['id'], 'undone');
    expect(undone['report'].kept).toMatchObject([
      { kind: 'view', reason: 'It is used' },
      { kind: 'colleague', id: colleagues[2]!.id, reason: 'It was changed since' },
      { kind: 'team', id: teams[0]!.id, reason: 'It is used' },
    ]);
    expect(await laneNames()).toEqual(mine.filter((name) => name !== 'Odd one'));
    expect((await api.get(`/teams/${team.id}`)).body).toMatchObject({ description: 'Ours', members: [] });
  });

  it('needs its own places when it has several projects', async () => {
    const checked = await take({ projectId: (await createProject(other.owner, { name: 'Any', key: 'ANY' })).id });
    expect(checked).toMatchObject({ state: 'failed', error: expect.stringContaining('The archive has 2 projects') });
  });
});

describe('a file that is no archive', () => {
  it.each([
    ['no ZIP', Buffer.from('no zip'), 'The file is no archive'],
    ['10 GB of zeros', zipOf([{ name: 'tasks.ndjson', ...packedZeros(100) }]), 'unpacks to more than 100000000 bytes'],
  ])('fails: %s', async (_name, bytes, message) => {
    const checked = await take({}, bytes);
    expect(checked).toMatchObject({ state: 'failed', error: expect.stringContaining(message) });
  });
});
