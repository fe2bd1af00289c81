import { randomUUID } from 'node:crypto';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { eventsOf, type RecordedEvent } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

interface TestComment {
  id: string;
  taskId: string;
  authorId: string;
  author: { id: string; name: string };
  body: string;
  createdAt: string;
  updatedAt: string;
}

const TASK_NOT_FOUND = [404, { error: 'Task not found' }];
const NOT_FOUND = [404, 'NOT_FOUND', 'Comment not found'];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let colleague: TestUser;
let project: TestProject;
let task: TestTask;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  colleague = await createUser(company.owner, 'MEMBER', 'Cora Colleague');
});
beforeEach(async () => {
  project = await createProject(company.member);
  task = await createTask(company.member, project.id);
});
afterAll(() => service.stop());

const comments = (of = task) => `/tasks/${of.id}/comments`;
const path = ({ id }: TestComment) => `/comments/${id}`;
const list = async () => (await company.viewer.api.get<TestComment[]>(comments())).body;
const events = () => eventsOf(service.database, project.id);
const eventsAfter = async (before: RecordedEvent[]) => (await events()).slice(before.length);

async function comment(body = 'Looks good', author = company.member): Promise<TestComment> {
  const answer = await author.api.post<TestComment>(comments(), { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('POST /tasks/{id}/comments', () => {
  it('adds a comment, unchanged, and emits an event with the task', async () => {
    const before = await events();
    const body = '  Is this\n*done*? <b>1 < 2</b> 🙂 ';
    const answer = await company.member.api.post(comments(), { body });
    expect(result(answer)).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        taskId: task.id,
        authorId: company.member.id,
        author: { id: company.member.id, name: company.member.name, type: 'user' },
        body,
        mentions: [],
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        updatedAt: answer.body.createdAt,
      },
    ]);
    expect(await list()).toEqual([answer.body]);
    const { mentions: _mentions, ...comment } = answer.body;
    expect(await eventsAfter(before)).toEqual([{ name: 'task.commented', data: { ...task, comment } }]);
    expect((await company.viewer.api.get(`/tasks/${task.id}`)).body.updatedAt).toBe(task.updatedAt);
  });

  it.each([
    [{}, { body: 'Required' }],
    [{ body: null }, { body: 'Required' }],
    [{ body: '' }, { body: 'Must be at least 1 character' }],
    [{ body: 7 }, { body: 'Expected string' }],
    [{ body: 'a\0b' }, { body: 'Invalid text' }],
    [
      { body: 'x', authorId: randomUUID(), text: 'x' },
      { authorId: 'Unknown field', text: 'Unknown field' },
    ],
  ])('refuses %j', async (input, details) => {
    const expected = [400, 'VALIDATION_ERROR', details];
    expect(refusalOf(await company.member.api.post(comments(), input))).toEqual(expected);
  });

  it('takes 50,000 characters and no more', async () => {
    expect((await comment('🙂'.repeat(50_000))).body).toHaveLength(100_000);
    const answer = await company.member.api.post(comments(), { body: 'x'.repeat(50_001) });
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { body: 'Must be at most 50000 characters' }]);
  });
});

describe('GET /tasks/{id}/comments', () => {
  it('returns the comments on the task, the oldest first, as an array or in pages', async () => {
    await company.member.api.post(comments(await createTask(company.member, project.id)), { body: 'elsewhere' });
    const made = [await comment('b'), await comment('a', company.admin), await comment('c')];
    expect(await list()).toEqual(made);
    const { body } = await company.viewer.api.get(`${comments()}?page=2&limit=2`);
    expect([body.data, body.meta.pagination]).toEqual([[made[2]], { page: 2, limit: 2, total: 3, totalPages: 2 }]);
    expect((await company.viewer.api.get(`${comments()}?authorId=x`)).status).toBe(400);
  });

  it('still names an author who is deactivated', async () => {
    const gone = await createUser(company.owner, 'MEMBER', 'Gone Soon');
    await comment('Bye', gone);
    await company.admin.api.put(`/users/${gone.id}`, { active: false });
    expect((await list())[0]?.author).toEqual({ id: gone.id, name: 'Gone Soon', type: 'user' });
  });
});

describe('GET /comments/{id}', () => {
  it('returns a comment as its list has it, with its ETag', async () => {
    const made = await comment();
    const answer = await company.viewer.api.get(path(made));
    expect(result(answer)).toEqual([200, made]);
    expect(answer.headers.get('ETag')).toMatch(/^"/);
    expect(refusalOf(await company.viewer.api.get(`/comments/${randomUUID()}`))).toEqual(NOT_FOUND);
  });
});

describe('PUT /comments/{id}', () => {
  it('changes the text, and emits no event', async () => {
    const made = await comment();
    const before = await events();
    const { status, body } = await company.member.api.put(path(made), { body: 'Looks bad' });
    expect([status, body]).toEqual([200, { ...made, body: 'Looks bad', updatedAt: body.updatedAt }]);
    expect(body.updatedAt > made.updatedAt).toBe(true);
    expect(await list()).toEqual([body]);
    expect(await eventsAfter(before)).toEqual([]);
  });

  it('does nothing when the text is the same', async () => {
    const made = await comment();
    for (const input of [{}, { body: made.body }]) {
      expect(result(await company.member.api.put(path(made), input))).toEqual([200, made]);
    }
  });

  it.each([
    [{ body: null }, { body: 'Required' }],
    [{ body: '' }, { body: 'Must be at least 1 character' }],
    [{ taskId: randomUUID() }, { taskId: 'Unknown field' }],
  ])('refuses %j, even for no comment', async (input, details) => {
    const answer = await company.member.api.put(`/comments/${randomUUID()}`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('is allowed to the author only', async () => {
    const made = await comment();
    for (const { api } of [colleague, company.admin, company.owner]) {
      expect(result(await api.put(path(made), { body: 'x' }))).toEqual(FORBIDDEN);
    }
    expect(await list()).toEqual([made]);
  });
});

describe('DELETE /comments/{id}', () => {
  it.each<[string, () => TestUser]>([
    ['the author', () => company.member],
    ['an ADMIN', () => company.admin],
    ['an OWNER', () => company.owner],
  ])('is for %s', async (_who, user) => {
    const made = await comment();
    const before = await events();
    expect(result(await user().api.delete(path(made)))).toEqual([204, undefined]);
    expect([await list(), await eventsAfter(before)]).toEqual([[], []]);
    expect(refusalOf(await user().api.delete(path(made)))).toEqual(NOT_FOUND);
  });

  it('is refused to other users', async () => {
    const made = await comment('x', company.admin);
    expect(result(await company.member.api.delete(path(made)))).toEqual(FORBIDDEN);
    expect(await list()).toEqual([made]);
  });
});

describe('access to comments', () => {
  it('is hidden from another company and from users who cannot reach the project', async () => {
    const made = await comment();
    await giveToTeam(service.database, project.id);
    await company.admin.api.delete(`/projects/${project.id}/members/${company.member.id}`);
    for (const { api } of [stranger.owner, company.member]) {
      expect(result(await api.get(comments()))).toEqual(TASK_NOT_FOUND);
      expect(result(await api.post(comments(), { body: 'x' }))).toEqual(TASK_NOT_FOUND);
      expect(refusalOf(await api.get(path(made)))).toEqual(NOT_FOUND);
      expect(refusalOf(await api.put(path(made), { body: 'x' }))).toEqual(NOT_FOUND);
      expect(refusalOf(await api.delete(path(made)))).toEqual(NOT_FOUND);
    }
    expect((await company.admin.api.get(comments())).body).toEqual([made]);
  });

  it('lets viewers only read, even authors who became viewers', async () => {
    const made = await comment('x', colleague);
    await company.admin.api.put(`/users/${colleague.id}`, { role: 'VIEWER' });
    expect(result(await colleague.api.post(comments(), { body: 'x' }))).toEqual(FORBIDDEN);
    expect(result(await colleague.api.put(path(made), { body: 'x' }))).toEqual(FORBIDDEN);
    expect(result(await colleague.api.delete(path(made)))).toEqual(FORBIDDEN);
    expect(result(await colleague.api.get(comments()))).toEqual([200, [made]]);
    await company.admin.api.put(`/users/${colleague.id}`, { role: 'MEMBER' });
  });

  it('is read-only while the project is archived, and users out of reach get the same 404', async () => {
    const made = await comment();
    await company.admin.api.post(`/projects/${project.id}/archive`);
    expect(refusalOf(await company.member.api.post(comments(), { body: 'x' }))).toEqual(ARCHIVED);
    expect(refusalOf(await company.member.api.put(path(made), { body: 'x' }))).toEqual(ARCHIVED);
    expect(refusalOf(await company.member.api.delete(path(made)))).toEqual(ARCHIVED);
    expect(refusalOf(await company.owner.api.delete(path(made)))).toEqual(ARCHIVED);
    expect(result(await colleague.api.put(path(made), { body: 'x' }))).toEqual(FORBIDDEN);
    expect(result(await colleague.api.delete(path(made)))).toEqual(FORBIDDEN);
    expect(await list()).toEqual([made]);
  });

  it('is deleted with the task, and only the deletion of the task has an event', async () => {
    const made = await comment();
    const before = await events();
    expect((await company.member.api.delete(`/tasks/${task.id}`)).status).toBe(204);
    expect((await eventsAfter(before)).map(({ name }) => name)).toEqual(['task.deleted']);
    expect(result(await company.member.api.get(comments()))).toEqual(TASK_NOT_FOUND);
    expect(refusalOf(await company.member.api.put(path(made), { body: 'x' }))).toEqual(NOT_FOUND);
  });
});
