import { createColleague, type TestColleague } from '../../factories/colleague.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const CHAT = 'http://127.0.0.1:9/hooks/secret-path';

let service: TestService;
let company: TestCompany;
let foreign: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger: foreign } = await startWithCompanies());
  project = await createProject(company.owner);
});
afterAll(() => service.stop());

describe('POST /virtual-colleagues', () => {
  it('creates one from a name and a role', async () => {
    const { status, body } = await company.admin.api.post('/virtual-colleagues', { name: ' Steve ', role: 'manager' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Steve',
        role: 'manager',
        description: null,
        avatar: null,
        active: true,
        schedule: { frequency: 'daily', time: '09:00', timezone: 'UTC' },
        rules: [],
        projectIds: [],
        notifications: null,
        settings: expect.objectContaining({ tone: 'formal' }),
        ownerId: company.admin.id,
        nextRunAt: expect.stringMatching(/T09:00:00\.000Z$/),
        lastRunAt: null,
        lastRunStatus: null,
        createdAt: expect.any(String),
        updatedAt: body.createdAt,
      },
    ]);
    expect(Date.parse(body.nextRunAt) - Date.parse(body.createdAt)).toBeGreaterThan(0);
  });

  it('accepts every field', async () => {
    const other = await createProject(company.owner);
    const input = {
      name: 'Ada',
      role: 'agent',
      description: 'Does things',
      avatar: 'robot-3',
      active: false,
      schedule: { frequency: 'weekly', time: '07:45', timezone: 'Europe/Kyiv' },
      projectIds: [other.id, project.id],
      notifications: { chat: { webhookUrl: CHAT } },
      ownerId: company.viewer.id,
    };
    const colleague = await createColleague(company.owner, { ...input, settings: { tone: 'friendly' } });
    expect(colleague).toMatchObject({ ...input, settings: { tone: 'friendly' }, nextRunAt: null });
    const found = await company.owner.api.get(`/virtual-colleagues/${colleague.id}`);
    expect(found.body).toEqual({ ...colleague, recentActivity: [], nextRuns: [] });
  });

  it('accepts null for optional fields', async () => {
    const nulls = { description: null, avatar: null, active: null, schedule: null, projectIds: null, settings: null };
    const colleague = await createColleague(company.owner, { ...nulls, notifications: null, ownerId: null });
    expect(colleague).toMatchObject({ active: true, projectIds: [], ownerId: company.owner.id });
    const inner = { notifications: { chat: null }, settings: { tone: null }, schedule: { time: null, timezone: null } };
    expect(await createColleague(company.owner, inner)).toMatchObject({
      notifications: null,
      schedule: { frequency: 'daily', time: '09:00', timezone: 'UTC' },
    });
  });

  it('needs no time for hourly runs', async () => {
    const colleague = await createColleague(company.owner, {
      schedule: { frequency: 'hourly', timezone: 'Asia/Tokyo' },
    });
    expect(colleague.schedule).toEqual({ frequency: 'hourly', timezone: 'Asia/Tokyo' });
    expect(colleague.nextRunAt).toMatch(/:00:00\.000Z$/);
  });

  it.each<[input: object, details: Record<string, unknown>]>([
    [
      { name: undefined, role: undefined },
      { name: 'Required', role: 'Required' },
    ],
    [{ role: 'boss' }, { role: expect.stringMatching(/^Must be one of: scrum_master, project_lead, .*, agent$/) }],
    [{ role: 7 }, { role: 'Expected string' }],
    [
      { schedule: { frequency: 'monthly' } },
      { 'schedule.frequency': expect.stringMatching(/^Must be one of: hourly/) },
    ],
    [{ schedule: { time: '9:00' } }, { 'schedule.time': 'Must be HH:MM, from 00:00 to 23:59' }],
    [{ schedule: { time: '24:00' } }, { 'schedule.time': 'Must be HH:MM, from 00:00 to 23:59' }],
    [{ schedule: { timezone: '+05:30' } }, { 'schedule.timezone': expect.stringMatching(/IANA/) }],
    [{ schedule: { timezone: 'Mars/Olympus' } }, { 'schedule.timezone': expect.stringMatching(/IANA/) }],
    [{ schedule: 'daily' }, { schedule: 'Expected object' }],
    [{ schedule: { day: 1 } }, { 'schedule.day': 'Unknown field' }],
    [{ projectIds: ['x'] }, { projectIds: 'Invalid uuid' }],
    [{ projectIds: UNKNOWN_ID }, { projectIds: 'Expected array' }],
    [{ ownerId: 'x' }, { ownerId: 'Invalid uuid' }],
    [{ notifications: { chat: {} } }, { 'notifications.chat.webhookUrl': 'Required' }],
    [{ notifications: { chat: { webhookUrl: 'chat' } } }, { 'notifications.chat.webhookUrl': 'Invalid url' }],
    [{ notifications: { fax: 'x' } }, { 'notifications.fax': 'Unknown field' }],
    [
      { notifications: { chat: { webhookUrl: 'http://169.254.169.254/' } } },
      { 'notifications.chat.webhookUrl': 'Must not point to a private or special address' },
    ],
    [
      { nextRunAt: '2027-01-01', lastRunStatus: 'success' },
      { nextRunAt: 'Unknown field', lastRunStatus: 'Unknown field' },
    ],
  ])('refuses %j', async (input, details) => {
    const answer = await company.admin.api.post('/virtual-colleagues', { name: 'x', role: 'member', ...input });
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('answers 404 for projects and owners of other companies, and deactivated owners', async () => {
    const elsewhere = await createProject(foreign.owner);
    for (const projectIds of [[elsewhere.id], [project.id, UNKNOWN_ID]]) {
      const { status, body } = await company.owner.api.post('/virtual-colleagues', {
        name: 'x',
        role: 'member',
        projectIds,
      });
      expect([status, body]).toEqual([404, { error: 'Project not found' }]);
    }
    const inactive = await company.owner.api.post('/users', {
      email: 'gone@example.com',
      name: 'Gone',
      role: 'MEMBER',
    });
    await company.owner.api.put(`/users/${inactive.body.id}`, { active: false });
    for (const ownerId of [foreign.member.id, UNKNOWN_ID, inactive.body.id]) {
      const answer = await company.owner.api.post('/virtual-colleagues', { name: 'x', role: 'member', ownerId });
      expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND', 'User not found']);
    }
  });
});

describe('GET /virtual-colleagues', () => {
  it('lists the colleagues of the company, the oldest first, as an array or in pages', async () => {
    const own = await createCompany(service.api);
    const made: TestColleague[] = [];
    for (const name of ['a', 'b', 'c']) made.push(await createColleague(own.owner, { name, role: 'manager' }));
    const listed = made.map(({ rules: _rules, ...colleague }) => colleague);
    expect((await own.owner.api.get('/virtual-colleagues')).body).toEqual(listed);
    const page = await own.owner.api.get('/virtual-colleagues?page=2&limit=2');
    expect(page.body.data).toEqual([listed[2]]);
    expect(page.body.meta.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  });
});

describe('what a colleague shows', () => {
  it('includes its chat for ADMIN and OWNER only', async () => {
    const { id } = await createColleague(company.owner, { notifications: { chat: { webhookUrl: CHAT } } });
    const { owner, admin, member, viewer } = company;
    const shown = async (user: typeof owner) => {
      const list = (await user.api.get<TestColleague[]>('/virtual-colleagues')).body;
      const single = (await user.api.get<TestColleague>(`/virtual-colleagues/${id}`)).body;
      return [list.find((colleague) => colleague.id === id)!.notifications, single.notifications];
    };
    const chat = { chat: { webhookUrl: CHAT } };
    expect([await shown(owner), await shown(admin)]).toEqual([
      [chat, chat],
      [chat, chat],
    ]);
    expect([await shown(member), await shown(viewer)]).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('is encrypted in the database, for that colleague only', async () => {
    const notifications = { chat: { webhookUrl: CHAT } };
    const first = await createColleague(company.owner, { notifications });
    const second = await createColleague(company.owner, { notifications });
    const rows = await service.database.rows<{ chatUrl: string }>(
      'SELECT chat_url AS "chatUrl" FROM virtual_colleagues WHERE id = ANY ($1)',
      [[first.id, second.id]],
    );
    expect(rows.map(({ chatUrl }) => chatUrl)).toEqual([
      expect.stringMatching(/^v1\./),
      expect.stringMatching(/^v1\./),
    ]);
    expect(JSON.stringify(rows)).not.toContain('secret-path');
  });

  it('includes only the projects that the caller can reach', async () => {
    const hidden = await createProject(company.owner);
    await giveToTeam(service.database, hidden.id);
    const { id } = await createColleague(company.owner, { projectIds: [hidden.id, project.id] });
    const projectsFor = async ({ api }: { api: typeof service.api }) =>
      (await api.get<TestColleague>(`/virtual-colleagues/${id}`)).body.projectIds;
    expect(await projectsFor(company.admin)).toEqual([hidden.id, project.id]);
    expect(await projectsFor(company.member)).toEqual([project.id]);
  });
});

describe('the next runs of a single colleague', () => {
  it('are five moments of its schedule, the first its next run', async () => {
    const schedule = { frequency: 'weekly', time: '09:00', timezone: 'UTC' };
    const { id, nextRunAt } = await createColleague(company.owner, { schedule });
    const { body } = await company.viewer.api.get(`/virtual-colleagues/${id}`);
    const weeks = [0, 1, 2, 3, 4].map((count) => Date.parse(nextRunAt!) + count * 7 * 86_400_000);
    expect(body.nextRuns).toEqual(weeks.map((moment) => new Date(moment).toISOString()));
    await company.owner.api.put(`/virtual-colleagues/${id}`, { active: false });
    expect((await company.viewer.api.get(`/virtual-colleagues/${id}`)).body.nextRuns).toEqual([]);
  });
});

describe('PUT /virtual-colleagues/{id}', () => {
  it('changes the given fields', async () => {
    const colleague = await createColleague(company.owner, { description: 'old', projectIds: [project.id] });
    const input = { name: 'New', role: 'customer', description: null, avatar: 'a', ownerId: company.member.id };
    const { status, body } = await company.admin.api.put(`/virtual-colleagues/${colleague.id}`, input);
    expect(status).toBe(200);
    const { settings: _settings, updatedAt: _updatedAt, ...rest } = colleague;
    expect(body).toMatchObject({ ...rest, ...input });
    expect(body.updatedAt > colleague.updatedAt).toBe(true);
    const { body: found } = await company.owner.api.get(`/virtual-colleagues/${colleague.id}`);
    expect(found).toEqual({ ...body, recentActivity: [], nextRuns: expect.any(Array) });
  });

  it('changes nothing when nothing is different', async () => {
    const colleague = await createColleague(company.owner, {
      notifications: { chat: { webhookUrl: CHAT } },
      projectIds: [project.id],
    });
    const { name, role, schedule, projectIds, notifications, settings, ownerId, active } = colleague;
    const same = { name, role, schedule, projectIds, notifications, settings, ownerId, active };
    for (const input of [{}, same]) {
      const { status, body } = await company.owner.api.put(`/virtual-colleagues/${colleague.id}`, input);
      expect([status, body]).toEqual([200, colleague]);
    }
  });

  it('keeps an owner who has been deactivated, and accepts no other deactivated user', async () => {
    const [owner, other] = [await createUser(company.owner, 'MEMBER'), await createUser(company.owner, 'MEMBER')];
    const { id } = await createColleague(company.owner, { ownerId: owner.id });
    for (const user of [owner, other]) await company.owner.api.put(`/users/${user.id}`, { active: false });
    const put = (ownerId: string) => company.owner.api.put(`/virtual-colleagues/${id}`, { name: 'New', ownerId });
    expect(refusalOf(await put(other.id))).toEqual([404, 'NOT_FOUND', 'User not found']);
    const { status, body } = await put(owner.id);
    expect([status, body]).toMatchObject([200, { name: 'New', ownerId: owner.id }]);
  });

  it('merges the schedule and sets the next run at once', async () => {
    const colleague = await createColleague(company.owner, { schedule: { time: '10:15', timezone: 'Asia/Kolkata' } });
    const path = `/virtual-colleagues/${colleague.id}`;
    const hourly = await company.owner.api.put(path, { schedule: { frequency: 'hourly' } });
    expect(hourly.body.schedule).toEqual({ frequency: 'hourly', time: '10:15', timezone: 'Asia/Kolkata' });
    expect(hourly.body.nextRunAt).toMatch(/:45:00\.000Z$/);
    const daily = await company.owner.api.put(path, { schedule: { frequency: 'daily', time: null } });
    expect(daily.body.schedule).toEqual({ frequency: 'daily', time: '09:00', timezone: 'Asia/Kolkata' });
    expect(daily.body.nextRunAt).toMatch(/T03:30:00\.000Z$/);
  });

  it('has no next run while it is disabled', async () => {
    const { id, nextRunAt } = await createColleague(company.owner);
    const path = `/virtual-colleagues/${id}`;
    expect((await company.owner.api.put(path, { active: false })).body).toMatchObject({
      active: false,
      nextRunAt: null,
    });
    const moved = await company.owner.api.put(path, { schedule: { time: '10:00' } });
    expect(moved.body.nextRunAt).toBeNull();
    const enabled = await company.owner.api.put(path, { active: true, schedule: { time: '09:00' } });
    expect(enabled.body).toMatchObject({ active: true, nextRunAt });
  });

  it('takes its chat away and gives it another', async () => {
    const { id } = await createColleague(company.owner, { notifications: { chat: { webhookUrl: CHAT } } });
    const put = async (notifications: unknown) =>
      (await company.owner.api.put<TestColleague>(`/virtual-colleagues/${id}`, { notifications })).body.notifications;
    expect(await put({ chat: { webhookUrl: `${CHAT}/2` } })).toEqual({ chat: { webhookUrl: `${CHAT}/2` } });
    expect(await put({})).toEqual({ chat: { webhookUrl: `${CHAT}/2` } });
    expect(await put({ chat: null })).toBeNull();
    expect(await put({ chat: { webhookUrl: CHAT } })).toEqual({ chat: { webhookUrl: CHAT } });
    expect(await put(null)).toBeNull();
  });

  it.each<[input: object, details: object]>([
    [{ name: null, role: null, active: null, schedule: null, projectIds: null, ownerId: null }, expect.anything()],
    [{ role: 'boss' }, { role: expect.stringMatching(/^Must be one of/) }],
    [{ schedule: { timezone: null } }, { 'schedule.timezone': 'Required' }],
    [{ notifications: { chat: { webhookUrl: 'http://10.0.0.1' } } }, expect.anything()],
  ])('refuses %j', async (input, details) => {
    const { id } = await createColleague(company.owner);
    const answer = await company.owner.api.put(`/virtual-colleagues/${id}`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('answers 404 for an unknown reference, and changes nothing', async () => {
    const colleague = await createColleague(company.owner);
    const path = `/virtual-colleagues/${colleague.id}`;
    const ofProject = await company.owner.api.put(path, { name: 'New', projectIds: [UNKNOWN_ID] });
    expect([ofProject.status, ofProject.body]).toEqual([404, { error: 'Project not found' }]);
    const ofOwner = await company.owner.api.put(path, { name: 'New', ownerId: UNKNOWN_ID });
    expect(refusalOf(ofOwner)).toEqual([404, 'NOT_FOUND', 'User not found']);
    const { body: found } = await company.owner.api.get(path);
    expect(found).toEqual({ ...colleague, recentActivity: [], nextRuns: expect.any(Array) });
  });
});

describe('the projects of a colleague', () => {
  it('are a set that can be replaced, and emptied to mean all', async () => {
    const other = await createProject(company.owner);
    const { id } = await createColleague(company.owner, { projectIds: [project.id, other.id, project.id] });
    const put = async (projectIds: string[]) =>
      (await company.owner.api.put<TestColleague>(`/virtual-colleagues/${id}`, { projectIds })).body.projectIds;
    expect(await put([other.id, project.id])).toEqual([other.id, project.id]);
    expect(await put([])).toEqual([]);
    expect(await put([other.id])).toEqual([other.id]);
  });

  it('are those of the last change when several come at once', async () => {
    const { id } = await createColleague(company.owner);
    const path = `/virtual-colleagues/${id}`;
    await service.database.rows('BEGIN');
    await service.database.rows('SELECT 1 FROM virtual_colleagues WHERE company_id = $1 AND id = $2 FOR UPDATE', [
      company.id,
      id,
    ]);
    const narrowed = company.owner.api.put<TestColleague>(path, { projectIds: [project.id] });
    await service.database.lockWaits(1);
    const widened = company.owner.api.put<TestColleague>(path, { projectIds: [] });
    await service.database.lockWaits(2);
    await service.database.rows('COMMIT');
    expect([(await narrowed).body.projectIds, (await widened).body.projectIds]).toEqual([[project.id], []]);
    expect((await company.owner.api.get(path)).body.projectIds).toEqual([]);
  });

  it('lose one that is deleted', async () => {
    const doomed = await createProject(company.owner);
    const { id } = await createColleague(company.owner, { projectIds: [doomed.id, project.id] });
    expect((await company.owner.api.delete(`/projects/${doomed.id}`)).status).toBe(204);
    expect((await company.owner.api.get(`/virtual-colleagues/${id}`)).body.projectIds).toEqual([project.id]);
  });
});

describe('DELETE /virtual-colleagues/{id}', () => {
  it('removes it for good', async () => {
    const { id } = await createColleague(company.owner, { projectIds: [project.id] });
    expect((await company.admin.api.delete(`/virtual-colleagues/${id}`)).status).toBe(204);
    const gone = [404, { error: 'Virtual colleague not found' }];
    for (const path of ['', '/scan-history', '/activity']) {
      const { status, body } = await company.owner.api.get(`/virtual-colleagues/${id}${path}`);
      expect([status, body]).toEqual(gone);
    }
    const again = await company.owner.api.delete(`/virtual-colleagues/${id}`);
    expect([again.status, again.body]).toEqual(gone);
  });
});
