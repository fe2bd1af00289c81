import type { TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { checkedImport, importIn, type Shown, startedImport, uploadImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies({ limits: { importBytes: 10_000 } }));
  project = await createProject(company.owner, { key: 'IMP' });
});
afterAll(() => service.stop());

const SHEET = 'id,title,status,labels,assignee,parent\nA-1,One,To Do,x,Max Member,\nA-2,Two,Odd,"x,y",Nobody,A-1\n';

const make = (input: object = {}) =>
  company.admin.api.post('/imports', { source: 'csv', projectId: project.id, ...input });
const upload = (id: string, bytes: string) => uploadImport(company.admin, service.baseUrl, id, bytes);
const checked = (bytes: string, input: object = { projectId: project.id }) =>
  checkedImport(company.admin, service.baseUrl, { source: 'csv', ...input }, bytes);

describe('an import', () => {
  it('is made, shown and deleted, by ADMIN and OWNER alone', async () => {
    const { status, body, headers } = await make({ name: ' Ours ' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        source: 'csv',
        state: 'waiting',
        name: 'Ours',
        projectId: project.id,
        report: null,
        mapping: { people: {}, statuses: {}, priorities: {} },
        options: {},
        progress: { done: 0, total: 0 },
        uploadUrl: `/api/imports/${body.id}/content`,
        createdById: company.admin.id,
        createdAt: expect.any(String),
        startedAt: null,
        finishedAt: null,
        error: null,
      },
    ]);
    expect(headers.get('etag')).toMatch(/^"/);
    expect((await company.owner.api.get(`/imports/${body.id}`)).body).toEqual(body);
    expect((await company.owner.api.get('/imports?page=1')).body.data).toContainEqual(body);
    for (const { api } of [company.member, company.viewer]) {
      expect((await api.get(`/imports/${body.id}`)).status).toBe(403);
    }
    for (const path of [`/imports/${body.id}`, `/imports/${UNKNOWN_ID}`]) {
      expect((await stranger.owner.api.get(path)).status).toBe(404);
    }
    expect((await company.admin.api.delete(`/imports/${body.id}`)).status).toBe(204);
    expect((await company.admin.api.get(`/imports/${body.id}`)).status).toBe(404);
  });

  it.each([
    [{ projectId: undefined }, { projectId: 'Required without project', project: 'Required without projectId' }],
    [{ project: { name: 'New', key: 'NEW' } }, { project: 'Cannot be given with projectId' }],
    [{ source: 'excel' }, { source: expect.stringContaining('Must be one of: jira_csv') }],
    [{ options: { timezone: '+02:00' } }, { 'options.timezone': expect.any(String) }],
    [{ options: { columns: { A: 'nothing' } } }, { 'options.columns': expect.stringContaining('A: Must be one of') }],
    [{ options: { strict: true } }, { 'options.strict': 'Unknown field' }],
    [{ source: 'github' }, { 'options.repository': 'Required', 'options.token': 'Required' }],
  ])('is refused with %j', async (input, details) => {
    const { status, body } = await make(input);
    expect([status, body.error.details]).toEqual([400, details]);
  });

  it('needs a project within reach, and a free key', async () => {
    const other = await createProject(stranger.owner);
    expect((await make({ projectId: other.id })).status).toBe(404);
    expect((await make({ projectId: undefined, project: { name: 'x', key: 'IMP' } })).status).toBe(409);
    const archived = await createProject(company.owner);
    await company.owner.api.post(`/projects/${archived.id}/archive`);
    expect((await make({ projectId: archived.id })).status).toBe(409);
  });

  it('takes a file of any type up to its limit, and another one in its place', async () => {
    const { id } = (await make()).body;
    expect((await company.admin.api.post(`/imports/${id}/check`)).status).toBe(409);
    expect((await upload(id, 'x'.repeat(10_001))).status).toBe(400);
    expect((await upload(id, '')).status).toBe(400);
    expect((await upload(id, 'no title\n')).status).toBe(200);
    expect((await uploadImport(stranger.owner, service.baseUrl, id, SHEET)).status).toBe(404);
    expect((await uploadImport(company.member, service.baseUrl, id, SHEET)).status).toBe(403);
    expect((await upload(id, SHEET)).body.state).toBe('waiting');
    expect((await company.admin.api.post(`/imports/${id}/start`)).status).toBe(409);
    expect((await company.admin.api.post(`/imports/${id}/check`)).status).toBe(202);
    expect((await importIn(company.admin, id, 'checked'))['report'].counts.tasks.created).toBe(2);
    for (const step of ['stop', 'undo']) {
      expect((await company.admin.api.post(`/imports/${id}/${step}`)).status).toBe(409);
    }
  });

  it('fails with a reason when the file cannot be read', async () => {
    const { error, state } = (await checked('a,b\n1,2\n')) as { error: string; state: string };
    expect([state, error]).toEqual(['failed', expect.stringContaining('No column becomes the title')]);
  });
});

describe('a mapping', () => {
  it('says what people, statuses and priorities become', async () => {
    const row = await checked(SHEET);
    expect(row['report']).toMatchObject({
      people: [
        { name: 'Max Member', tasks: 1, userId: company.member.id },
        { name: 'Nobody', email: null, tasks: 1, userId: null },
      ],
      statuses: [
        { name: 'To Do', lane: 'To Do', isLane: true },
        { name: 'Odd', category: 'todo', lane: 'Odd', isLane: false },
      ],
    });
    const put = (mapping: object) => company.admin.api.put(`/imports/${row['id']}`, { mapping });
    expect((await put({ people: { Someone: null } })).body.error.details).toEqual({
      'mapping.people.Someone': 'The file names nobody so',
    });
    expect((await put({ people: { Nobody: 'invite' } })).status).toBe(400);
    expect((await put({ people: { Nobody: UNKNOWN_ID } })).status).toBe(404);
    expect((await put({ people: { Nobody: stranger.member.id } })).status).toBe(404);
    expect((await put({ statuses: { Even: 'Done' } })).status).toBe(400);
    expect((await put({ priorities: { High: 'Low' } })).status).toBe(400);
    for (const wrong of [5, '', { lane: '' }, { lane: 5 }, { lane: 'x', color: 'y' }, ['x'], null])
      expect((await put({ statuses: { Odd: wrong } })).body.error.details).toEqual({
        'mapping.statuses': expect.stringMatching(/^Odd: Must be a status|is required|null/),
      });
    const mapping = { people: { Nobody: company.viewer.id }, statuses: { Odd: 'Weird' }, priorities: {} };
    const { body } = await put(mapping);
    expect(body.mapping).toEqual(mapping);
    expect(body.report.statuses[1].lane).toBe('Weird');
    await startedImport(company.admin, row['id']);
    const [task] = (await company.admin.api.get('/tasks?external=csv:A-2')).body;
    expect(task).toMatchObject({ status: 'Weird', assigneeId: company.viewer.id });
    const matching = async (filter: string) =>
      (await company.admin.api.get(`/tasks?filter=${encodeURIComponent(filter)}`)).body.map(
        ({ id }: { id: string }) => id,
      );
    expect(await matching('external = CSV:A-2')).toEqual([task.id]);
    expect(await matching('external != "csv:A-2"')).not.toContain(task.id);
    expect(await matching('external is empty')).not.toContain(task.id);
    expect(await matching('external in (csv:A-2, nothing)')).toEqual([task.id]);
    await company.admin.api.post(`/imports/${row['id']}/undo`);
    expect((await importIn(company.admin, row['id'], 'undone'))['report'].kept).toEqual([]);
    const log = (await company.admin.api.get(`/audit-log?targetId=${row['id']}`)).body as { action: string }[];
    expect(log.map(({ action }) => action)).toEqual(['import.undone', 'import.started']);
    expect((await company.admin.api.get('/tasks?external=csv:A-2')).body).toEqual([]);
  });

  it('invites people whose address the file has, and takes the invitation back', async () => {
    const row = await checked('id,title,assignee\nB-1,One,new@example.com\n');
    await company.admin.api.put(`/imports/${row['id']}`, { mapping: { people: { 'new@example.com': 'invite' } } });
    const done = await startedImport(company.admin, row['id']);
    const [user] = (await company.admin.api.get('/users?search=new@example.com')).body;
    expect(done['report']).toMatchObject({ counts: { people: { created: 1 } }, people: [{ userId: user.id }] });
    expect((await company.admin.api.get('/tasks?external=csv:B-1')).body[0].assigneeId).toBe(user.id);
    await company.admin.api.post(`/imports/${row['id']}/undo`);
    await importIn(company.admin, row['id'], 'undone');
    expect((await company.admin.api.get('/users?search=new@example.com')).body).toEqual([]);
  });
});

describe('the same import again', () => {
  it('makes nothing twice, and changes what changed there alone', async () => {
    const target = await createProject(company.owner, { key: 'AGN' });
    const run = async (bytes: string) =>
      startedImport(company.admin, (await checked(bytes, { projectId: target.id }))['id']);
    await run('id,title,description,status\nC-1,One,Text,To Do\nC-2,Two,Text,To Do\n');
    const same = await run('id,title,description,status\nC-1,One,Text,To Do\nC-2,Two,Text,To Do\n');
    expect(same['report'].counts.tasks).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    const [one] = (await company.admin.api.get('/tasks?external=csv:C-1')).body;
    await company.owner.api.put(`/tasks/${one.id}`, { title: 'Ours' });
    const again = await run('id,title,status\nC-1,Theirs,Done\nC-2,Two,To Do\nC-3,Three,To Do\n');
    expect(again['report'].counts.tasks).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    expect(again['report'].problems).toContainEqual({
      row: 2,
      externalId: 'C-1',
      field: 'title',
      message: 'It was changed here, and stays so',
    });
    const after = (await company.admin.api.get(`/tasks/${one.id}`)).body;
    expect(after).toMatchObject({ title: 'Ours', status: 'Done', description: 'Text' });
    expect(after.external).toEqual([{ source: 'csv', id: 'C-1', url: null }]);
    expect((await company.admin.api.get(`/tasks?projectId=${target.id}`)).body).toHaveLength(3);
    const two = (await company.admin.api.get('/tasks?external=csv:C-2,csv:C-3,jira:C-1,nothing')).body;
    expect(two).toHaveLength(2);
  });
});

describe('an undoing', () => {
  it('leaves what was changed, commented on or used since, and says why', async () => {
    const row = await checked('id,title,labels\nD-1,One,keep\nD-2,Two,go\nD-3,Three,go\nD-4,Four,go\n', {
      project: { name: 'Undone', key: 'UND' },
    });
    const { id, projectId } = (await startedImport(company.admin, row['id'])) as { id: string; projectId: string };
    await company.owner.api.put('/tasks/UND-1', { priority: 'High' });
    await company.owner.api.post('/tasks/UND-2/comments', { body: 'Hello' });
    await company.owner.api.post('/tasks', {
      title: 'Child',
      projectId,
      parentId: (await company.owner.api.get('/tasks/UND-3')).body.id,
    });
    await company.admin.api.post(`/imports/${id}/undo`);
    const { report } = (await importIn(company.admin, id, 'undone')) as { report: Shown };
    expect(report.kept.map(({ kind, tid, reason }: Shown) => [kind, tid, reason])).toEqual([
      ['task', 'UND-1', 'It was changed since'],
      ['task', 'UND-2', 'It was commented on since'],
      ['task', 'UND-3', 'It has subtasks that were made since'],
      ['label', null, 'It is used'],
      ['label', null, 'It is used'],
      ['project', null, 'It is used'],
    ]);
    expect((await company.owner.api.get('/tasks/UND-4')).status).toBe(404);
    expect((await company.admin.api.delete(`/imports/${id}`)).status).toBe(204);
  });
});

describe('what an import tells', () => {
  it('is in the log as imported, in no inbox but that of who started it, and at webhooks when asked alone', async () => {
    const hook = (
      await company.owner.api.post('/webhooks', {
        url: 'http://127.0.0.1:9/',
        events: ['task.*'],
        secret: 'secret',
        retryCount: 0,
      })
    ).body;
    const { next } = (await company.owner.api.get('/events?after=latest')).body.meta;
    const row = await checked('id,title,assignee\nE-1,One,Max Member\n', { project: { name: 'Told', key: 'TLD' } });
    expect((await company.owner.api.get(`/events?after=${next}`)).body.data).toEqual([]);
    await startedImport(company.admin, row['id']);
    const events = (await company.owner.api.get(`/events?after=${next}`)).body.data;
    expect(events.map(({ event, data }: Shown) => [event, data.import])).toEqual([
      ['project.created', true],
      ['task.created', true],
      ['task.assigned', true],
    ]);
    expect((await company.owner.api.get(`/webhooks/${hook.id}/deliveries`)).body).toEqual([]);
    const loud = await checked('id,title\nF-1,One\n', { projectId: project.id, options: { deliver: true } });
    await startedImport(company.admin, loud['id']);
    expect((await company.owner.api.get(`/webhooks/${hook.id}/deliveries`)).body).toMatchObject([
      { event: 'task.created' },
    ]);
    const told = async () =>
      (await company.admin.api.get('/inbox')).body.filter(({ thing }: Shown) => thing.id === row['id']);
    await importIn(company.admin, row['id'], 'done');
    await eventually('the starter is told', async () => (await told()).length > 0);
    expect(await told()).toMatchObject([{ thing: { type: 'import', name: 'Sheet' } }]);
    const [task] = (await company.owner.api.get('/tasks?external=csv:E-1')).body;
    const entries = (await company.member.api.get('/inbox')).body.filter(({ thing }: Shown) => thing.id === task.id);
    expect(entries).toEqual([]);
  });
});
