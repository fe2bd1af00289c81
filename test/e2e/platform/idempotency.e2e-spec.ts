import { createApiKey } from '../../factories/api-key.factory.js';
import { createColleague, historyOf } from '../../factories/colleague.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createLabel } from '../../factories/planning.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';
import { StoredResponseCleanupTask } from '#core/http/stored-response-cleanup.task.js';
import { StoredResponses } from '#core/http/stored-responses.js';

const MALFORMED = [400, 'INVALID_INPUT', 'Idempotency-Key must be 1 to 255 visible ASCII characters'];
const OTHER_REQUEST = [409, 'CONFLICT', 'The Idempotency-Key was used for another request; take a new one for each'];
const UNDER_WAY = [409, 'CONFLICT', 'A request with this Idempotency-Key is under way, retry in a second'];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.owner);
});
afterAll(() => service.stop());

let sequence = 0;
const newKey = () => `key-${(sequence += 1)}`;
const withKey = (key: string, headers: Record<string, string> = {}) => ({
  headers: { ...headers, 'Idempotency-Key': key },
});
const post = (api: Api, key: string, body: object = { title: 'Task', projectId: project.id }, path = '/tasks') =>
  api.post(path, body, withKey(key));
const replayed = ({ headers }: Answer) => headers.get('Idempotency-Replayed');
const countTasks = async () =>
  (await company.owner.api.get<{ taskCount: number }>(`/projects/${project.id}`)).body.taskCount;

describe('an Idempotency-Key', () => {
  it('makes a POST run once, and repeats its answer byte for byte', async () => {
    const before = await countTasks();
    const key = newKey();
    const first = await post(company.member.api, key);
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect(first.headers.get('ETag')).toMatch(/^"[0-9a-z-]+"$/);
    expect(result(first)).toEqual([201, expect.objectContaining({ title: 'Task', projectId: project.id })]);
    for (let repetition = 0; repetition < 3; repetition += 1) {
      const again = await post(company.member.api, key);
      expect([again.status, again.text, replayed(again)]).toEqual([201, first.text, 'true']);
      for (const name of ['ETag', 'Content-Type', 'Cache-Control']) {
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      }
      expect(again.headers.get('X-Trace-Id')).not.toBe(first.headers.get('X-Trace-Id'));
    }
    expect(await countTasks()).toBe(before + 1);
  });

  it('gives the usual answer, and repeats it even after the resource has changed', async () => {
    const key = newKey();
    const { body: task, text } = await post(company.member.api, key);
    await company.member.api.put(`/tasks/${task.id}`, { title: 'Changed' });
    expect((await post(company.member.api, key)).text).toBe(text);
    await company.member.api.delete(`/tasks/${task.id}`);
    expect((await post(company.member.api, key)).text).toBe(text);
  });

  it.each([
    ['another body', { title: 'Task', projectId: '' }, '/tasks'],
    ['another query', undefined, '/tasks?x=1'],
    ['another path', undefined, '/labels'],
  ])('is refused with %s, before anything else of it is looked at', async (_, body, path) => {
    const key = newKey();
    await post(company.member.api, key);
    expect(refusalOf(await post(company.member.api, key, body, path))).toEqual(OTHER_REQUEST);
  });

  it('compares the bytes of the body, not their meaning', async () => {
    const key = newKey();
    const body = JSON.stringify({ title: 'Task', projectId: project.id });
    expect((await company.member.api.post('/tasks', body, withKey(key))).status).toBe(201);
    expect(replayed(await company.member.api.post('/tasks', body, withKey(key)))).toBe('true');
    expect(refusalOf(await company.member.api.post('/tasks', `${body} `, withKey(key)))).toEqual(OTHER_REQUEST);
  });

  it('belongs to one user or one API key', async () => {
    const key = newKey();
    const ofMember = await post(company.member.api, key, { name: `Of ${key}` }, '/teams').catch(() => undefined);
    expect(ofMember?.status).toBe(403);
    const body = { title: 'Task', projectId: project.id };
    const apiKeys = [await createApiKey(company.member), await createApiKey(company.member)];
    const callers = [company.member.api, company.owner.api, ...apiKeys.map(({ api }) => api)];
    const ids = await Promise.all(callers.map(async (api) => (await post(api, key, body)).body.id as string));
    expect(new Set(ids).size).toBe(4);
    const again = await Promise.all(callers.map(async (api) => (await post(api, key, body)).body.id as string));
    expect(again).toEqual(ids);
    const theirs = await createProject(stranger.owner);
    expect((await post(stranger.member.api, key, { title: 'x', projectId: theirs.id })).status).toBe(201);
  });

  it('belongs to the user, for all of their tokens', async () => {
    const key = newKey();
    const { text } = await post(company.member.api, key);
    const { email, password } = company.member;
    const { body } = await service.api.post<{ token: string }>('/login', { email, password });
    expect((await post(service.api.as(body.token), key)).text).toBe(text);
  });

  it.each([['x'.repeat(255)], ['!~"#'], ['8e03978e-40d5-43e8-bc93-6894a57f9324']])('may be %s', async (key) => {
    expect((await post(company.member.api, key)).status).toBe(201);
    expect(replayed(await post(company.member.api, key))).toBe('true');
  });

  it.each([['x'.repeat(256)], ['a b'], ['ä'], ['']])('must not be "%s"', async (key) => {
    expect(refusalOf(await post(company.member.api, key))).toEqual(MALFORMED);
    // Before 403 by role, after 401.
    expect(refusalOf(await post(company.viewer.api, key))).toEqual(MALFORMED);
    expect((await post(service.api, key)).status).toBe(401);
  });

  it('is ignored on public routes and by other methods', async () => {
    const { email, password } = company.member;
    for (const key of ['a b', 'same', 'same']) {
      const answer = await service.api.post('/login', { email, password }, withKey(key));
      expect([answer.status, replayed(answer)]).toEqual([200, null]);
      expect((await company.member.api.get('/me', withKey(key))).status).toBe(200);
      expect((await company.member.api.put('/me', { name: 'Max' }, withKey(key))).status).toBe(200);
    }
  });

  it('stays unused when the request is refused', async () => {
    const key = newKey();
    expect((await post(company.member.api, key, { title: '', projectId: project.id })).status).toBe(400);
    expect((await post(company.member.api, key, { title: 'x', projectId: UNKNOWN_ID })).status).toBe(404);
    const { name } = await createLabel(company.member);
    expect((await post(company.member.api, key, { name }, '/labels')).status).toBe(409);
    expect((await post(company.viewer.api, key)).status).toBe(403);
    const made = await post(company.member.api, key);
    expect([made.status, replayed(made)]).toEqual([201, null]);
  });

  it('does not repeat the answer to a user who has lost the right', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const key = newKey();
    expect((await post(user.api, key)).status).toBe(201);
    await company.owner.api.put(`/users/${user.id}`, { role: 'VIEWER' });
    await eventually('the role counts', async () => (await post(user.api, key)).status === 403);
    expect(result(await post(user.api, key))).toEqual(FORBIDDEN);
  });

  it('is used once when many requests come at once, on several instances', async () => {
    const other = await startTestService({}, service.database);
    try {
      const before = await countTasks();
      const key = newKey();
      const apis = [company.member.api, other.api.as(company.member.token)];
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => post(apis[index % 2]!, key)));
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ text }) => text)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(refusalOf(answer)).toEqual(UNDER_WAY);
        expect(answer.headers.get('Retry-After')).toBe('1');
      }
      expect(await countTasks()).toBe(before + 1);
      expect((await post(apis[1]!, key)).text).toBe(made[0]!.text);
    } finally {
      await other.stop();
    }
  });

  it('is answered by the first request, too, when that one ends just after the second has looked for it', async () => {
    const task = await createTask(company.member, project.id);
    const path = `/tasks/${task.id}/comments`;
    const [key, body] = [newKey(), { body: 'Written once' }];
    const first = await post(company.member.api, key, body, path);
    jest.spyOn(service.app.get(StoredResponses), 'take').mockResolvedValueOnce('unused');
    const second = await post(company.member.api, key, body, path);
    expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, 'true']);
    expect((await company.member.api.get(path)).body).toHaveLength(1);
  });

  it('names the created resource when its secret is shown only once', async () => {
    const key = newKey();
    const first = await post(company.member.api, key, { name: 'Shown once' }, '/api-keys');
    expect(first.body).toEqual(expect.objectContaining({ key: expect.stringMatching(/^svc_live_/) }));
    const again = await post(company.member.api, key, { name: 'Shown once' }, '/api-keys');
    const message = `The request was carried out and what it showed is shown once: it made ${first.body.id}`;
    expect([refusalOf(again), again.headers.get('Retry-After')]).toEqual([[409, 'CONFLICT', message], null]);
    const [row] = await service.database.rows('SELECT body FROM stored_responses WHERE key = $1', [key]);
    expect(row).toEqual({ body: null });
  });

  it('is free again after 24 hours, and the kept answer is deleted', async () => {
    const key = newKey();
    const first = await post(company.member.api, key);
    const age = (hours: number) =>
      service.database.rows(
        `UPDATE stored_responses SET created_at = now() - make_interval(hours => $2) WHERE key = $1`,
        [key, hours],
      );
    await age(23);
    expect((await post(company.member.api, key)).text).toBe(first.text);
    await age(24);
    const label = { name: 'Taken' };
    await company.member.api.post('/labels', label);
    const refused = await post(company.member.api, key, label, '/labels');
    expect([refused.status, refused.body.error]).toEqual([409, expect.objectContaining({ code: 'CONFLICT' })]);
    const second = await post(company.member.api, key);
    expect([second.status, replayed(second)]).toEqual([201, null]);
    expect((await post(company.member.api, key)).text).toBe(second.text);
    await age(24);
    await service.app.get(StoredResponseCleanupTask).run();
    expect(await service.database.rows('SELECT FROM stored_responses WHERE key = $1', [key])).toEqual([]);
  });

  it('answers 429 once the answers of the company take 256 MiB, but not to other companies', async () => {
    const other = await startTestService({}, service.database);
    try {
      await service.database.rows(
        `INSERT INTO stored_responses (company_id, owner_id, key, request_hash, status, size, created_at)
          VALUES ($1, $1, 'large', '', 201, $2, now())`,
        [company.id, 256 * 1024 * 1024],
      );
      const before = await countTasks();
      const refused = await post(other.api.as(company.member.token), newKey());
      expect(refused.status).toBe(429);
      expect(refused.body.error.message).toContain('256 MiB');
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await countTasks()).toBe(before);
      const theirs = await createProject(stranger.owner);
      const body = { title: 'x', projectId: theirs.id };
      expect((await post(other.api.as(stranger.member.token), newKey(), body)).status).toBe(201);
    } finally {
      await service.database.rows(`DELETE FROM stored_responses WHERE key = 'large'`);
      await other.stop();
    }
  });

  it('repeats an answer of any size', async () => {
    const description = 'ü'.repeat(50_000);
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      const { body } = await company.member.api.post('/tasks', { title: 'x', projectId: project.id, description });
      ids.push(body.id);
    }
    const key = newKey();
    const body = { ids, set: { priority: 'High' } };
    const first = await post(company.member.api, key, body, '/tasks/bulk');
    expect([first.status, first.body.updated, first.body.tasks.length]).toEqual([200, 20, 20]);
    const again = await post(company.member.api, key, body, '/tasks/bulk');
    expect([again.status, again.text === first.text, replayed(again)]).toEqual([200, true, 'true']);
  });
});

describe('a scan with an Idempotency-Key', () => {
  it('starts one run, whether it is still running or has ended', async () => {
    const colleague = await createColleague(company.admin);
    const key = newKey();
    const path = `/virtual-colleagues/${colleague.id}/scan`;
    const answers = await Promise.all([1, 2, 3].map(() => company.member.api.post(path, undefined, withKey(key))));
    const made = answers.filter(({ status }) => status === 200);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    const again = await company.member.api.post(path, undefined, withKey(key));
    expect([again.status, again.text, replayed(again)]).toEqual([200, made[0]!.text, 'true']);
    expect(await historyOf(company.member, colleague)).toHaveLength(1);
  });

  it('whose process died leaves the key unused once the run has failed', async () => {
    const colleague = await createColleague(company.admin);
    const key = newKey();
    const path = `/virtual-colleagues/${colleague.id}/scan`;
    const claim = (until: string) =>
      service.database.rows(
        `INSERT INTO stored_responses (company_id, owner_id, key, request_hash, size, claimed_until, created_at)
          SELECT $1, $2, $3, request_hash, 0, now() + $4::interval, now() FROM stored_responses WHERE key = $5`,
        [company.id, company.member.id, key, until, 'seen'],
      );
    await company.member.api.post(path, undefined, withKey('seen'));
    await claim('10 s');
    const waiting = await company.member.api.post(path, undefined, withKey(key));
    expect([refusalOf(waiting), waiting.headers.get('Retry-After')]).toEqual([UNDER_WAY, '1']);
    await service.database.rows(`UPDATE stored_responses SET claimed_until = now() - interval '1 s' WHERE key = $1`, [
      key,
    ]);
    const second = await company.member.api.post(path, undefined, withKey(key));
    expect([second.status, replayed(second)]).toEqual([200, null]);
    expect(replayed(await company.member.api.post(path, undefined, withKey(key)))).toBe('true');
  });

  it('that is refused leaves the key unused', async () => {
    const colleague = await createColleague(company.admin, { active: false });
    const key = newKey();
    const path = `/virtual-colleagues/${colleague.id}/scan`;
    expect((await company.member.api.post(path, undefined, withKey(key))).status).toBe(400);
    await company.admin.api.put(`/virtual-colleagues/${colleague.id}`, { active: true });
    expect((await company.member.api.post(path, undefined, withKey(key))).status).toBe(200);
  });
});
