import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let mia: TestUser;
let project: TestProject;
let task: TestTask;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  mia = await createUser(company.owner, 'MEMBER', 'Mia [Chen]');
});
beforeEach(async () => {
  project = await createProject(company.member);
  task = await createTask(company.member, project.id);
});
afterAll(() => service.stop());

const watchers = async (of = task) =>
  Object.fromEntries(
    (await company.viewer.api.get(`/tasks/${of.id}/watchers`)).body.map((w: { id: string; reasons: string[] }) => [
      w.id,
      w.reasons,
    ]),
  );
const detail = async (user: TestUser, of = task) => (await user.api.get(`/tasks/${of.id}`)).body;
const emailOf = async (user: TestUser) => (await user.api.get('/me')).body.email as string;

describe('watching a task', () => {
  it('begins with creating, being assigned, commenting, being mentioned and choosing', async () => {
    expect(await watchers()).toEqual({ [company.member.id]: ['creator'] });
    await company.member.api.put(`/tasks/${task.id}`, { assigneeId: mia.id });
    await company.admin.api.post(`/tasks/${task.id}/comments`, { body: `Ask [@x](user:${company.owner.id})` });
    const chosen = await company.viewer.api.put(`/tasks/${task.tid}/watch`);
    expect([chosen.status, chosen.body]).toEqual([200, { watching: true, reasons: ['chosen'] }]);
    expect(await watchers()).toEqual({
      [company.member.id]: ['creator'],
      [mia.id]: ['assignee'],
      [company.admin.id]: ['commented'],
      [company.owner.id]: ['mentioned'],
      [company.viewer.id]: ['chosen'],
    });
    expect((await detail(mia)).watching).toBe(true);
  });

  it('ends by choice, and nothing but a choice brings it back', async () => {
    const { api } = company.member;
    expect((await api.delete(`/tasks/${task.id}/watch`)).status).toBe(204);
    expect((await api.delete(`/tasks/${task.id}/watch`)).status).toBe(204);
    await api.post(`/tasks/${task.id}/comments`, { body: 'Hello' });
    expect([await watchers(), (await detail(company.member)).watching]).toEqual([{}, false]);
    expect((await api.put(`/tasks/${task.id}/watch`)).body).toEqual({
      watching: true,
      reasons: ['creator', 'commented', 'chosen'],
    });
  });

  it('is of what one reaches', async () => {
    await giveToTeam(service.database, project.id);
    for (const caller of [company.viewer, stranger.owner]) {
      for (const [method, path] of [
        ['PUT', 'watch'],
        ['DELETE', 'watch'],
        ['GET', 'watchers'],
      ] as const) {
        expect((await caller.api.send(method, `/tasks/${task.id}/${path}`)).status).toBe(404);
      }
    }
  });

  it('is a field of filters', async () => {
    await mia.api.put(`/tasks/${task.id}/watch`);
    const found = async (user: TestUser, filter: string) =>
      (await user.api.get(`/tasks?filter=${encodeURIComponent(filter)}&projectId=${project.id}`)).body.length;
    expect(await found(mia, 'watcher = me')).toBe(1);
    expect(await found(company.admin, 'watcher = me')).toBe(0);
    expect(await found(company.admin, 'watcher != me')).toBe(1);
    expect(await found(company.admin, `watcher in (${mia.id}, ${company.admin.id})`)).toBe(1);
  });
});

describe('watching a project', () => {
  it.each(['all', 'participating', 'none'])('takes the level %s', async (level) => {
    const answer = await mia.api.put(`/projects/${project.key}/watch`, { level });
    expect([answer.status, answer.body]).toEqual([200, { level }]);
    expect((await mia.api.get(`/projects/${project.id}`)).body.watchLevel).toBe(level);
    expect((await company.owner.api.get(`/projects/${project.id}`)).body.watchLevel).toBe('participating');
    expect((await detail(mia)).watching).toBe(level === 'all');
    expect(await watchers()).toEqual({ [company.member.id]: ['creator'] });
  });

  it('refuses other levels, and projects out of reach', async () => {
    expect((await mia.api.put(`/projects/${project.id}/watch`, { level: 'some' })).status).toBe(400);
    expect((await mia.api.put(`/projects/${project.id}/watch`, {})).status).toBe(400);
    expect((await stranger.owner.api.put(`/projects/${project.id}/watch`, { level: 'all' })).status).toBe(404);
  });
});

describe('notification settings', () => {
  it('are changed by who knows them alone, with If-Match', async () => {
    const path = '/me/notifications';
    const before = (await mia.api.get(path)).headers.get('ETag')!;
    const putAs = (tag: string, input: object) => mia.api.put(path, input, { headers: { 'If-Match': tag } });
    const changed = await putAs(before, { quiet: { from: '20:00', to: '07:00' } });
    expect(changed.headers.get('ETag')).not.toBe(before);
    const again = await mia.api.get(path);
    expect([again.headers.get('ETag'), again.body]).toEqual([changed.headers.get('ETag'), changed.body]);
    const { status, body } = await putAs(before, { quiet: null });
    expect([status, body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await putAs(changed.headers.get('ETag')!, { quiet: null })).headers.get('ETag')).toBe(before);
  });

  it('keep what was muted when it is gone', async () => {
    const path = '/me/notifications';
    const colleague = (await company.admin.api.post('/virtual-colleagues', { name: 'Stella', role: 'scrum_master' }))
      .body;
    const muted = { mutedColleagueIds: [colleague.id], mutedProjectIds: [project.id] };
    expect((await mia.api.put(path, muted)).body).toMatchObject(muted);
    await company.admin.api.delete(`/virtual-colleagues/${colleague.id}`);
    await company.admin.api.delete(`/projects/${project.id}`);
    const { body } = await mia.api.get(path);
    expect(await mia.api.put(path, body)).toMatchObject({ status: 200, body: muted });
  });

  it('mute no colleague of another company', async () => {
    const { status, body } = await mia.api.put('/me/notifications', { mutedColleagueIds: [UNKNOWN_ID] });
    expect([status, body]).toEqual([404, { error: 'Virtual colleague not found' }]);
  });
});

describe('mentions', () => {
  it('are made of e-mail addresses in prose, any case, and not in code, links or words', async () => {
    const email = await emailOf(mia);
    const link = `[@Mia \\[Chen\\]](user:${mia.id})`;
    const body = `@${email.toUpperCase()}, \`@${email}\` x@${email} <@${email}> (@${email}).\n\n\`\`\`\n@${email}\n\`\`\``;
    const { body: comment } = await company.member.api.post(`/tasks/${task.id}/comments`, { body });
    expect(comment.body).toBe(`${link}, \`@${email}\` x@${email} <@${email}> (${link}).\n\n\`\`\`\n@${email}\n\`\`\``);
    expect(comment.mentions).toEqual([{ type: 'user', id: mia.id, name: 'Mia [Chen]' }]);
    const [listed] = (await company.viewer.api.get(`/tasks/${task.id}/comments`)).body;
    expect(listed.mentions).toEqual(comment.mentions);
  });

  it('of a description are shown with the task, by the present names', async () => {
    const description = `For [@Somebody](user:${mia.id}) and \`[@x](user:${company.owner.id})\``;
    const made = await createTask(company.member, project.id, { description });
    expect((await detail(company.viewer, made)).mentions).toEqual([{ type: 'user', id: mia.id, name: 'Mia [Chen]' }]);
    await company.member.api.put(`/tasks/${made.id}`, { description: null });
    expect((await detail(company.viewer, made)).mentions).toEqual([]);
    expect((await watchers(made))[mia.id]).toEqual(['mentioned']);
  });

  it('of a team have its members watch, and strangers stay plain text', async () => {
    const team = (await company.admin.api.post('/teams', { name: 'Web' })).body;
    await company.admin.api.post(`/teams/${team.id}/members`, { userId: mia.id });
    const body = `[@Web](team:${team.id}) [@x](user:${stranger.owner.id}) [@y](user:${team.id})`;
    const { body: comment } = await company.member.api.post(`/tasks/${task.id}/comments`, { body });
    expect([comment.body, comment.mentions]).toEqual([body, [{ type: 'team', id: team.id, name: 'Web' }]]);
    expect((await watchers())[mia.id]).toEqual(['mentioned']);
  });

  it('are at most 50', async () => {
    const ids = Array.from({ length: 51 }, (_, n) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`);
    const text = (count: number) =>
      ids
        .slice(0, count)
        .map((id) => `[@a](user:${id})`)
        .join(' ');
    const post = (body: string) => company.member.api.post(`/tasks/${task.id}/comments`, { body });
    expect((await post(text(50))).status).toBe(201);
    const refused = await post(text(51));
    expect([refused.status, refused.body.error.details]).toEqual([400, { body: 'At most 50 mentions' }]);
    const put = await company.member.api.put(`/tasks/${task.id}`, { description: text(51) });
    expect([put.status, put.body.error.details]).toEqual([400, { description: 'At most 50 mentions' }]);
  });
});
