import { InboxCleanupTask } from '#modules/inbox/inbox-cleanup.task.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

interface Entry {
  id: string;
  kind: string;
  thing: { type: string; id: string; name: string };
  task: { id: string; tid: string; title: string; status: string } | null;
  project: { id: string } | null;
  reasons: string[];
  unread: boolean;
  done: boolean;
  snoozedUntil: string | null;
  count: number;
  events: { reason: string; text: string; actor: { type: string; id: string }; changes: object | null }[];
  updatedAt: string;
}

let service: TestService;
let company: TestCompany;
let mia: TestUser;
let leo: TestUser;
let project: TestProject;
let task: TestTask;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
});
beforeEach(async () => {
  mia = await createUser(company.owner, 'MEMBER', 'Mia');
  leo = await createUser(company.owner, 'MEMBER', 'Leo');
  project = await createProject(company.member);
  task = await createTask(company.member, project.id, { title: 'Pay' });
});
afterAll(() => service.stop());

const isRead = async () => {
  const [behind] = await service.database.rows<{ count: number }>(
    `SELECT count(*)::integer AS count FROM event_positions c LEFT JOIN inbox_positions i USING (company_id)
      WHERE c.position > coalesce(i.position, 0)`,
  );
  return behind?.count === 0;
};
/** The entries of the user, once the log has been read. */
async function inbox(user: TestUser, query = ''): Promise<Entry[]> {
  await eventually('the log is read', isRead);
  return (await user.api.get<Entry[]>(`/inbox${query}`)).body;
}
const reasons = async (user: TestUser) => (await inbox(user)).map((entry) => [entry.thing.name, ...entry.reasons]);
const put = (user: TestUser, input: object, of = task) => user.api.put(`/tasks/${of.id}`, input);
const comment = (user: TestUser, body: string) => user.api.post(`/tasks/${task.id}/comments`, { body });

/** Does it while nobody reads the log. */
async function beforeItIsRead(work: () => Promise<void>): Promise<void> {
  await service.database.rows('BEGIN');
  await service.database.rows('SELECT FROM inbox_positions WHERE company_id = $1 FOR UPDATE', [company.id]);
  await work();
  await service.database.rows('COMMIT');
}

describe('an entry', () => {
  it('tells the new assignee and the one before, and never who did it', async () => {
    await put(company.member, { assigneeId: mia.id });
    await put(company.member, { assigneeId: leo.id });
    expect(await inbox(mia)).toEqual([
      {
        id: expect.any(String),
        kind: 'task',
        thing: { type: 'task', id: task.id, name: 'Pay' },
        task: { id: task.id, tid: task.tid, title: 'Pay', status: 'Backlog' },
        project: { id: project.id, key: project.key, name: project.name },
        reasons: ['assigned', 'unassigned'],
        unread: true,
        done: false,
        snoozedUntil: null,
        count: 2,
        events: [
          expect.objectContaining({ reason: 'unassigned', text: `${company.member.name} took it from you` }),
          {
            id: expect.any(String),
            reason: 'assigned',
            at: expect.any(String),
            actor: { type: 'user', id: company.member.id, name: company.member.name },
            text: `${company.member.name} assigned it to you`,
            changes: { assigneeId: { from: null, to: mia.id } },
            commentId: null,
          },
        ],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(await reasons(leo)).toEqual([['Pay', 'assigned']]);
    expect(await inbox(company.member)).toEqual([]);
  });

  it('begins anew once it is read, and is no longer done', async () => {
    await put(company.member, { assigneeId: mia.id });
    const [entry] = (await inbox(mia)) as [Entry];
    const done = await mia.api.put<Entry>(`/inbox/${entry.id}`, { done: true });
    expect([done.status, done.body.unread, done.body.done, done.headers.get('X-Inbox-Unread')]).toEqual([
      200,
      false,
      true,
      '0',
    ]);
    expect((await mia.api.get('/inbox/count')).body).toEqual({ unread: 0, open: 0 });
    await put(company.member, { status: 'In Progress' });
    const [after] = (await inbox(mia)) as [Entry];
    expect(after).toMatchObject({ id: entry.id, unread: true, done: false, count: 1, reasons: ['status'] });
    expect(after.events[0]?.text).toBe(`${company.member.name} moved it from Backlog to In Progress`);
    expect((await mia.api.get('/inbox/count')).body).toEqual({ unread: 1, open: 1 });
  });

  it('shows the newest 10 of its events and counts all', async () => {
    await put(company.member, { assigneeId: mia.id });
    for (let n = 0; n < 11; n += 1) await comment(company.member, `No. ${n}`);
    const [entry] = (await inbox(mia)) as [Entry];
    expect([entry.count, entry.events.length, entry.events[0]?.text]).toEqual([
      12,
      10,
      `${company.member.name} commented: No. 10`,
    ]);
  });
});

describe('reasons', () => {
  it('are mentions, also new ones of an edit, once for a text', async () => {
    const { body } = await comment(company.member, `[@x](user:${mia.id})`);
    expect(await reasons(mia)).toEqual([['Pay', 'mentioned', 'commented']]);
    await company.member.api.put(`/comments/${body.id}`, { body: `[@x](user:${mia.id}) [@y](user:${leo.id})` });
    expect(await reasons(leo)).toEqual([['Pay', 'mentioned']]);
    expect((await inbox(mia))[0]?.count).toBe(1);
  });

  it('are review, status, comments and changes', async () => {
    await put(company.member, { assigneeId: mia.id });
    await mia.api.put(`/tasks/${task.id}/watch`);
    await put(leo, { status: 'In Review', priority: 'High' });
    expect(await reasons(company.member)).toEqual([['Pay', 'review', 'status']]);
    expect(await reasons(mia)).toEqual([['Pay', 'assigned', 'status', 'changed']]);
    await put(leo, { title: 'Pay now' });
    expect((await inbox(company.member))[0]?.count).toBe(1);
    await company.member.api.put('/me/notifications', { inbox: { changed: true } });
    await put(leo, { dueDate: '2030-01-01T00:00:00Z' });
    const [entry] = (await inbox(company.member)) as [Entry];
    expect([entry.reasons, entry.events[0]?.text]).toEqual([
      ['review', 'status', 'changed'],
      'Leo changed the due date',
    ]);
  });

  it('name no blocker out of reach', async () => {
    const { id } = await createProject(company.owner);
    await giveToTeam(service.database, id);
    await put(company.owner, { assigneeId: mia.id });
    await company.owner.api.post(`/tasks/${task.id}/blockers`, { taskId: (await createTask(company.owner, id)).id });
    expect((await inbox(mia))[0]?.events[0]?.changes).toEqual({ blockerIds: { from: [], to: [] } });
  });

  it('are being blocked and freed, deleted, and added to projects and teams', async () => {
    const blocker = await createTask(company.member, project.id, { title: 'First' });
    await put(company.member, { assigneeId: mia.id });
    await company.member.api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
    expect((await inbox(mia))[0]?.events[0]).toMatchObject({ reason: 'blocked', text: 'It is blocked' });
    await put(company.member, { status: 'Done' }, blocker);
    expect((await inbox(mia))[0]?.events[0]).toMatchObject({ reason: 'blocked', text: 'It is no longer blocked' });
    await company.member.api.delete(`/tasks/${task.id}`);
    const [entry] = (await inbox(mia)) as [Entry];
    expect([entry.task, entry.thing.name, entry.events[0]?.reason]).toEqual([null, 'Pay', 'deleted']);
    await company.member.api.put(`/projects/${project.id}/members/${leo.id}`, {});
    const team = (await company.admin.api.post('/teams', { name: 'Web' })).body;
    await company.admin.api.post(`/teams/${team.id}/members`, { userId: leo.id });
    expect((await inbox(leo)).map(({ kind, thing, reasons: why }) => [kind, thing.type, thing.name, why])).toEqual([
      ['company', 'team', 'Web', ['added']],
      ['project', 'project', project.name, ['added']],
    ]);
  });

  it('of a task that is deleted before the log is read, tell whoever watched it', async () => {
    await mia.api.put(`/tasks/${task.id}/watch`);
    const other = await createTask(leo, project.id, { title: 'Waits', assigneeId: mia.id });
    await leo.api.post(`/tasks/${other.id}/blockers`, { taskId: task.id });
    await leo.api.delete(`/tasks/${other.id}/watch`);
    await inbox(mia);
    await mia.api.post('/inbox/done-all', { before: new Date().toISOString() });
    await beforeItIsRead(async () => {
      await put(company.member, { status: 'Done' });
      await put(company.member, { status: 'To Do' }, other);
      await company.member.api.post('/tasks/bulk-delete', { ids: [task.id, other.id] });
    });
    const told = (await inbox(mia, '?state=open')).map(({ thing, reasons: why }) => [thing.name, ...why]);
    expect(told.toSorted()).toEqual([
      ['Pay', 'status'],
      ['Waits', 'blocked', 'status', 'deleted'],
    ]);
    expect(await reasons(leo)).toEqual([['Waits', 'deleted']]);
  });

  it('of what was before one watched make no entry', async () => {
    await inbox(mia);
    await beforeItIsRead(async () => {
      await comment(company.member, 'First');
      await comment(mia, 'Second');
      await leo.api.put(`/tasks/${task.id}/watch`);
      await company.viewer.api.put(`/projects/${project.id}/watch`, { level: 'all' });
      await comment(company.member, 'Third');
      await leo.api.delete(`/tasks/${task.id}/watch`);
    });
    const last = { count: 1, events: [{ text: `${company.member.name} commented: Third` }] };
    const ofProject = `?projectId=${project.id}`;
    expect(await inbox(mia, ofProject)).toMatchObject([last]);
    expect(await inbox(company.viewer, ofProject)).toMatchObject([last]);
    expect(await inbox(leo, ofProject)).toEqual([]);
  });

  it('are each mention once, whether of the person or of a team', async () => {
    const team = (await company.admin.api.post('/teams', { name: 'Web' })).body;
    await company.admin.api.post(`/teams/${team.id}/members`, { userId: mia.id });
    await company.admin.api.post(`/teams/${team.id}/members`, { userId: leo.id });
    const { body } = await comment(company.member, `[@x](user:${mia.id})`);
    await company.member.api.put(`/comments/${body.id}`, { body: `[@x](user:${mia.id}) [@Web](team:${team.id})` });
    const counts = async (user: TestUser) => (await inbox(user, '?reason=mentioned')).map(({ count }) => count);
    expect([await counts(mia), await counts(leo)]).toEqual([[1], [1]]);
  });

  it('quote a line of a comment without the marks of its block, and people by their names', async () => {
    await comment(mia, '\n> ## To do\n\nmore');
    expect((await inbox(company.member))[0]?.events[0]?.text).toBe('Mia commented: To do');
    await comment(mia, `Ask @${leo.email}, [not me](https://example.com)`);
    const text = 'Mia commented: Ask @Leo, [not me](https://example.com)';
    expect((await inbox(company.member))[0]?.events[0]?.text).toBe(text);
  });

  it('that are off, muted or unwatched make no entry', async () => {
    await mia.api.put('/me/notifications', { inbox: { commented: false } });
    await mia.api.put(`/tasks/${task.id}/watch`);
    await comment(company.member, 'Hello');
    expect(await inbox(mia)).toEqual([]);
    await leo.api.put(`/projects/${project.id}/watch`, { level: 'all' });
    await comment(company.member, 'Again');
    expect(await reasons(leo)).toEqual([['Pay', 'commented']]);
    await leo.api.put('/me/notifications', { mutedProjectIds: [project.id] });
    await comment(company.member, 'Once more');
    expect((await inbox(leo))[0]?.count).toBe(1);
    await put(company.member, { assigneeId: leo.id });
    expect((await inbox(leo))[0]?.count).toBe(2);
    await company.member.api.delete(`/tasks/${task.id}/watch`);
    await put(leo, { status: 'To Do' });
    expect(await inbox(company.member, `?projectId=${project.id}`)).toEqual([]);
    await leo.api.put('/me/notifications', { mutedProjectIds: [] });
    await leo.api.delete(`/tasks/${task.id}/watch`);
    await put(company.member, { status: 'Done', title: 'Pay now' });
    expect((await inbox(leo))[0]).toMatchObject({ count: 3, events: [{ reason: 'changed' }, {}, {}] });
  });

  it('of quiet requests are new assignees alone', async () => {
    await mia.api.put(`/tasks/${task.id}/watch`);
    const set = { status: 'To Do', assigneeId: leo.id };
    expect((await company.member.api.post('/tasks/bulk', { ids: [task.id], set, quiet: true })).status).toBe(200);
    expect([await reasons(mia), await reasons(leo)]).toEqual([[], [['Pay', 'assigned']]]);
  });
});

describe('GET /inbox', () => {
  it('filters, pages by cursor, and hides what one does not reach', async () => {
    const tasks = [];
    for (const title of ['One', 'Two', 'Three']) {
      tasks.push(await createTask(company.member, project.id, { title, assigneeId: mia.id }));
    }
    const entries = await inbox(mia);
    expect(entries.map(({ thing }) => thing.name)).toEqual(['Three', 'Two', 'One']);
    const first = (await mia.api.get('/inbox?cursor=&limit=2')).body;
    const second = (await mia.api.get(`/inbox?cursor=${first.meta.next}&limit=2`)).body;
    expect([first.data.length, second.data.length, second.meta.next]).toEqual([2, 1, null]);
    await mia.api.put(`/inbox/${entries[0]!.id}`, { unread: false });
    await mia.api.put(`/inbox/${entries[1]!.id}`, { snoozedUntil: '2999-01-01T00:00:00Z' });
    await mia.api.put(`/inbox/${entries[2]!.id}`, { done: true });
    const names = async (query: string) => (await inbox(mia, query)).map(({ thing }) => thing.name);
    expect(await names('?state=open')).toEqual(['Three']);
    expect(await names('?state=unread')).toEqual([]);
    expect(await names('?state=snoozed')).toEqual(['Two']);
    expect(await names('?state=done')).toEqual(['One']);
    expect(await names('?reason=mentioned,due')).toEqual([]);
    expect(await names(`?reason=assigned&projectId=${project.id}`)).toHaveLength(3);
    await giveToTeam(service.database, project.id);
    expect([await names(''), (await mia.api.get('/inbox/count')).body]).toEqual([[], { unread: 0, open: 0 }]);
    expect((await mia.api.get(`/inbox/${entries[0]!.id}`)).status).toBe(404);
    await company.owner.api.put(`/projects/${project.id}`, { teamId: null });
    expect(await names('')).toHaveLength(3);
  });

  it("is one's own", async () => {
    await put(company.member, { assigneeId: mia.id });
    const [entry] = (await inbox(mia)) as [Entry];
    for (const other of [leo, company.owner]) {
      expect((await other.api.get(`/inbox/${entry.id}`)).status).toBe(404);
      expect((await other.api.put(`/inbox/${entry.id}`, { done: true })).status).toBe(404);
    }
  });
});

describe('PUT /inbox/{id}', () => {
  it('snoozes until a moment, or until one is mentioned', async () => {
    await put(company.member, { assigneeId: mia.id });
    const [entry] = (await inbox(mia)) as [Entry];
    const change = (input: object) => mia.api.put<Entry>(`/inbox/${entry.id}`, input);
    const past = await change({ snoozedUntil: '2020-01-01T00:00:00Z' });
    expect([past.status, past.body]).toMatchObject([
      400,
      { error: { details: { snoozedUntil: 'Must be in the future' } } },
    ]);
    await change({ unread: false, snoozedUntil: '2999-01-01T00:00:00Z' });
    await put(company.member, { status: 'To Do' });
    expect((await inbox(mia, '?state=snoozed'))[0]?.snoozedUntil).toBe('2999-01-01T00:00:00.000Z');
    await comment(company.member, `[@x](user:${mia.id})`);
    expect((await inbox(mia, '?state=unread'))[0]).toMatchObject({ snoozedUntil: null, count: 2 });
    await change({ unread: false, snoozedUntil: new Date(Date.now() + 300).toISOString() });
    await eventually('it comes back', async () => (await inbox(mia, '?state=unread')).length === 1);
  });
});

describe('POST /inbox/read-all and /inbox/done-all', () => {
  it('change what is not newer', async () => {
    await put(company.member, { assigneeId: mia.id });
    const [entry] = (await inbox(mia)) as [Entry];
    const send = (what: string, input: object) => mia.api.post(`/inbox/${what}`, input);
    expect((await send('read-all', {})).body.error.details).toEqual({ before: 'Required' });
    expect((await send('read-all', { before: '2020-01-01T00:00:00Z' })).body).toEqual({ changed: 0 });
    expect((await send('read-all', { before: entry.updatedAt, reason: 'due' })).body).toEqual({ changed: 0 });
    const read = await send('read-all', { before: entry.updatedAt });
    expect([read.status, read.body, read.headers.get('X-Inbox-Unread')]).toEqual([200, { changed: 1 }, '0']);
    expect((await send('read-all', { before: entry.updatedAt })).body).toEqual({ changed: 0 });
    expect((await send('done-all', { before: entry.updatedAt, projectId: project.id })).body).toEqual({ changed: 1 });
    expect((await inbox(mia))[0]).toMatchObject({ unread: false, done: true });
  });
});

describe('entries are kept', () => {
  const sweep = () => service.app.get(InboxCleanupTask).run();
  const names = async () => (await inbox(mia)).map(({ thing }) => thing.name).sort();
  const set = (name: string, assignments: string) =>
    service.database.rows(`UPDATE inbox_entries SET ${assignments} WHERE user_id = $1 AND thing_name = $2`, [
      mia.id,
      name,
    ]);

  it('for 30 days when done, else for 180', async () => {
    for (const title of ['Done 29', 'Done 31', 'Open 179', 'Open 181']) {
      await createTask(company.member, project.id, { title, assigneeId: mia.id });
    }
    for (const { id, thing } of await inbox(mia)) {
      if (thing.name.startsWith('Done')) await mia.api.put(`/inbox/${id}`, { done: true });
    }
    await set('Done 29', `done_at = now() - interval '29 days', updated_at = now() - interval '100 days'`);
    await set('Done 31', `done_at = now() - interval '31 days'`);
    await set('Open 179', `updated_at = now() - interval '179 days'`);
    await set('Open 181', `updated_at = now() - interval '181 days'`);
    await sweep();
    expect(await names()).toEqual(['Done 29', 'Open 179']);
  });

  it('of 2,000 at most: the oldest done go first, then the oldest read, then the oldest', async () => {
    for (const title of ['Done', 'Read', 'Oldest', 'Old']) {
      await createTask(company.member, project.id, { title, assigneeId: mia.id });
    }
    for (const { id, thing } of await inbox(mia)) {
      if (thing.name === 'Done') await mia.api.put(`/inbox/${id}`, { done: true });
      if (thing.name === 'Read') await mia.api.put(`/inbox/${id}`, { unread: false });
    }
    await set('Oldest', `updated_at = now() - interval '2 days'`);
    await set('Old', `updated_at = now() - interval '1 day'`);
    const add = (count: number) =>
      service.database.rows(
        `INSERT INTO inbox_entries SELECT (json_populate_record(e, json_build_object('id', gen_random_uuid(),
            'thing_id', gen_random_uuid(), 'thing_name', 'More', 'updated_at', now()))).*
          FROM inbox_entries e, generate_series(1, $2::integer) WHERE e.user_id = $1 AND e.thing_name = 'Old'`,
        [mia.id, count],
      );
    const left = async () => {
      await sweep();
      const rows = await service.database.rows<{ name: string; count: number }>(
        `SELECT thing_name AS name, count(*)::integer AS count FROM inbox_entries WHERE user_id = $1 GROUP BY 1`,
        [mia.id],
      );
      const counts = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
      return { ...counts, all: rows.reduce((sum, { count }) => sum + count, 0) };
    };
    await add(1_997);
    expect(await left()).toEqual({ Read: 1, Oldest: 1, Old: 1, More: 1_997, all: 2_000 });
    await add(1);
    expect(await left()).toEqual({ Oldest: 1, Old: 1, More: 1_998, all: 2_000 });
    await add(1);
    expect(await left()).toEqual({ Old: 1, More: 1_999, all: 2_000 });
  });
});
