import { createLogger } from '#core/logging/logger.js';
import { createAgent } from '../../factories/agent.factory.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { type CalendarEvent, readCalendar } from '../../support/calendar-reader.js';
import { DAY, dayIn } from '../../support/clock.js';
import { columnsWith } from '../../support/columns-with.js';
import { eventually } from '../../support/eventually.js';
import { times } from '../../support/times.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const NO_FEED = [404, 'NOT_FOUND', 'Calendar feed not found'];
const NO_CALENDAR = [404, 'NOT_FOUND', 'Calendar not found'];

let log = '';
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({}, undefined, createLogger('trace', { write: (text) => (log += text) }));
  company = await createCompany(service.api);
});
afterAll(() => service.stop());

/** A day so many days from today, as dates of tasks are written. */
const digits = (date: string): string => date.replaceAll('-', '');

async function feedOf({ api }: TestUser, content: object): Promise<{ id: string; url: string; file: string }> {
  const { status, body } = await api.post('/calendar-feeds', { name: 'Feed', ...content });
  expect([status, body.error]).toEqual([201, undefined]);
  return { ...body, file: (body.url as string).split('/').at(-1) };
}

async function read(file: string, headers: Record<string, string> = {}, method = 'GET', of = service) {
  const response = await fetch(`${of.baseUrl}/calendar/${file}`, {
    method,
    headers: { 'X-Forwarded-Proto': 'https', ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function eventsOf(file: string): Promise<CalendarEvent[]> {
  const { status, text } = await read(file);
  expect(status).toBe(200);
  return readCalendar(text);
}

const summariesOf = async (file: string) => (await eventsOf(file)).map(({ SUMMARY }) => SUMMARY?.value);

async function refusalAt(file: string) {
  const { status, text } = await read(file);
  return refusalOf({ status, body: JSON.parse(text) } as never);
}

describe('calendar feeds', () => {
  it.each(['owner', 'admin', 'member', 'viewer'] as const)('are made, listed and deleted by a %s', async (role) => {
    const { api } = company[role];
    const { status, body } = await api.post('/calendar-feeds', { name: ' Mine ', mine: true });
    const { url, ...shown } = body;
    expect([status, shown]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Mine',
        viewId: null,
        projectId: null,
        mine: true,
        createdAt: expect.any(String),
        lastReadAt: null,
      },
    ]);
    expect(url).toMatch(/^https:\/\/service\.example\.com\/api\/calendar\/[\w-]{64}\.ics$/);
    expect((await api.get('/calendar-feeds')).body).toEqual([shown]);
    const file = (url as string).split('/').at(-1) ?? '';
    expect((await read(file)).status).toBe(200);
    const [{ lastReadAt }] = (await api.get('/calendar-feeds')).body;
    expect(Date.parse(lastReadAt as string)).toBeGreaterThan(Date.now() - DAY);
    expect((await api.get('/calendar-feeds?page=1')).body.data).toHaveLength(1);
    expect((await api.delete(`/calendar-feeds/${shown.id}`)).status).toBe(204);
    expect(refusalOf(await api.delete(`/calendar-feeds/${shown.id}`))).toEqual(NO_FEED);
    expect(await refusalAt(file)).toEqual(NO_CALENDAR);
  });

  it('are made with a key of a person, and with none of an agent', async () => {
    const { api } = await createApiKey(company.member);
    const { body } = await api.post('/calendar-feeds', { name: 'By key', mine: true });
    const agent = await createAgent(company.owner);
    expect(result(await agent.api.post('/calendar-feeds', { name: 'A', mine: true }))).toEqual(FORBIDDEN);
    expect(result(await agent.api.get('/calendar-feeds'))).toEqual(FORBIDDEN);
    expect(result(await agent.api.delete(`/calendar-feeds/${body.id}`))).toEqual(FORBIDDEN);
    await api.delete(`/calendar-feeds/${body.id}`);
  });

  it("are one's own: nobody else sees or deletes them", async () => {
    const { id } = await feedOf(company.member, { mine: true });
    const other = await createCompany(service.api);
    for (const { api } of [company.owner, company.viewer, other.owner]) {
      expect((await api.get('/calendar-feeds')).body).toEqual([]);
      expect(refusalOf(await api.delete(`/calendar-feeds/${id}`))).toEqual(NO_FEED);
    }
    await company.member.api.delete(`/calendar-feeds/${id}`);
  });

  it.each([
    [{}, { name: 'Required' }],
    [{ name: 'F' }, { viewId: 'Give exactly one of viewId, projectId, mine' }],
    [{ name: 'F', mine: false }, { mine: 'Must be true' }],
    [{ name: 'F', mine: true, projectId: UNKNOWN_ID }, { mine: 'Cannot be given with projectId' }],
    [{ name: 'F', viewId: UNKNOWN_ID, projectId: UNKNOWN_ID }, { projectId: 'Cannot be given with viewId' }],
    [{ name: 'F', mine: 'yes' }, { mine: 'Expected boolean' }],
    [{ name: 'F', viewId: 'x' }, { viewId: 'Invalid uuid' }],
    [{ name: 'F', mine: true, url: 'x' }, { url: 'Unknown field' }],
  ])('refuse %j', async (input, details) => {
    const answer = await company.member.api.post('/calendar-feeds', input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('are made of nothing that the caller does not reach', async () => {
    const other = await createCompany(service.api);
    const foreign = await createProject(other.owner);
    const hidden = await createProject(company.owner);
    await giveToTeam(service.database, hidden.id);
    const view = (await company.owner.api.post('/views', { name: 'Private' })).body;
    for (const projectId of [UNKNOWN_ID, foreign.id, hidden.id]) {
      const answer = await company.member.api.post('/calendar-feeds', { name: 'F', projectId });
      expect(result(answer)).toEqual([404, { error: 'Project not found' }]);
    }
    for (const viewId of [UNKNOWN_ID, view.id]) {
      const answer = await company.member.api.post('/calendar-feeds', { name: 'F', viewId });
      expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND', 'View not found']);
    }
  });

  it('are at most 20 of a person', async () => {
    const user = await createUser(company.owner, 'VIEWER');
    const make = () => user.api.post('/calendar-feeds', { name: 'F', mine: true });
    const statuses = (await times(21, make)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array.from({ length: 20 }, () => 201), 409]);
    expect(refusalOf(await make())).toEqual([
      409,
      'CONFLICT',
      'A user has at most 20 calendar feeds; delete one first',
    ]);
  });

  it('go with their project and view', async () => {
    const gone = await createProject(company.owner);
    const view = (await company.owner.api.post('/views', { name: 'Short' })).body;
    const feeds = [
      await feedOf(company.owner, { projectId: gone.id }),
      await feedOf(company.owner, { viewId: view.id }),
    ];
    await company.owner.api.delete(`/views/${view.id}`);
    await company.owner.api.post(`/projects/${gone.id}/archive`);
    await company.owner.api.delete(`/projects/${gone.id}`);
    expect((await company.owner.api.get('/calendar-feeds')).body).toEqual([]);
    for (const { file } of feeds) expect(await refusalAt(file)).toEqual(NO_CALENDAR);
  });
});

describe('a calendar', () => {
  it('shows days, moments, what is done and where it is', async () => {
    const own = await createProject(company.owner, { key: 'CAL' });
    const { file } = await feedOf(company.viewer, { projectId: own.id });
    const make = (title: string, input: object) => createTask(company.member, own.id, { title, ...input });
    const day = await make('One day', { dueDate: dayIn(1) });
    await make('Some days', { startDate: dayIn(2), dueDate: dayIn(4), status: 'Done' });
    await make('A moment', { dueDate: `${dayIn(5)}T09:30:00Z` });
    await make('A span', { startDate: dayIn(5), dueDate: `${dayIn(6)}T09:30:00+02:00` });
    await make('No time', { startDate: `${dayIn(7)}T09:30:00Z`, dueDate: `${dayIn(7)}T09:30:00Z` });
    await make('Never due', { startDate: dayIn(8) });
    await make('Far', { dueDate: dayIn(182) });
    await make('Long ago', { dueDate: dayIn(-182) });
    const events = await eventsOf(file);
    const whole = (date: string) => ({ parameters: 'VALUE=DATE', value: digits(date) });
    const moment = (date: string, time: string) => ({ parameters: '', value: `${digits(date)}T${time}Z` });
    expect(events.map(({ SUMMARY, DTSTART, DTEND }) => [SUMMARY?.value, DTSTART, DTEND])).toEqual([
      ['CAL-1 One day', whole(dayIn(1)), whole(dayIn(2))],
      ['✓ CAL-2 Some days', whole(dayIn(2)), whole(dayIn(5))],
      ['CAL-3 A moment', moment(dayIn(5), '093000'), undefined],
      ['CAL-4 A span', moment(dayIn(5), '000000'), moment(dayIn(6), '073000')],
      ['CAL-5 No time', moment(dayIn(7), '093000'), undefined],
    ]);
    const plain = (value: string) => ({ parameters: '', value });
    expect(events[0]).toMatchObject({
      UID: plain(day.id),
      SEQUENCE: plain('0'),
      URL: plain('https://service.example.com/tasks/CAL-1'),
      TRANSP: plain('TRANSPARENT'),
      DTSTAMP: plain(day.updatedAt.replace(/[-:]|\.\d+/g, '')),
    });
  });

  it('writes any title as RFC 5545 asks for', async () => {
    const own = await createProject(company.owner, { key: 'ESC' });
    const { file } = await feedOf(company.member, { projectId: own.id });
    const title = `a,b;c\\n "d": \\, ${'ü🦊語'.repeat(60)}`;
    await createTask(company.member, own.id, { title, dueDate: dayIn(1) });
    expect(await summariesOf(file)).toEqual([`ESC-1 ${title}`]);
  });

  it('is a strong ETag that changes with the tasks alone, and its number rises with each change', async () => {
    const own = await createProject(company.owner, { key: 'TAG' });
    const { file } = await feedOf(company.member, { projectId: own.id });
    const task = await createTask(company.member, own.id, { dueDate: dayIn(1) });
    const first = await read(file);
    expect(first.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    expect((await read(file)).text).toBe(first.text);
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await read(file, { 'If-None-Match': known });
      expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag]);
    }
    const head = await read(file, {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('ETag')]).toEqual([200, '', tag]);
    const numbers: number[] = [];
    for (const input of [{ title: 'Other' }, { priority: 'High' }, { dueDate: dayIn(2) }]) {
      await company.member.api.put(`/tasks/${task.id}`, input);
      const { status, text } = await read(file, { 'If-None-Match': tag });
      expect(status).toBe(200);
      numbers.push(Number(readCalendar(text)[0]?.['SEQUENCE']?.value));
    }
    expect(numbers).toEqual([1, 2, 3]);
    const numberNow = async () => Number(readCalendar((await read(file)).text)[0]?.['SEQUENCE']?.value);
    await company.member.api.delete(`/tasks/${task.id}`);
    expect((await company.member.api.post(`/trash/${task.id}/restore`)).status).toBe(200);
    expect(await numberNow()).toBe(4);
    const other = await createProject(company.owner);
    for (const projectId of [other.id, own.id]) {
      expect((await company.member.api.post(`/tasks/${task.id}/transfer`, { projectId })).status).toBe(200);
    }
    expect(await numberNow()).toBe(6);
  });

  it('has the tasks of its maker, or of a view, as the maker sees them now', async () => {
    const user = await createUser(company.owner, 'MEMBER', 'Vic View');
    const [open, closed] = [
      await createProject(company.owner, { key: 'OPN' }),
      await createProject(company.owner, { key: 'CLO' }),
    ];
    const view = (await user.api.post('/views', { name: 'Mine', filter: 'assignee = me and not done' })).body;
    const feeds = [await feedOf(user, { mine: true }), await feedOf(user, { viewId: view.id })];
    const inProject = await feedOf(user, { projectId: closed.id });
    await createTask(company.owner, open.id, { dueDate: dayIn(1), assigneeId: user.id });
    await createTask(company.owner, open.id, { dueDate: dayIn(1) });
    await createTask(company.owner, closed.id, { dueDate: dayIn(2), assigneeId: user.id });
    for (const { file } of feeds) expect(await summariesOf(file)).toEqual(['OPN-1 Task', 'CLO-1 Task']);
    await giveToTeam(service.database, closed.id);
    for (const { file } of feeds) expect(await summariesOf(file)).toEqual(['OPN-1 Task']);
    expect(await refusalAt(inProject.file)).toEqual(NO_CALENDAR);
    await company.owner.api.put(`/users/${user.id}`, { role: 'ADMIN' });
    for (const { file } of feeds) expect(await summariesOf(file)).toEqual(['OPN-1 Task', 'CLO-1 Task']);
    expect(await summariesOf(inProject.file)).toEqual(['CLO-1 Task']);
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    for (const { file } of [...feeds, inProject]) expect(await refusalAt(file)).toEqual(NO_CALENDAR);
    await company.owner.api.put(`/users/${user.id}`, { active: true });
    expect(await summariesOf(inProject.file)).toEqual(['CLO-1 Task']);
  });

  it('is lost with a view that its maker no longer sees', async () => {
    const { id } = (await company.owner.api.post('/views', { name: 'Shared', visibility: 'company' })).body;
    const { file } = await feedOf(company.viewer, { viewId: id });
    expect((await read(file)).status).toBe(200);
    await company.owner.api.put(`/views/${id}`, { visibility: 'private' });
    expect(await refusalAt(file)).toEqual(NO_CALENDAR);
  });

  it('has the 2,000 tasks that are due nearest', async () => {
    const own = await createProject(company.owner, { key: 'BIG' });
    const { file } = await feedOf(company.owner, { projectId: own.id });
    await service.database.rows(
      `INSERT INTO tasks (company_id, id, project_id, tid, rank, title, status, priority, due_date, created_at, updated_at)
        SELECT $1, make_uuid_v7(), $2, 'BIG-' || n, 'r' || lpad(n::text, 5, '0'), 'Task', 'Backlog', 'None',
          now() + n * interval '1 hour', now(), now() FROM generate_series(1, 2001) n`,
      [company.id, own.id],
    );
    const summaries = await summariesOf(file);
    expect([summaries.length, summaries[0], summaries.at(-1)]).toEqual([2_000, 'BIG-1 Task', 'BIG-2000 Task']);
  });

  it.each(['x', 'x.ics', `${'A'.repeat(64)}.ics`, '%00.ics'])('is none at %s', async (file) => {
    expect(await refusalAt(file)).toEqual(NO_CALENDAR);
  });

  it('needs its whole address', async () => {
    const { file } = await feedOf(company.owner, { mine: true });
    for (const wrong of [file.slice(0, -4), file.replace('.ics', '.txt'), file.toUpperCase(), `A${file}`]) {
      expect(await refusalAt(wrong)).toEqual(NO_CALENDAR);
    }
    expect((await read(file, { Authorization: 'Bearer nonsense' })).status).toBe(200);
  });

  it('has an address of which neither the database nor a log has the secret', async () => {
    const { file } = await feedOf(company.owner, { mine: true });
    const token = file.slice(0, -4);
    await read(file);
    await read(`${file}?t=1`, {}, 'POST');
    await read(`${token}/more`);
    const { api } = await createApiKey(company.owner);
    await api.get(`/calendar/${file}/more`);
    await eventually('all four are logged', () => Promise.resolve(log.split('/api/calendar/…').length >= 5));
    expect(log).not.toContain(token);
    expect(await columnsWith(service.database, token)).toEqual([]);
    await eventually('the use of the key is written', async () => {
      const rows = await service.database.rows(`SELECT 1 FROM api_key_requests WHERE path LIKE '/api/calendar/%'`);
      return rows.length === 1;
    });
    expect(await columnsWith(service.database, token)).toEqual([]);
  });
});

describe('the rate limit of calendars', () => {
  let limited: TestService;
  beforeAll(async () => {
    const rateLimits = { apiKey: 90, apiRead: 90, apiWrite: 90, apiDelete: 90, auth: 3, calendar: 2, code: 2 };
    limited = await startTestService({ rateLimits }, service.database);
  });
  afterAll(() => limited.stop());

  it('counts each by itself, and what there is not as a try to sign in', async () => {
    const feeds = [await feedOf(company.admin, { mine: true }), await feedOf(company.admin, { mine: true })];
    const files = [feeds[0], feeds[0], feeds[0], feeds[1]].map((feed) => feed?.file ?? '');
    const seen: unknown[] = [];
    for (const file of [...files, 'x.ics', 'y.ics', 'x.ics', 'x.ics']) {
      const { status, headers } = await read(file, {}, 'GET', limited);
      seen.push([status, headers.get('X-RateLimit-Policy'), headers.get('X-RateLimit-Remaining')]);
    }
    expect(seen).toEqual([
      [200, 'calendar', '1'],
      [200, 'calendar', '0'],
      [429, 'calendar', '0'],
      [200, 'calendar', '1'],
      [404, 'auth', '2'],
      [404, 'auth', '1'],
      [404, 'auth', '0'],
      [429, 'auth', '0'],
    ]);
    const { headers } = await read(files[0] ?? '', {}, 'GET', limited);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
