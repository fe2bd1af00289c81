import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { endOfEvents, eventPage, eventsAfter, type TestEvent } from '../../factories/event.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, createTasks } from '../../factories/task.factory.js';
import { createTeam, joinTeam, leaveTeam } from '../../factories/team.factory.js';
import { refusalOf } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** GET /events. */

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.member);
});
afterAll(() => service.stop());

const titles = (events: TestEvent[]) => events.map(({ data }) => data['title']);
const names = (events: TestEvent[]) => events.map(({ event }) => event);

/** What the user sees of what `change` does. */
async function seenBy(user: Pick<TestUser, 'api'>, change: () => Promise<unknown>): Promise<TestEvent[]> {
  const end = await endOfEvents(user);
  await change();
  return eventsAfter(user, end);
}

describe('the log of events', () => {
  it('shows each event as a webhook gets it, with its position and the author', async () => {
    const { member, viewer } = company;
    const key = await createApiKey(member);
    const end = await endOfEvents(viewer);
    const task = await createTask(member, project.id, { title: 'By hand' });
    const other = await createTask({ ...member, api: key.api }, project.id, { title: 'By a key' });
    const events = await eventsAfter(viewer, end);
    const actor = { type: 'user', id: member.id, name: member.name, apiKeyId: null };
    const common = { event: 'task.created', projectId: project.id };
    expect(events).toEqual([
      {
        ...common,
        id: expect.any(String),
        position: expect.any(String),
        timestamp: expect.any(String),
        actor,
        data: task,
      },
      expect.objectContaining({ ...common, actor: { ...actor, apiKeyId: key.id }, data: other }),
    ]);
    const [first, second] = events.map(({ position }) => BigInt(position)) as [bigint, bigint];
    expect([first > BigInt(end), second > first]).toEqual([true, true]);
  });

  it('is read page by page', async () => {
    const { member } = company;
    const end = await endOfEvents(member);
    await createTasks(member, project.id, ['1', '2', '3', '4', '5']);
    const first = await eventPage(member, `?after=${end}&limit=2`);
    expect([titles(first.data), first.meta]).toEqual([
      ['1', '2'],
      { next: first.data[1]!.position, hasMore: true, timestamp: expect.any(String) },
    ]);
    const second = await eventPage(member, `?after=${first.meta.next}&limit=3`);
    expect([titles(second.data), second.meta.hasMore]).toEqual([['3', '4', '5'], false]);
    const nothing = await eventPage(member, `?after=${second.meta.next}`);
    expect([nothing.data, nothing.meta.next, nothing.meta.hasMore]).toEqual([[], second.meta.next, false]);
    expect(second.meta.next).toBe(await endOfEvents(member));
  });

  it('begins with the oldest event that is kept, also after 0', async () => {
    const { owner } = stranger;
    await createProject(owner);
    for (const query of ['', '?after=0']) {
      const { data } = await eventPage(owner, query);
      expect(names(data)).toEqual(['project.created']);
    }
  });

  it('is empty in a company in which nothing has happened', async () => {
    const { owner } = await createCompany(service.api);
    for (const query of ['', '?after=0', '?after=latest']) {
      expect(await eventPage(owner, query)).toMatchObject({ data: [], meta: { next: '0', hasMore: false } });
    }
    expect(refusalOf(await owner.api.get('/events?after=1'))).toEqual([409, 'CONFLICT', expect.any(String)]);
  });

  it('is filtered by event and project, and moves on past filtered events', async () => {
    const { member } = company;
    const other = await createProject(member);
    const end = await endOfEvents(member);
    const task = await createTask(member, project.id, { title: 'Mine' });
    await createTask(member, other.id, { title: 'Other' });
    await member.api.put(`/tasks/${task.id}`, { title: 'Renamed' });
    expect(titles(await eventsAfter(member, end, '&event=task.created'))).toEqual(['Mine', 'Other']);
    expect(titles(await eventsAfter(member, end, '&event=task.created,task.updated'))).toHaveLength(3);
    expect(titles(await eventsAfter(member, end, `&projectId=${other.id}`))).toEqual(['Other']);
    const none = await eventPage(member, `?after=${end}&event=epic.created`);
    expect([none.data, none.meta.next]).toEqual([[], await endOfEvents(member)]);
  });

  it('reads a limited number of positions at once, and says that there may be more', async () => {
    const { owner } = stranger;
    const end = await endOfEvents(owner);
    await service.database.rows(
      `WITH counter AS (UPDATE event_positions SET position = position + 12000 WHERE company_id = $1
          RETURNING position - 12000 AS before)
        INSERT INTO events (company_id, id, position, name, data, occurred_at)
        SELECT $1, make_uuid_v7(), before + n, CASE n WHEN 11000 THEN 'label.deleted' ELSE 'label.created' END, '{}', now()
        FROM counter, generate_series(1, 12000) n`,
      [stranger.id],
    );
    const rare = await eventPage(owner, `?after=${end}&event=label.deleted`);
    expect([rare.data, rare.meta.hasMore]).toEqual([[], true]);
    expect(names(await eventsAfter(owner, end, '&event=label.deleted'))).toEqual(['label.deleted']);
    const [event] = await eventsAfter(owner, end, '&event=label.deleted');
    expect(event!.actor).toEqual({ type: 'system', id: null, name: null, apiKeyId: null });
  });

  it('returns no more at once than fits into memory, and continues after it', async () => {
    const { member } = company;
    const end = await endOfEvents(member);
    const description = 'x'.repeat(50_000);
    const ids = [];
    for (let n = 0; n < 20; n += 1) ids.push((await createTask(member, project.id, { description })).id);
    const page = await eventPage(member, `?after=${end}&limit=200`);
    expect(page.meta.hasMore).toBe(true);
    expect(page.data.length).toBeLessThan(20);
    expect((await eventsAfter(member, end)).map(({ data }) => data['id'] as string)).toEqual(ids);
  });

  it.each([
    ['after=', { after: 'Must be a position, or latest' }],
    ['after=-1', { after: 'Must be a position, or latest' }],
    ['after=1.5', { after: 'Must be a position, or latest' }],
    ['after=007', { after: 'Must be a position, or latest' }],
    ['after=newest', { after: 'Must be a position, or latest' }],
    ['after=1&after=2', { after: 'Given more than once' }],
    ['limit=0', { limit: 'Must be at least 1' }],
    ['limit=201', { limit: 'Must be at most 200' }],
    ['event=task.exploded', { event: expect.stringContaining('Must be one of: task.created') }],
    ['event=ping', { event: expect.stringContaining('Must be one of: task.created') }],
    ['projectId=x', { projectId: 'Invalid uuid' }],
    ['page=1', { page: 'Unknown parameter' }],
  ])('refuses ?%s', async (query, details) => {
    expect(refusalOf(await company.viewer.api.get(`/events?${query}`))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('refuses a position past the end', async () => {
    const next = BigInt(await endOfEvents(company.member)) + 1n;
    for (const after of [next, '99999999999999999999999']) {
      const { status, body } = await company.member.api.get(`/events?after=${after}`);
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    }
  });

  it('shows neither pings nor events of another company', async () => {
    const { admin, member } = company;
    const { body: webhook } = await admin.api.post('/webhooks', {
      url: 'http://127.0.0.1:9/',
      events: ['task.created'],
      secret: 'secret',
    });
    const seen = await seenBy(member, async () => {
      await admin.api.post(`/webhooks/${webhook.id}/ping`);
      await createProject(stranger.owner);
    });
    expect(seen).toEqual([]);
  });
});

describe('who reads the log', () => {
  it('sees the events of the company and of the projects within reach at that time', async () => {
    const { owner, admin, member, viewer } = company;
    const team = await createTeam(admin, [viewer]);
    const hidden = await createProject(owner, { teamId: team.id });
    const end = await endOfEvents(owner);
    await createTask(owner, hidden.id, { title: 'Hidden' });
    await createTeam(admin);
    const seen = async (user: TestUser) => names(await eventsAfter(user, end));
    for (const user of [owner, admin, viewer]) expect(await seen(user)).toEqual(['task.created', 'team.created']);
    expect(await seen(member)).toEqual(['team.created']);
    await leaveTeam(admin, team, viewer);
    await joinTeam(admin, team, member);
    expect((await seen(viewer)).includes('task.created')).toBe(false);
    expect((await seen(member)).includes('task.created')).toBe(true);
    expect(await eventsAfter(viewer, end, `&projectId=${hidden.id}`)).toEqual([]);
  });

  it('sees only the allowed events of a deleted project', async () => {
    const { owner, admin, member, viewer } = company;
    const team = await createTeam(admin, [viewer]);
    const hidden = await createProject(owner, { teamId: team.id });
    const end = await endOfEvents(owner);
    await createTask(owner, hidden.id);
    await owner.api.delete(`/projects/${hidden.id}`);
    const seen = async (user: TestUser) => (await eventsAfter(user, end)).map(({ event, data }) => [event, data]);
    const deleted = ['project.deleted', { ...hidden, taskCount: 1 }];
    for (const user of [owner, admin]) {
      expect(await seen(user)).toEqual([['task.created', expect.anything()], deleted]);
    }
    expect(await seen(viewer)).toEqual([deleted]);
    expect(await seen(member)).toEqual([['project.deleted', { id: hidden.id }]]);
    await service.database.rows('UPDATE events SET audience = NULL WHERE project_id = $1', [hidden.id]);
    expect(await seen(viewer)).toEqual([['project.deleted', { id: hidden.id }]]);
  });
});
