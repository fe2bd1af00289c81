import { randomBytes, randomUUID } from 'node:crypto';
import {
  announce,
  attach,
  callBytes,
  sendBytes,
  sha256Of,
  type TestAttachment,
} from '../../factories/attachment.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { eventsOf, type RecordedEvent } from '../../support/events.js';
import { rawPut } from '../../support/raw-put.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const TASK_NOT_FOUND = [404, { error: 'Task not found' }];
const NOT_FOUND = [404, 'NOT_FOUND', 'Attachment not found'];

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

const attachments = (of = task) => `/tasks/${of.id}/attachments`;
const path = ({ id }: TestAttachment) => `/attachments/${id}`;
const list = async (user = company.viewer) => (await user.api.get<TestAttachment[]>(attachments())).body;
const events = () => eventsOf(service.database, project.id);
const eventsAfter = async (before: RecordedEvent[]) => (await events()).slice(before.length);
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

describe('POST /tasks/{id}/attachments', () => {
  it('announces a file, which only its author, ADMIN and OWNER see until it is ready', async () => {
    const before = await events();
    const answer = await company.member.api.post(attachments(), {
      name: ' a b.txt ',
      size: 3,
      contentType: 'text/plain',
    });
    const { id } = answer.body;
    expect(result(answer)).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        taskId: task.id,
        name: 'a b.txt',
        size: 3,
        contentType: 'text/plain',
        sha256: null,
        state: 'waiting',
        authorId: company.member.id,
        author: { id: company.member.id, name: company.member.name },
        colleagueId: null,
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        url: `/api/attachments/${id}/content`,
        uploadUrl: `/api/attachments/${id}/content`,
      },
    ]);
    expect(await list(company.member)).toEqual([answer.body]);
    expect(await list(company.admin)).toEqual([{ ...answer.body, uploadUrl: null }]);
    expect([await list(), await list(colleague)]).toEqual([[], []]);
    expect(refusalOf(await colleague.api.get(path(answer.body)))).toEqual(NOT_FOUND);
    expect((await company.member.api.get(path(answer.body))).body).toEqual(answer.body);
    expect((await company.viewer.api.get(`/tasks/${task.id}`)).body.attachments).toEqual([]);
    expect(await eventsAfter(before)).toEqual([]);
  });

  const NAME = 'Must have no slash, backslash, control or direction character';
  it.each([
    [{}, { name: 'Required', size: 'Required' }],
    [{ name: '', size: 1 }, { name: 'Must be at least 1 character' }],
    [{ name: '   ', size: 1 }, { name: 'Must be at least 1 character' }],
    [{ name: 'x'.repeat(256), size: 1 }, { name: 'Must be at most 255 characters' }],
    ...['a/b', 'a\\b', 'a\tb', 'a\nb', '\u202Etxt.exe', 'a\u200Fb', 'a\u2066b', 'a\u061Cb', 'a\u2028b', 'a\u0085b'].map(
      (name): [object, object] => [{ name, size: 1 }, { name: NAME }],
    ),
    [{ name: 'x', size: 0 }, { size: `Must be from 1 to ${Number.MAX_SAFE_INTEGER}` }],
    [{ name: 'x', size: 1.5 }, { size: 'Expected integer' }],
    [{ name: 'x', size: 104_857_601 }, { size: 'Must be at most 104857600 bytes' }],
    [{ name: 'x', size: 1, taskId: randomUUID() }, { taskId: 'Unknown field' }],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post(attachments(), input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('takes names of 255 characters, twice the same', async () => {
    const name = '🙂'.repeat(255);
    for (let times = 0; times < 2; times += 1)
      expect((await announce(company.member, task.id, 1, { name })).name).toBe(name);
  });
});

describe('PUT /attachments/{id}/content', () => {
  it('makes the file ready, with an event of its author', async () => {
    const bytes = randomBytes(300_000);
    const waiting = await announce(company.member, task.id, bytes.length, { name: 'random.bin' });
    const before = await events();
    const { status, body } = await sendBytes(service, company.member, waiting, bytes, {
      'Content-Type': 'application/json',
    });
    const ready = { ...waiting, state: 'ready', sha256: sha256Of(bytes), uploadUrl: null };
    expect([status, body]).toEqual([200, ready]);
    expect(await list()).toEqual([ready]);
    const { body: detail } = await company.viewer.api.get(`/tasks/${task.id}`);
    expect(detail.attachments).toEqual([ready]);
    expect(detail.updatedAt > task.updatedAt).toBe(true);
    const changes = { attachments: { added: [{ id: waiting.id, name: 'random.bin' }] } };
    expect(await eventsAfter(before)).toEqual([
      { name: 'task.updated', data: { ...task, updatedAt: detail.updatedAt, changes } },
    ]);
    const [activity] = (await company.viewer.api.get(`/tasks/${task.id}/activity`)).body;
    expect([activity.event, activity.actor.id, activity.changes]).toEqual(['task.updated', company.member.id, changes]);
    expect((await callBytes(service, company.viewer.token, ready.url)).bytes.equals(bytes)).toBe(true);
  });

  it('takes only bytes of the announced size, before it reads one', async () => {
    const waiting = await announce(company.member, task.id, 10);
    for (const size of [9, 11]) {
      const { status, body } = await sendBytes(service, company.member, waiting, Buffer.alloc(size));
      expect([status, body.error.code]).toEqual([400, 'INVALID_INPUT']);
    }
    const body = new Blob(['0123456789']).stream();
    const path = waiting.url;
    const answer = await callBytes(service, company.member.token, path, { method: 'PUT', body });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT']);
    expect(await statusOf(sendBytes(service, company.member, waiting, Buffer.alloc(10)))).toBe(200);
  });

  it('is once, and for the author alone', async () => {
    const bytes = Buffer.from('abc');
    const waiting = await announce(company.member, task.id, 3);
    expect(await statusOf(sendBytes(service, colleague, waiting, bytes))).toBe(404);
    const forbidden = await sendBytes(service, company.admin, waiting, bytes);
    expect([forbidden.status, forbidden.body]).toEqual(FORBIDDEN);
    expect(await statusOf(sendBytes(service, company.viewer, waiting, bytes))).toBe(403);
    const [one, other] = await Promise.all(
      [1, 2].map(() => statusOf(sendBytes(service, company.member, waiting, bytes))),
    );
    expect([one, other].sort()).toEqual([200, 409]);
    expect(await statusOf(sendBytes(service, company.member, waiting, bytes))).toBe(409);
  });

  it('is 404 once the hour is over', async () => {
    const waiting = await announce(company.member, task.id, 3);
    await service.database.rows(`UPDATE attachments SET ends_at = now() - interval '1 second' WHERE id = $1`, [
      waiting.id,
    ]);
    expect(await statusOf(sendBytes(service, company.member, waiting, Buffer.from('abc')))).toBe(404);
    expect([await statusOf(company.member.api.get(path(waiting))), await list(company.member)]).toEqual([404, []]);
  });

  it('ignores an Idempotency-Key, and takes more than a MiB', async () => {
    const bytes = randomBytes(3 * 1024 * 1024);
    const waiting = await announce(company.member, task.id, bytes.length);
    const answer = await sendBytes(service, company.member, waiting, bytes, { 'Idempotency-Key': 'one' });
    expect([answer.status, answer.body.sha256]).toEqual([200, sha256Of(bytes)]);
    expect(await statusOf(sendBytes(service, company.member, waiting, bytes, { 'Idempotency-Key': 'one' }))).toBe(409);
  });
});

describe('PUT and DELETE /attachments/{id}', () => {
  it('renames for the author, ADMIN and OWNER, without an event', async () => {
    const made = await attach(service, company.member, task.id);
    const before = await events();
    for (const { api } of [company.member, company.admin, company.owner]) {
      const name = randomUUID();
      expect(result(await api.put(path(made), { name }))).toEqual([200, { ...made, name }]);
    }
    expect(result(await colleague.api.put(path(made), { name: 'x' }))).toEqual(FORBIDDEN);
    expect(result(await company.viewer.api.put(path(made), { name: 'x' }))).toEqual(FORBIDDEN);
    expect(await eventsAfter(before)).toEqual([]);
    const refused = await company.member.api.put(path(made), { name: 'a/b', size: 1 });
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([400, ['name', 'size']]);
  });

  it('has an ETag that changes with the name, and heeds If-Match', async () => {
    const made = await attach(service, company.member, task.id);
    const etag = (await company.member.api.get(path(made))).headers.get('etag')!;
    const renamed = await company.member.api.put(path(made), { name: 'new' }, { headers: { 'If-Match': etag } });
    expect([renamed.status, renamed.headers.get('etag') === etag]).toEqual([200, false]);
    const late = await company.member.api.delete(path(made), { headers: { 'If-Match': etag } });
    expect([late.status, late.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  it.each<[string, () => TestUser]>([
    ['the author', () => company.member],
    ['an ADMIN', () => company.admin],
  ])('deletes for %s, with an event', async (_who, user) => {
    const made = await attach(service, company.member, task.id);
    const before = await events();
    expect(result(await colleague.api.delete(path(made)))).toEqual(FORBIDDEN);
    expect(result(await user().api.delete(path(made)))).toEqual([204, undefined]);
    const [event, ...others] = (await eventsAfter(before)) as { data: { changes: unknown } }[];
    expect([event?.data.changes, others]).toEqual([
      { attachments: { removed: [{ id: made.id, name: made.name }] } },
      [],
    ]);
    expect(refusalOf(await user().api.delete(path(made)))).toEqual(NOT_FOUND);
    const [entry] = (await company.owner.api.get(`/audit-log?action=file.deleted&targetId=${made.id}`)).body;
    expect(entry).toMatchObject({ actor: { id: user().id }, target: { type: 'file', id: made.id, name: made.name } });
    expect((await callBytes(service, company.member.token, made.url)).status).toBe(404);
  });

  it('deletes what waits without an event', async () => {
    const waiting = await announce(company.member, task.id, 3);
    const before = await events();
    expect(result(await company.member.api.delete(path(waiting)))).toEqual([204, undefined]);
    expect(await eventsAfter(before)).toEqual([]);
    expect(await statusOf(sendBytes(service, company.member, waiting, Buffer.from('abc')))).toBe(404);
  });
});

describe('access to attachments', () => {
  it('is hidden from another company and from users who cannot reach the project', async () => {
    const made = await attach(service, company.member, task.id);
    const waiting = await announce(company.member, task.id, 3);
    await giveToTeam(service.database, project.id);
    await company.admin.api.delete(`/projects/${project.id}/members/${company.member.id}`);
    for (const { api, token } of [stranger.owner, company.member]) {
      expect(result(await api.get(attachments()))).toEqual(TASK_NOT_FOUND);
      expect(result(await api.post(attachments(), { name: 'x', size: 1 }))).toEqual(TASK_NOT_FOUND);
      expect(refusalOf(await api.get(path(made)))).toEqual(NOT_FOUND);
      expect(refusalOf(await api.put(path(made), { name: 'x' }))).toEqual(NOT_FOUND);
      expect(refusalOf(await api.delete(path(made)))).toEqual(NOT_FOUND);
      expect(refusalOf(await api.get(`${path(made)}/link`))).toEqual(NOT_FOUND);
      expect(refusalOf(await api.get(`${path(made)}/preview?size=320`))).toEqual(NOT_FOUND);
      expect((await callBytes(service, token, made.url)).status).toBe(404);
      expect((await callBytes(service, token, waiting.url, { method: 'PUT', body: Buffer.from('abc') })).status).toBe(
        404,
      );
    }
    expect(await statusOf(company.admin.api.get(path(made)))).toBe(200);
  });

  it('is read-only while the project is archived', async () => {
    const made = await attach(service, company.member, task.id);
    const waiting = await announce(company.member, task.id, 3);
    await company.admin.api.post(`/projects/${project.id}/archive`);
    expect(refusalOf(await company.member.api.post(attachments(), { name: 'x', size: 1 }))).toEqual(ARCHIVED);
    expect(refusalOf(await company.member.api.put(path(made), { name: 'x' }))).toEqual(ARCHIVED);
    expect(refusalOf(await company.member.api.delete(path(made)))).toEqual(ARCHIVED);
    expect(result(await colleague.api.delete(path(made)))).toEqual(FORBIDDEN);
    expect(await statusOf(sendBytes(service, company.member, waiting, Buffer.from('abc')))).toBe(409);
    expect((await callBytes(service, company.viewer.token, made.url)).status).toBe(200);
  });

  it('asks again when the bytes have come: who was demoted meanwhile gets the 403', async () => {
    const user = await createUser(company.owner, 'MEMBER', 'Demoted Meanwhile');
    const waiting = await announce(user, task.id, 6);
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(Buffer.from('abc'));
        await gate;
        controller.enqueue(Buffer.from('def'));
        controller.close();
      },
    });
    const answer = rawPut(service, user.token, waiting.url, 6, body);
    await company.admin.api.put(`/users/${user.id}`, { role: 'VIEWER' });
    go();
    expect((await answer).status).toBe(403);
    expect((await company.admin.api.get(path(waiting))).body.state).toBe('waiting');
  });
});
