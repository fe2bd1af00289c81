import { OutboundHttp } from '#core/outbound/outbound-http.js';
import { actionsOf, createColleague, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { Chat, eachWithChat } from '../../support/chat.js';
import { DAY, iso } from '../../support/clock.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let chat: Chat;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());
eachWithChat((given) => (chat = given));

/** A scrum master with `count` chases to make, and its digest, in a chat. */
async function colleagueWith(count: number, input: object = {}): Promise<TestColleague> {
  const project = await createProject(company.owner);
  await addTasks(service.database, project.id, count);
  await service.database.rows(`UPDATE tasks SET due_date = now() - interval '9 days' WHERE project_id = $1`, [
    project.id,
  ]);
  return createColleague(company.owner, {
    name: 'Steve',
    projectIds: [project.id],
    notifications: chat.notifications,
    ...input,
  });
}

/** Two rules find the tasks, of which each says at most 200. */
const BOTH_LISTS = { rules: { 'task.stale_backlog': true }, reporting: { staleDays: 0 } };

async function statusesOf(colleague: TestColleague): Promise<Record<string, number>> {
  const rows = await service.database.rows<{ status: string; count: number }>(
    'SELECT status, count(*) FROM virtual_colleague_activity WHERE colleague_id = $1 GROUP BY status',
    [colleague.id],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function lastRun(colleague: TestColleague) {
  const { body } = await company.owner.api.get(`/virtual-colleagues/${colleague.id}/scan-history`);
  const { lastRunStatus } = (await company.owner.api.get(`/virtual-colleagues/${colleague.id}`)).body;
  expect(lastRunStatus).toBe(body[0].status);
  return body[0] as { status: string; error: string | null };
}

describe('a chat', () => {
  it('gets the actions as text, each in a line', async () => {
    const colleague = await colleagueWith(2);
    expect(await scan(company.member, colleague)).toMatchObject({ actionsGenerated: 3, sent: 3, failed: 0 });
    const messages = (await actionsOf(company.owner, colleague)).map(({ message }) => message);
    const digest = messages
      .at(-1)!
      .split('\n')
      .map((line, index) => `${index === 0 ? '•' : '–'} ${line}`);
    const chases = messages.slice(0, -1).map((message) => `• ${message}`);
    expect(chat.posts).toEqual([{ text: ['*Steve*', ...digest, 'Olga Owner:', ...chases.sort()].join('\n') }]);
    expect(await statusesOf(colleague)).toEqual({ sent: 3 });
    expect(await lastRun(colleague)).toMatchObject({ status: 'success', error: null });
  });

  it('gets no mentions and no disguised links from titles and names', async () => {
    const { owner } = company;
    const forging = '[Reset](https://evil.example)\u202e|<!here>\u2028• forged';
    const [max, lead] = [
      await createUser(owner, 'MEMBER', `Max @channel_${forging}`),
      await createUser(owner, 'MEMBER'),
    ];
    await owner.api.put(`/users/${lead.id}`, { name: `Lea @all${forging}` });
    const project = await createProject(owner, { name: `Project @here ${forging}`, key: 'FORGE' });
    await owner.api.put(`/projects/${project.id}/members/${lead.id}`, { role: 'lead' });
    const [startDate, endDate] = [iso(Date.now() - 9 * DAY), iso(Date.now() - 2 * DAY)];
    const names = { projectId: project.id, name: `Plan @everyone ${forging}`, startDate };
    const sprint = await owner.api.post('/sprints', { ...names, endDate });
    await owner.api.post(`/sprints/${sprint.body.id}/start`);
    const epic = await owner.api.post('/epics', { ...names, dueDate: endDate });
    await createTask(owner, project.id, {
      title: `@channel_ ${forging}`,
      dueDate: endDate,
      assigneeId: max.id,
      estimatedHours: 90,
      sprintId: sprint.body.id,
      epicId: epic.body.id,
      priority: 'Urgent',
    });
    const settings = { escalation: { afterChases: 0 }, chase: { afterHours: 0 } };
    const input = { projectIds: [project.id], notifications: chat.notifications, settings };
    const roles = ['scrum_master', 'project_lead', 'manager', 'myself'];
    for (const role of roles) {
      const name = `*Steve* ${forging}@here`;
      await scan(company.member, await createColleague(owner, { ...input, role, name, ownerId: max.id }));
    }
    expect(chat.posts).toHaveLength(roles.length);
    const texts = chat.posts.map(({ text }) => text);
    for (const text of texts) {
      expect(text).not.toMatch(/[<>[\]|\u202e\u2028]|@(?!\u200b)/);
      for (const line of text.split('\n').slice(1)) expect(line).toMatch(/^([•–] (?!forged)|.*:$)/);
    }
    const said = ['@\u200bchannel_ ［Reset］(https://evil.example)｜&lt;!here&gt;• forged', 'Max @\u200bchannel_'];
    for (const part of [...said, 'Plan @\u200beveryone', '*Steve*']) {
      expect(texts.join('\n')).toContain(part);
    }
  });

  it('whose URL cannot be read any more fails its scans, and can be set again', async () => {
    const colleague = await colleagueWith(1);
    await service.database.rows(
      `UPDATE virtual_colleagues SET chat_url = regexp_replace(chat_url, '^v1\\.\\w+', 'v1.0000beef') WHERE id = $1`,
      [colleague.id],
    );
    const path = `/virtual-colleagues/${colleague.id}`;
    const { status, body } = await company.owner.api.get<TestColleague>(path);
    expect([status, body.notifications]).toEqual([200, { chat: { webhookUrl: '***' } }]);
    expect((await company.owner.api.get('/virtual-colleagues')).status).toBe(200);
    expect(await scan(company.member, colleague)).toMatchObject({ actionsGenerated: 2, sent: 0, failed: 2 });
    expect(await lastRun(colleague)).toEqual(
      expect.objectContaining({
        status: 'failed',
        error: 'The chat did not take everything: Its URL could not be read, set it again',
      }),
    );
    expect(chat.posts).toEqual([]);
    expect((await company.owner.api.put(path, { notifications: chat.notifications })).status).toBe(200);
    expect(await scan(company.member, colleague)).toMatchObject({ failed: 0 });
  });

  it('gets at most 20 actions at once', async () => {
    const colleague = await colleagueWith(40);
    expect(await scan(company.member, colleague)).toMatchObject({ actionsGenerated: 41, sent: 41 });
    expect(chat.posts.map(({ text }) => text.split('\n').filter((line) => line.startsWith('•')).length)).toEqual([
      20, 20, 1,
    ]);
  });

  it('gets at most 10 posts of a scan; the last one says how many actions are left', async () => {
    const colleague = await colleagueWith(230, { settings: BOTH_LISTS });
    expect(await scan(company.member, colleague)).toMatchObject({ actionsGenerated: 401, sent: 200, failed: 0 });
    expect(chat.posts).toHaveLength(10);
    expect(chat.posts.at(-1)!.text).toMatch(/\n_201 more are in the activity log\._$/);
    expect(chat.posts.slice(0, -1).filter(({ text }) => text.includes('more are in'))).toEqual([]);
    expect(await statusesOf(colleague)).toEqual({ sent: 200, logged: 201 });
    expect((await lastRun(colleague)).status).toBe('success');
  });

  it('is tried three times', async () => {
    const colleague = await colleagueWith(1);
    chat.answer = (response) => response.writeHead(chat.posts.length < 3 ? 500 : 200).end();
    expect(await scan(company.member, colleague)).toMatchObject({ sent: 2, failed: 0 });
    expect(chat.posts).toHaveLength(3);
    expect((await lastRun(colleague)).status).toBe('success');
  });

  it('that fails gets nothing more: the rest has failed, untried', async () => {
    const colleague = await colleagueWith(230, { settings: BOTH_LISTS });
    chat.answer = (response) => response.writeHead(chat.posts.length === 1 ? 200 : 500).end();
    expect(await scan(company.member, colleague)).toMatchObject({ actionsGenerated: 401, sent: 20, failed: 180 });
    expect(chat.posts).toHaveLength(4);
    expect(await statusesOf(colleague)).toEqual({ sent: 20, failed: 180, logged: 201 });
    const run = await lastRun(colleague);
    expect(run).toMatchObject({ status: 'partial', error: expect.stringMatching(/status 500$/) });
    expect(run.error).not.toContain('secret-path');
  });

  it('that accepts nothing makes the run fail', async () => {
    const colleague = await colleagueWith(1);
    chat.answer = 404;
    expect(await scan(company.member, colleague)).toMatchObject({ actionsGenerated: 2, sent: 0, failed: 2 });
    expect(await statusesOf(colleague)).toEqual({ failed: 2 });
    expect((await lastRun(colleague)).status).toBe('failed');
  });

  it('is not followed to another address', async () => {
    const canary = await Chat.start();
    const colleague = await colleagueWith(1);
    chat.answer = (response) => response.writeHead(307, { Location: canary.url }).end();
    expect(await scan(company.member, colleague)).toMatchObject({ sent: 0, failed: 2 });
    expect([chat.posts.length, canary.posts.length]).toEqual([3, 0]);
    await canary.stop();
  });

  it('that hangs is given up after three times ten seconds', async () => {
    const colleague = await colleagueWith(1);
    const timeouts: number[] = [];
    const outbound = service.app.get(OutboundHttp);
    const post = outbound.post.bind(outbound);
    const hurried = jest.spyOn(outbound, 'post').mockImplementation((url, { timeoutMs, ...request }) => {
      timeouts.push(timeoutMs);
      return post(url, { ...request, timeoutMs: timeoutMs / 20 });
    });
    const release = chat.hold();
    expect(await scan(company.member, colleague)).toMatchObject({ sent: 0, failed: 2 });
    hurried.mockRestore();
    expect([timeouts, chat.posts.length]).toEqual([[10_000, 10_000, 10_000], 3]);
    expect(await lastRun(colleague)).toMatchObject({ status: 'failed', error: expect.stringMatching(/0\.5 s$/) });
    release();
  });

  it('that is not configured is no failure', async () => {
    const colleague = await colleagueWith(1, { notifications: null });
    expect(await scan(company.member, colleague)).toMatchObject({ actionsGenerated: 2, sent: 0, failed: 0 });
    expect(await statusesOf(colleague)).toEqual({ logged: 2 });
    expect((await lastRun(colleague)).status).toBe('success');
  });
});
