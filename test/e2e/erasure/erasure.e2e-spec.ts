import { createHash } from 'node:crypto';
import { createApiKey, usageOnceWritten } from '../../factories/api-key.factory.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { columnsWith } from '../../support/columns-with.js';
import { eventually } from '../../support/eventually.js';
import { eventsOf } from '../../support/events.js';
import { OAuthProgram } from '../../support/oauth-client.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NAME = 'Zacharias Vergesslich';
const NOT_FOUND = [404, 'NOT_FOUND', 'User not found'];
const FINISHED_WITHIN = 60_000;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const erase = (by: TestUser, { id }: { id: string }) => by.api.delete(`/users/${id}`);
const nameless = ({ id }: { id: string }) => `Deleted user ${id.slice(-4)}`;
const rows = <Row extends object>(sql: string, values: unknown[] = []) => service.database.rows<Row>(sql, values);
const isFinished = async () => (await rows('SELECT 1 FROM erasures')).length === 0;
const finished = () => eventually('the erasure is finished', isFinished, FINISHED_WITHIN);
const read = async (path: string) => (await company.owner.api.get(path)).body;

describe('DELETE /users/{id}', () => {
  it('is for an OWNER, and for an ADMIN of a MEMBER or VIEWER', async () => {
    const [member, viewer, admin, owner] = [
      await createUser(company.owner, 'MEMBER'),
      await createUser(company.owner, 'VIEWER'),
      await createUser(company.owner, 'ADMIN'),
      await createUser(company.owner, 'OWNER'),
    ];
    expect(result(await erase(company.member, viewer))).toEqual(FORBIDDEN);
    expect(result(await erase(company.viewer, viewer))).toEqual(FORBIDDEN);
    expect(result(await erase(company.admin, admin))).toEqual(FORBIDDEN);
    expect(result(await erase(company.admin, owner))).toEqual(FORBIDDEN);
    expect(result(await erase(company.admin, member))).toEqual([202, {}]);
    expect(result(await erase(company.admin, viewer))).toEqual([202, {}]);
    expect(result(await erase(company.owner, admin))).toEqual([202, {}]);
    expect(result(await erase(company.owner, owner))).toEqual([202, {}]);
  });

  it('knows neither strangers nor those who are erased', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    expect(refusalOf(await erase(stranger.owner, user))).toEqual(NOT_FOUND);
    expect(refusalOf(await erase(company.owner, { id: UNKNOWN_ID }))).toEqual(NOT_FOUND);
    expect((await erase(company.owner, user)).status).toBe(202);
    expect(refusalOf(await erase(company.owner, user))).toEqual(NOT_FOUND);
    const changed = await company.owner.api.put(`/users/${user.id}`, { active: true });
    expect(refusalOf(changed)).toEqual([409, 'CONFLICT', 'The user was erased']);
  });

  it('refuses the last active OWNER, who may go once there is another', async () => {
    const { owner } = await createCompany(service.api);
    expect(refusalOf(await erase(owner, owner))).toEqual([409, 'CONFLICT', 'The last active OWNER cannot be erased']);
    const other = await createUser(owner, 'OWNER');
    expect((await erase(owner, owner)).status).toBe(202);
    expect(result(await owner.api.get('/me'))).toEqual(INVALID_TOKEN);
    expect((await other.api.get(`/users/${owner.id}`)).body).toMatchObject({ name: nameless(owner), email: null });
  });

  it('signs out at once, and frees the address', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const browser = await Browser.of(service.api, user);
    const { key } = await createApiKey(user);
    expect((await browser.get('/me')).status).toBe(200);
    const other = await createApiKey(company.owner);
    for (const used of [key, other.key]) expect((await service.api.as(used).get('/me')).status).toBe(200);
    await erase(company.owner, user);
    expect(result(await user.api.get('/me'))).toEqual(INVALID_TOKEN);
    expect((await service.api.as(key).get('/me')).status).toBe(401);
    expect((await browser.get('/me')).status).toBe(401);
    // What the key was used for, has nowhere to go; that of others is written.
    expect((await usageOnceWritten(company.owner, other, 1)).requestCount).toBe(1);
    const { email, password } = user;
    expect((await service.api.post('/login', { email, password })).status).toBe(401);
    expect(await read(`/users/${user.id}`)).toMatchObject({ name: nameless(user), email: null, active: false });
    const anew = await company.owner.api.post('/users', { email, name: 'New', role: 'VIEWER' });
    expect(anew.status).toBe(201);
    expect(anew.body.id).not.toBe(user.id);
  });
});

describe('what is left', () => {
  it('names the person nowhere', async () => {
    const email = 'zacharias@example.com';
    const { password } = company.owner;
    const created = await company.owner.api.send(
      'POST',
      '/users',
      { email, name: NAME, role: 'MEMBER', password },
      { headers: { 'Idempotency-Key': 'a-key-of-mine' } },
    );
    const { token } = (await service.api.post('/login', { email, password })).body;
    const user: TestUser = { id: created.body.id, email, name: NAME, password, token, api: service.api.as(token) };
    expect(await columnsWith(service.database, email)).toContain('stored_responses.body');
    const project = await createProject(user);
    const task = await createTask(user, project.id, { title: 'Pay', assigneeId: company.member.id });
    await user.api.post(`/tasks/${task.id}/comments`, { body: 'Mine' });
    await company.member.api.post(`/tasks/${task.id}/comments`, { body: `Look [@${NAME}](user:${user.id})` });
    await createApiKey(user);
    await (await OAuthProgram.register(service.api)).connect(user);
    await user.api.post('/calendar-feeds', { name: NAME, mine: true });
    await user.api.post('/views', { name: 'Private', filter: '', layout: 'list', visibility: 'private' });
    await company.owner.api.put(`/users/${user.id}`, { role: 'ADMIN' });
    const report = { people: [{ name: NAME, email, externalId: null, tasks: 1, userId: user.id }] };
    await rows(
      `INSERT INTO imports (company_id, id, created_at, updated_at, source, state, name, report, mapping, options, done,
          total, created_by_id)
        VALUES ($1, make_uuid_v7(), now(), now(), 'csv', 'checked', 'x', $2, '{}', '{}', 0, 1, $3)`,
      [company.id, JSON.stringify(report), company.owner.id],
    );
    await eventually('others are told', async () => {
      return (await rows(`SELECT 1 FROM inbox_entries WHERE events::text LIKE '%${NAME}%'`)).length > 0;
    });
    await erase(company.owner, user);
    await finished();
    expect(await columnsWith(service.database, email)).toEqual([]);
    expect(await columnsWith(service.database, NAME)).toEqual([]);
    const [own, naming] = await read(`/tasks/${task.id}/comments`);
    expect(own).toMatchObject({ body: 'Mine', author: { id: user.id, name: nameless(user) } });
    expect(naming.mentions).toEqual([expect.objectContaining({ id: user.id, name: nameless(user) })]);
    for (const table of [
      'api_keys',
      'calendar_feeds',
      'view_favorites',
      'inbox_entries',
      'mails',
      'notification_settings',
      'oauth_codes',
      'oauth_grants',
      'sessions',
    ]) {
      expect(await rows(`SELECT 1 FROM ${table} WHERE user_id = $1`, [user.id])).toEqual([]);
    }
    expect(await rows('SELECT 1 FROM views WHERE owner_id = $1', [user.id])).toEqual([]);
  });

  it('is an audit entry with the hash of the e-mail, and entries without names', async () => {
    const user = await createUser(company.owner, 'MEMBER', NAME);
    await createApiKey(user);
    await erase(company.owner, user);
    await finished();
    const emailHash = createHash('sha256').update(user.email).digest('hex');
    const [entry] = await read('/audit-log?action=user.erased');
    expect(entry).toMatchObject({
      target: { type: 'user', id: user.id, name: null },
      changes: { emailHash: { from: emailHash, to: null } },
    });
    const own = await read(`/audit-log?actorId=${user.id}`);
    expect(own.length).toBeGreaterThan(0);
    for (const { actor, ip, userAgent } of own) {
      expect([actor.name, actor.email, ip, userAgent]).toEqual([null, null, null, null]);
    }
  });

  it('leaves open tasks to nobody, with an event of each', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const project = await createProject(user);
    const assigned = { assigneeId: user.id };
    const open = await createTask(user, project.id, { title: 'Open', ...assigned });
    const done = await createTask(user, project.id, { title: 'Done', status: 'Done', ...assigned });
    const archived = await createProject(user);
    const kept = await createTask(user, archived.id, { title: 'Archived', ...assigned });
    await company.owner.api.post(`/projects/${archived.id}/archive`, {});
    await erase(company.owner, user);
    await finished();
    expect((await read(`/tasks/${open.id}`)).assigneeId).toBeNull();
    expect((await read(`/tasks/${kept.id}`)).assigneeId).toBeNull();
    expect((await read(`/tasks/${done.id}`)).assigneeId).toBe(user.id);
    const updates = (await eventsOf(service.database, project.id)).filter(({ name }) => name === 'task.updated');
    expect(updates.map(({ data }) => [data['id'], data['changes']])).toEqual([
      [open.id, { assigneeId: { from: user.id, to: null } }],
    ]);
  });

  it('takes bodies of kept deliveries and answers that name the e-mail', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const insert = `INSERT INTO webhook_deliveries (company_id, id, webhook_id, event_id, event, body, status, attempts,
        answers, attempts_left, created_at)
      VALUES ($1, make_uuid_v7(), $1, make_uuid_v7(), 'ping', $2, 'delivered', '[]', $3, 0, now())`;
    await rows(insert, [company.id, `{"to":"${user.email.toUpperCase()}"}`, JSON.stringify({ a: user.email })]);
    await erase(company.owner, user);
    await finished();
    const select = 'SELECT body, answers FROM webhook_deliveries WHERE company_id = $1 AND webhook_id = $1';
    expect(await rows(select, [company.id])).toEqual([{ body: null, answers: {} }]);
  });
});
