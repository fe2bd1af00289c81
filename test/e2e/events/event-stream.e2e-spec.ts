import { JwtService } from '@nestjs/jwt';
import { EventStreams } from '#modules/events/stream/event-streams.js';
import { createApiKey, type TestApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, createTasks } from '../../factories/task.factory.js';
import { createTeam, joinTeam, leaveTeam } from '../../factories/team.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { TestEventSource } from '../../support/event-source.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';

/** GET /events/stream. */

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let projectId: string;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  projectId = (await createProject(company.member)).id;
});
afterEach(() => open.splice(0).forEach((source) => source.close()));
afterAll(() => service.stop());

const open: TestEventSource[] = [];
async function stream(
  { token }: Pick<TestUser, 'token'>,
  query = '',
  options: { lastEventId?: string; reads?: boolean } = {},
  { baseUrl } = service,
): Promise<TestEventSource> {
  const source = await TestEventSource.open(baseUrl, token, query, options);
  open.push(source);
  return source;
}

const titles = ({ events }: TestEventSource) => events.map(({ data }) => data['title']);
const make = (title: string) => createTask(company.member, projectId, { title });

describe('a stream of events', () => {
  it('sends new events in the form of GET /events', async () => {
    await make('before');
    const end = await endOfEvents(company.viewer);
    const source = await stream(company.viewer);
    for (const title of ['one', 'two']) await make(title);
    expect(await source.received(2)).toEqual(await eventsAfter(company.viewer, end));
    expect(titles(source)).toEqual(['one', 'two']);
    expect(source.lastEventId).toBe(source.events[1]!.position);
  });

  it('is never stored, compressed or buffered', async () => {
    const { headers } = await stream(company.viewer);
    const names = ['content-type', 'cache-control', 'x-accel-buffering', 'content-encoding'];
    expect(names.map((name) => headers.get(name))).toEqual(['text/event-stream', 'no-store', 'no', null]);
    expect(headers.get('x-ratelimit-policy')).toBe('api-read');
  });

  it('begins after `after`, and after Last-Event-ID before that', async () => {
    const end = await endOfEvents(company.viewer);
    const [first] = await createTasks(company.member, projectId, ['1', '2', '3']);
    const source = await stream(company.viewer, `?after=${end}`);
    await source.received(3);
    expect([titles(source), source.events[0]!.data['id']]).toEqual([['1', '2', '3'], first!.id]);
    const resumed = await stream(company.viewer, `?after=${end}`, { lastEventId: source.events[1]!.position });
    await make('4');
    await resumed.received(2);
    expect(titles(resumed)).toEqual(['3', '4']);
    const latest = await stream(company.viewer, '?after=latest');
    await make('5');
    await latest.received(1);
    expect(titles(latest)).toEqual(['5']);
  });

  it('catches up page by page, in order and without a gap', async () => {
    const end = await endOfEvents(company.viewer);
    const count = 450;
    await service.database.rows(
      `WITH counter AS (UPDATE event_positions SET position = position + $2 WHERE company_id = $1
          RETURNING position - $2 AS before)
        INSERT INTO events (company_id, id, position, name, data, occurred_at)
        SELECT $1, make_uuid_v7(), before + n, 'label.created', json_build_object('title', n), now()
        FROM counter, generate_series(1, $2::integer) n`,
      [company.id, count],
    );
    const source = await stream(company.viewer, `?after=${end}`);
    await source.received(count);
    await make('new');
    await source.received(count + 1);
    expect(titles(source)).toEqual([...Array.from({ length: count }, (_, index) => index + 1), 'new']);
  });

  it('takes the filters of GET /events', async () => {
    const other = await createProject(company.member);
    const source = await stream(company.viewer, `?event=task.created,task.deleted&projectId=${projectId}`);
    const { id } = await make('mine');
    await createTask(company.member, other.id, { title: 'other' });
    await company.member.api.put(`/tasks/${id}`, { title: 'renamed' });
    await company.member.api.delete(`/tasks/${id}`);
    await source.received(2);
    expect(source.events.map(({ event }) => event)).toEqual(['task.created', 'task.deleted']);
  });

  it('sends events of another instance', async () => {
    const other = await startTestService({}, service.database);
    try {
      const source = await stream(company.viewer, '', {}, other);
      await make('elsewhere');
      await source.received(1);
      expect(titles(source)).toEqual(['elsewhere']);
    } finally {
      open.splice(0).forEach((source) => source.close());
      await other.stop();
    }
  });

  it('sends events that were written without a notification', async () => {
    const source = await stream(company.viewer);
    await service.database.rows(
      `WITH counter AS (UPDATE event_positions SET position = position + 1 WHERE company_id = $1 RETURNING position)
        INSERT INTO events (company_id, id, position, name, data, occurred_at)
        SELECT $1, make_uuid_v7(), position, 'label.created', '{"title": "by hand"}', now() FROM counter`,
      [company.id],
    );
    await source.received(1);
    expect(titles(source)).toEqual(['by hand']);
  });

  it('is ended for a client that does not read, which then resumes', async () => {
    const streams = service.app.get(EventStreams);
    await eventually('those of before are gone', () => streams.openStreams === 0);
    const begin = await endOfEvents(company.viewer);
    const source = await stream(company.viewer, `?after=${begin}`, { reads: false });
    const count = 400;
    await service.database.rows(
      `WITH counter AS (UPDATE event_positions SET position = position + $2 WHERE company_id = $1
          RETURNING position - $2 AS before)
        INSERT INTO events (company_id, id, position, name, data, occurred_at)
        SELECT $1, make_uuid_v7(), before + n, 'label.created',
          json_build_object('title', n, 'text', repeat('x', 100000)), now()
        FROM counter, generate_series(1, $2::integer) n`,
      [company.id, count],
    );
    await eventually('it is ended', () => streams.openStreams === 0);
    source.resume();
    await source.ended();
    const read = source.events.length;
    expect(read).toBeLessThan(count);
    const resumed = await stream(company.viewer, '', { lastEventId: source.lastEventId || begin });
    await resumed.received(count - read);
    expect([...titles(source), ...titles(resumed)]).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  it('ends when the service stops', async () => {
    const other = await startTestService({}, service.database);
    const source = await stream(company.viewer, '', {}, other);
    await other.stop();
    await source.ended();
  });

  it('answers HEAD at once', async () => {
    expect((await company.viewer.api.send('HEAD', '/events/stream')).status).toBe(200);
  });

  it.each([
    ['?after=x', {}, [400, 'VALIDATION_ERROR', { after: 'Must be a position, or latest' }]],
    ['?limit=1', {}, [400, 'VALIDATION_ERROR', { limit: 'Unknown parameter' }]],
    ['?event=x', {}, [400, 'VALIDATION_ERROR', { event: expect.any(String) }]],
    ['', { 'Last-Event-ID': 'x' }, [400, 'INVALID_INPUT', 'Last-Event-ID must be the position of an event']],
    ['?after=999999999', {}, [409, 'CONFLICT', 'The position is past the newest event']],
  ])('refuses %s %j as JSON', async (query, headers, refusal) => {
    expect(refusalOf(await company.viewer.api.get(`/events/stream${query}`, { headers }))).toEqual(refusal);
  });

  it('refuses a 21st stream of a user, keys among them, until one ends', async () => {
    const user = await createUser(company.owner, 'VIEWER');
    const key = await createApiKey(user);
    for (let n = 0; n < 20; n += 1) await stream(n % 2 === 0 ? user : { token: key.key });
    const { status, body, headers } = await user.api.get('/events/stream');
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(headers.get('retry-after')).toBe(String(body.error.retryAfter));
    await stream(company.viewer);
    open[0]!.close();
    await eventually('there is room again', async () => (await user.api.get('/events/stream')).status === 200);
  });
});

describe('who may read a stream', () => {
  it('sees the events that are within reach at that moment', async () => {
    const { owner, admin, member, viewer } = company;
    const team = await createTeam(admin, [viewer]);
    const hidden = await createProject(owner, { teamId: team.id });
    const [ofOwner, ofMember, ofViewer] = [await stream(owner), await stream(member), await stream(viewer)];
    const tell = (title: string) => createTask(owner, hidden.id, { title });
    await tell('first');
    for (const source of [ofOwner, ofViewer]) await eventually('the first', () => titles(source).includes('first'));
    await leaveTeam(admin, team, viewer);
    await joinTeam(admin, team, member);
    await tell('second');
    for (const source of [ofOwner, ofMember]) await eventually('the second', () => titles(source).includes('second'));
    await owner.api.delete(`/projects/${hidden.id}`);
    for (const source of [ofOwner, ofMember, ofViewer]) {
      await eventually('the deletion', () => source.events.some(({ event }) => event === 'project.deleted'));
    }
    const seen = ({ events }: TestEventSource) =>
      events.filter(({ event }) => !event.startsWith('team.')).map(({ data }) => data['title'] ?? data);
    expect(seen(ofOwner)).toEqual(['first', 'second', expect.objectContaining({ key: hidden.key })]);
    expect(seen(ofMember)).toEqual(['second', expect.objectContaining({ key: hidden.key })]);
    expect(seen(ofViewer)).toEqual(['first', { id: hidden.id }]);
  });

  it('gets only an id for events out of reach, and comments while nothing happens', async () => {
    const { owner, admin, viewer } = company;
    const hidden = await createProject(owner, { teamId: (await createTeam(admin)).id });
    const source = await stream(viewer);
    await createTask(owner, hidden.id);
    const end = await endOfEvents(owner);
    await eventually('an id alone', () => source.lastEventId === end);
    expect([source.events, source.comments > 0]).toEqual([[], true]);
  });

  it('sees nothing of another company', async () => {
    const [own, foreign] = [await stream(company.viewer), await stream(stranger.viewer)];
    await make('mine');
    await own.received(1);
    await createProject(stranger.owner);
    await foreign.received(1);
    expect([own.events.length, foreign.events[0]!.event]).toEqual([1, 'project.created']);
  });

  it.each<[string, 'token' | 'key', (user: TestUser, key: TestApiKey) => Promise<Answer>]>([
    ['the password changes', 'token', changePassword],
    ['the user is deactivated', 'token', deactivate],
    ['the user of the key is deactivated', 'key', deactivate],
    ['the key is revoked', 'key', (user, { id }) => user.api.delete(`/api-keys/${id}`)],
  ])('reads no more when %s', async (_, credentials, change) => {
    const user = await createUser(company.owner, 'MEMBER');
    const key = await createApiKey(user);
    const source = await stream({ token: credentials === 'token' ? user.token : key.key });
    const bystander = await stream(company.viewer);
    expect((await change(user, key)).status).toBeLessThan(300);
    await source.ended();
    expect(bystander.isEnded).toBe(false);
  });

  it('reads on when other credentials of the user end', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const [key, other] = [await createApiKey(user), await createApiKey(user)];
    const [ofKey, ofOther] = [await stream({ token: key.key }), await stream({ token: other.key })];
    await user.api.delete(`/api-keys/${other.id}`);
    await ofOther.ended();
    await changePassword(user);
    await make('for the key');
    await ofKey.received(1);
  });

  it('reads until the token ends', async () => {
    const { id } = company.viewer;
    const tokens = service.app.get(JwtService);
    const [{ version }] = (await service.database.rows<{ version: number }>(
      'SELECT credential_version AS version FROM users WHERE id = $1',
      [id],
    )) as [{ version: number }];
    const token = tokens.sign({ sub: id, company: company.id, ver: version }, { expiresIn: '3s' });
    const source = await stream({ token });
    expect(source.isEnded).toBe(false);
    await source.ended();
  });
});

function changePassword({ api, password }: TestUser): Promise<Answer> {
  return api.put('/me/password', { currentPassword: password, newPassword: 'another long password' });
}

function deactivate({ id }: TestUser): Promise<Answer> {
  return company.owner.api.put(`/users/${id}`, { active: false });
}
