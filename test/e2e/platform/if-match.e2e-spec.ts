import { createField } from '../../factories/field.factory.js';
import { createColleague } from '../../factories/colleague.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createRecurrence } from '../../factories/recurrence.factory.js';
import { createResources } from '../../factories/resources.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createTeam, joinTeam } from '../../factories/team.factory.js';
import { createTemplate } from '../../factories/template.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { createConnection } from '../../support/forge.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, Api } from '../../support/api.js';
import { atMoment } from '../../support/clock.js';
import { findOperations, type Operation } from '../../support/operations.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const STALE = '"stale"';
const FAILED = [412, 'PRECONDITION_FAILED', 'The resource is not as If-Match says; read it again'];
const MALFORMED = [400, 'INVALID_INPUT', 'If-Match must be * or a list of entity tags such as "m1x2y3"'];

let service: TestService;
let company: TestCompany;
let project: TestProject;
let operations: Operation[];
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner);
  operations = await findOperations(service.api);
});
afterAll(() => service.stop());

const ifMatch = (...tags: string[]) => ({ headers: { 'If-Match': tags.join(', ') } });
const tagOf = ({ headers }: Answer) => headers.get('ETag');
const tagAt = async (path: string, api: Api = company.owner.api) => tagOf(await api.get(path)) as string;

/** A resource of each kind, with a change of it. */
const RESOURCES: [name: string, make: () => Promise<{ id: string }>, change: object][] = [
  ['labels', () => createLabel(company.owner), { color: '#123456' }],
  ['fields', () => createField(company.owner, `Field ${Math.random()}`, 'text'), { description: 'Changed' }],
  ['projects', () => createProject(company.owner), { name: 'Changed' }],
  ['tasks', () => createTask(company.owner, project.id), { title: 'Changed' }],
  ['sprints', () => createSprint(company.owner, project.id), { name: 'Changed' }],
  ['epics', () => createEpic(company.owner, project.id), { name: 'Changed' }],
  ['teams', () => createTeam(company.owner), { name: 'Changed' }],
  ['users', () => createUser(company.owner, 'MEMBER'), { name: 'Changed' }],
  ['webhooks', () => createWebhook(company.owner, {}), { retryCount: 1 }],
  ['code-connections', () => createConnection(company.owner), { active: false }],
  ['virtual-colleagues', () => createColleague(company.owner), { name: 'Changed' }],
  ['recurrences', () => createRecurrence(company.owner, project.id), { onlyOneOpen: true }],
  ['templates', () => createTemplate(company.owner, project.id), { description: 'Changed' }],
  ['comments', () => createComment(), { body: 'Changed' }],
];

async function createComment(): Promise<{ id: string }> {
  const task = await createTask(company.owner, project.id);
  return (await company.owner.api.post<{ id: string }>(`/tasks/${task.id}/comments`, { body: 'Comment' })).body;
}

describe.each(RESOURCES)('the ETag of one of the %s', (name, make, change) => {
  it('is strong, and another one after each change', async () => {
    const { id } = await make();
    const path = `/${name}/${id}`;
    const first = await tagAt(path);
    expect(first).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(await tagAt(path)).toBe(first);
    const changed = await company.owner.api.put(path, change, ifMatch(first));
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(first);
    expect(await tagAt(path)).toBe(tagOf(changed));
    const same = await company.owner.api.put(path, change, ifMatch(tagOf(changed) as string));
    expect([same.status, tagOf(same)]).toEqual([200, tagOf(changed)]);
  });

  it('decides whether a PUT is carried out', async () => {
    const { id } = await make();
    const path = `/${name}/${id}`;
    const before = await company.owner.api.get(path);
    const tag = tagOf(before) as string;
    for (const tags of [STALE, `W/${tag}`, `"x", ${STALE}`]) {
      expect(refusalOf(await company.owner.api.put(path, change, ifMatch(tags)))).toEqual(FAILED);
    }
    expect((await company.owner.api.get(path)).body).toEqual(before.body);
    const second = await company.owner.api.put(path, change, ifMatch(STALE, tag));
    expect(second.status).toBe(200);
    expect(refusalOf(await company.owner.api.put(path, {}, ifMatch(tag)))).toEqual(FAILED);
    expect((await company.owner.api.put(path, {}, ifMatch('*'))).status).toBe(200);
  });

  it('decides whether a DELETE is carried out', async () => {
    if (name === 'users') return;
    const { id } = await make();
    const path = `/${name}/${id}`;
    expect(refusalOf(await company.owner.api.delete(path, ifMatch(STALE)))).toEqual(FAILED);
    expect((await company.owner.api.delete(path, ifMatch(await tagAt(path)))).status).toBe(204);
    expect((await company.owner.api.delete(path, ifMatch(STALE))).status).toBe(404);
  });

  it('is in the answer of its creation, and in no list', async () => {
    const { id } = await make();
    const made = RESOURCES.length > 0 && (await company.owner.api.get(`/${name}`));
    expect(made && tagOf(made)).toBeNull();
    expect(await tagAt(`/${name}/${id}`)).not.toBeNull();
  });
});

describe('an ETag', () => {
  it('comes with the resource that a POST creates', async () => {
    for (const [path, body] of [
      ['/labels', { name: 'Made' }],
      ['/projects', { name: 'Made' }],
      ['/tasks', { title: 'Made', projectId: project.id }],
      ['/teams', { name: 'Made' }],
    ] as const) {
      const made = await company.owner.api.post(path, body);
      expect([path, tagOf(made)]).toEqual([path, await tagAt(`${path}/${made.body.id}`)]);
    }
  });

  it('exists for the own user and company, and is checked there', async () => {
    for (const path of ['/me', '/company']) {
      const tag = await tagAt(path);
      expect(refusalOf(await company.owner.api.put(path, { name: 'New' }, ifMatch(STALE)))).toEqual(FAILED);
      const changed = await company.owner.api.put(path, { name: `New ${path}` }, ifMatch(tag));
      expect([changed.status, tagOf(changed)]).toEqual([200, await tagAt(path)]);
      expect(tagOf(changed)).not.toBe(tag);
      expect(refusalOf(await company.owner.api.put(path, { name: 'Newer' }, ifMatch(tag)))).toEqual(FAILED);
    }
  });

  it('changes with the members of a project or a team, the labels, hours and blockers of a task', async () => {
    const { id: teamId } = await createTeam(company.owner);
    const task = await createTask(company.owner, project.id);
    const other = await createTask(company.owner, project.id);
    const label = await createLabel(company.owner);
    const seen = async (path: string, change: () => Promise<unknown>) => {
      const before = await tagAt(path);
      await change();
      expect([path, await tagAt(path)]).not.toEqual([path, before]);
    };
    const { owner, member } = company;
    await seen(`/projects/${project.id}`, () => owner.api.put(`/projects/${project.id}/members/${member.id}`, {}));
    await seen(`/projects/${project.id}`, () => owner.api.delete(`/projects/${project.id}/members/${member.id}`));
    await seen(`/teams/${teamId}`, () => joinTeam(owner, { id: teamId }, member));
    await seen(`/tasks/${task.id}`, () => owner.api.put(`/tasks/${task.id}`, { labelIds: [label.id] }));
    await seen(`/tasks/${task.id}`, () => owner.api.post(`/tasks/${task.id}/time-entries`, { hours: 1 }));
    await seen(`/tasks/${task.id}`, () => owner.api.post(`/tasks/${task.id}/blockers`, { taskId: other.id }));
    await seen(`/tasks/${task.id}`, () => owner.api.post(`/tasks/${task.id}/move`, { afterId: other.id }));
    await seen(`/tasks/${task.id}`, () => owner.api.post('/tasks/bulk', { ids: [task.id], set: { priority: 'Low' } }));
  });

  it('changes when deleting another resource changes a project or a task', async () => {
    const { id: teamId } = await createTeam(company.owner);
    const { id: projectId } = await createProject(company.owner, { teamId });
    const label = await createLabel(company.owner);
    const task = await createTask(company.owner, project.id, { labelIds: [label.id] });
    const before = [await tagAt(`/projects/${projectId}`), await tagAt(`/tasks/${task.id}`)];
    await company.owner.api.delete(`/teams/${teamId}`);
    await company.owner.api.delete(`/labels/${label.id}`);
    const after = [await tagAt(`/projects/${projectId}`), await tagAt(`/tasks/${task.id}`)];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    const put = (path: string, tag?: string) => company.owner.api.put(path, {}, ifMatch(tag as string));
    expect([
      (await put(`/projects/${projectId}`, before[0])).status,
      (await put(`/projects/${projectId}`, after[0])).status,
      (await put(`/tasks/${task.id}`, before[1])).status,
      (await put(`/tasks/${task.id}`, after[1])).status,
    ]).toEqual([412, 200, 412, 200]);
  });

  it('changes even within a millisecond', async () => {
    await atMoment(Date.now(), async () => {
      const { id } = await createLabel(company.owner);
      const task = await createTask(company.owner, project.id);
      const tags = new Set<string | null>();
      for (const name of ['Within 1', 'Within 2', 'Within 3']) {
        tags.add(tagOf(await company.owner.api.put(`/labels/${id}`, { name })));
        tags.add(`task ${tagOf(await company.owner.api.put(`/tasks/${task.id}`, { title: name }))}`);
      }
      expect(tags.size).toBe(6);
    });
  });

  it('lets only one of many changes from the same state through', async () => {
    const task = await createTask(company.owner, project.id);
    const tag = await tagAt(`/tasks/${task.id}`);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((title) =>
        company.member.api.put(`/tasks/${task.id}`, { title }, ifMatch(tag)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('is checked for a transfer', async () => {
    const task = await createTask(company.owner, project.id);
    const { id: projectId } = await createProject(company.owner);
    const tag = await tagAt(`/tasks/${task.id}`);
    const transfer = (tags: string) =>
      company.member.api.post(`/tasks/${task.id}/transfer`, { projectId }, ifMatch(tags));
    expect(refusalOf(await transfer(STALE))).toEqual(FAILED);
    const moved = await transfer(tag);
    expect([moved.status, tagOf(moved)]).toEqual([200, await tagAt(`/tasks/${task.id}`)]);
    expect(refusalOf(await transfer(tag))).toEqual(FAILED);
  });

  it('is checked for a move', async () => {
    const [task, other] = [await createTask(company.owner, project.id), await createTask(company.owner, project.id)];
    const path = `/tasks/${task.id}/move`;
    const tag = await tagAt(`/tasks/${task.id}`);
    const move = (tags: string) => company.member.api.post(path, { afterId: other.id }, ifMatch(tags));
    expect(refusalOf(await move(STALE))).toEqual(FAILED);
    expect(refusalOf(await move(await tagAt(`/tasks/${other.id}`)))).toEqual(FAILED);
    const moved = await move(tag);
    expect([moved.status, tagOf(moved)]).toEqual([200, await tagAt(`/tasks/${task.id}`)]);
  });

  it('is ignored by other conditional headers and by other methods', async () => {
    const { id } = await createLabel(company.owner);
    const tag = await tagAt(`/labels/${id}`);
    const ignored: Record<string, string>[] = [{ 'If-None-Match': tag }, { 'If-Match': STALE }, { 'If-Match': 'x' }];
    for (const headers of ignored) {
      const answer = await company.owner.api.get(`/labels/${id}`, { headers });
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    }
    expect((await company.owner.api.post('/teams', { name: 'x' }, ifMatch(STALE))).status).toBe(201);
    const since = { headers: { 'If-Unmodified-Since': new Date(0).toUTCString(), 'If-None-Match': '*' } };
    expect((await company.owner.api.put(`/labels/${id}`, {}, since)).status).toBe(200);
  });
});

describe('an If-Match', () => {
  it.each([['stale'], ['"a" "b"'], ['"a'], ['*, "a"'], ['w/"a"'], [','], ['']])('is refused as %j', async (value) => {
    const { id } = await createLabel(company.owner);
    const headers = { 'If-Match': value };
    expect(refusalOf(await company.owner.api.put(`/labels/${id}`, {}, { headers }))).toEqual(MALFORMED);
    // Before 403 by role, after 401.
    expect(refusalOf(await company.viewer.api.delete(`/labels/${id}`, { headers }))).toEqual(MALFORMED);
    expect((await service.api.delete(`/labels/${id}`, { headers })).status).toBe(401);
  });

  it('may be a list with spaces, empty elements and commas in a tag', async () => {
    const { id } = await createLabel(company.owner);
    const tag = await tagAt(`/labels/${id}`);
    for (const value of [` , "a,b" ,${tag}`, `W/"x",, ${tag} , `, ` * `]) {
      const answer = await company.owner.api.put(`/labels/${id}`, {}, { headers: { 'If-Match': value } });
      expect([value, answer.status]).toEqual([value, 200]);
    }
  });

  it('is checked after 400, 403 and 404, and before 409', async () => {
    const { owner, admin, member, viewer } = company;
    const { id } = await createLabel(owner);
    const { name } = await createLabel(owner);
    const stale = ifMatch(STALE);
    expect(result(await viewer.api.put(`/labels/${id}`, {}, stale))).toEqual(FORBIDDEN);
    expect((await member.api.put(`/labels/${id}`, { name: '' }, stale)).status).toBe(400);
    expect((await member.api.put(`/labels/${UNKNOWN_ID}`, {}, stale)).status).toBe(404);
    expect((await member.api.put(`/labels/${id}`, { name }, stale)).status).toBe(412);
    expect((await member.api.put(`/labels/${id}`, { name }, ifMatch('*'))).status).toBe(409);
    // 403 by ownership: only an OWNER changes an OWNER, and authors their comments.
    expect(result(await admin.api.put(`/users/${owner.id}`, { name: 'x' }, stale))).toEqual(FORBIDDEN);
    const task = await createTask(owner, project.id);
    const { body: comment } = await owner.api.post(`/tasks/${task.id}/comments`, { body: 'x' });
    expect(result(await member.api.put(`/comments/${comment.id}`, { body: 'y' }, stale))).toEqual(FORBIDDEN);
    const archived = await createProject(owner);
    const stuck = await createTask(owner, archived.id);
    await owner.api.post(`/projects/${archived.id}/archive`);
    expect((await member.api.put(`/tasks/${stuck.id}`, { title: 'x' }, stale)).status).toBe(412);
    expect((await member.api.put(`/tasks/${stuck.id}`, { assigneeId: UNKNOWN_ID }, stale)).status).toBe(404);
    const tag = await tagAt(`/tasks/${stuck.id}`);
    expect((await member.api.put(`/tasks/${stuck.id}`, { title: 'x' }, ifMatch(tag))).status).toBe(409);
  });

  it('other than * is 412 wherever there is no ETag, and changes nothing', async () => {
    const other = await createCompany(service.api);
    const { owner, member, viewer } = other;
    const resources = await createResources(other);
    const {
      tasks,
      projects,
      teams,
      links,
      trash,
      'time-entries': entry,
      'api-keys': key,
      'calendar-feeds': feed,
    } = resources as Record<string, string>;
    await owner.api.put(`/projects/${projects}/members/${member.id}`, {});
    await joinTeam(owner, { id: teams as string }, member);
    const blocker = await createTask(owner, projects as string);
    await owner.api.post(`/tasks/${tasks}/blockers`, { taskId: blocker.id });
    const code = await owner.api.post(`/tasks/${tasks}/code`, { url: 'https://github.com/acme/web/pull/1' });
    const calls: [method: string, path: string, body?: object][] = [
      ['DELETE', `/time-entries/${entry}`],
      ['DELETE', `/api-keys/${key}`],
      ['DELETE', `/calendar-feeds/${feed}`],
      ['PUT', `/projects/${projects}/members/${viewer.id}`, {}],
      ['DELETE', `/projects/${projects}/members/${member.id}`],
      ['DELETE', `/teams/${teams}/members/${member.id}`],
      ['DELETE', `/tasks/${tasks}/blockers/${blocker.id}`],
      ['DELETE', `/tasks/${tasks}/links/${links}`],
      ['DELETE', `/tasks/${tasks}/code/${code.body.id}`],
      ['DELETE', `/trash/${trash}`],
      ['DELETE', `/trash?projectId=${projects}`],
      ['PUT', '/workflow-lanes', { lanes: ['Done'] }],
      ['PUT', '/me/password', { currentPassword: owner.password, newPassword: 'another long password' }],
    ];
    const tags = await Promise.all(
      ['/me', `/projects/${projects}`, `/tasks/${tasks}`, `/teams/${teams}`].map((path) => tagAt(path, owner.api)),
    );
    for (const [method, path, body] of calls) {
      const answer = await owner.api.send(method, path, body, ifMatch(STALE, ...tags));
      expect([path, ...refusalOf(answer)]).toEqual([path, ...FAILED]);
    }
    for (const [method, path, body] of calls) {
      const answer = await owner.api.send(method, path, body, ifMatch('*'));
      expect([path, Math.floor(answer.status / 100)]).toEqual([path, 2]);
    }
  });

  it('is documented wherever it applies', () => {
    const heeding = operations.filter(({ method, path, isPublic }) => {
      return !isPublic && (method === 'PUT' || method === 'DELETE' || /\/(move|transfer)$/.test(path));
    });
    expect(heeding.map(({ name, headers }) => [name, headers.includes('If-Match')])).toEqual(
      heeding.map(({ name }) => [name, true]),
    );
  });
});

it('the POST of a comment or file answers with the ETag of its GET', async () => {
  const { api } = company.member;
  const project = await createProject(company.member);
  const task = await createTask(company.member, project.id);
  const comment = await api.post(`/tasks/${task.id}/comments`, { body: 'Tagged' });
  expect(tagOf(comment)).toMatch(/^"/);
  expect(tagOf(comment)).toBe(tagOf(await api.get(`/comments/${comment.body.id}`)));
  const file = await api.post(`/tasks/${task.id}/attachments`, { name: 'notes.txt', size: 5 });
  expect(tagOf(file)).toMatch(/^"/);
  expect(tagOf(file)).toBe(tagOf(await api.get(`/attachments/${file.body.id}`)));
});
