import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { AuditNotes } from '#core/audit/audit-notes.js';
import { verifyAuditLogs } from '#core/audit/audit-verification.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTeam } from '../../factories/team.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let dataSource: DataSource;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  dataSource = await new DataSource(dataSourceOptions(service.database.url, 1)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await service.stop();
});

const read = async (query = '', { owner } = company) => (await owner.api.get(`/audit-log${query}`)).body;
const newest = async (action: string) => (await read(`?page=1&limit=1&action=${action}`)).data[0];
const actionsOf = async (targetId: string) =>
  (await read(`?targetId=${targetId}`)).map(({ action }: { action: string }) => action).reverse();

describe('GET /audit-log', () => {
  it('says who did what to what, from where, with which changes', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    await company.admin.api.send(
      'PUT',
      `/users/${user.id}`,
      { name: 'Mo', role: 'VIEWER' },
      { headers: { 'User-Agent': 'Test/1' } },
    );
    const entry = await newest('user.changed');
    expect(entry).toEqual({
      id: expect.any(String),
      position: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: expect.stringMatching(/Z$/),
      action: 'user.changed',
      actor: { type: 'user', id: company.admin.id, name: company.admin.name, email: company.admin.email },
      apiKeyId: null,
      ip: expect.stringContaining('127.0.0.1'),
      userAgent: 'Test/1',
      target: { type: 'user', id: user.id, name: user.name },
      changes: { name: { from: user.name, to: 'Mo' }, role: { from: 'MEMBER', to: 'VIEWER' } },
      outcome: 'success',
      traceId: expect.any(String),
    });
    expect(await read(`?ip=${encodeURIComponent(entry.ip)}&targetId=${user.id}&action=user.changed`)).toEqual([entry]);
    expect(await read(`?ip=203.0.113.9`)).toEqual([]);
  });

  it('records each action in the transaction of its change, and a change that is none not at all', async () => {
    const { owner, admin } = company;
    const user = await createUser(owner, 'MEMBER');
    for (const active of [false, true, true]) await admin.api.put(`/users/${user.id}`, { active });
    expect(await actionsOf(user.id)).toEqual(['user.created', 'session.started', 'user.deactivated', 'user.activated']);

    const key = await createApiKey(admin);
    await key.api.put('/company', { name: 'Renamed' });
    expect(await newest('company.changed')).toMatchObject({ apiKeyId: key.id, actor: { id: admin.id } });
    await admin.api.delete(`/api-keys/${key.id}`);
    expect(await actionsOf(key.id)).toEqual(['key.created', 'key.revoked']);
    expect((await newest('key.created')).changes).toEqual({ name: { from: null, to: expect.any(String) } });

    const team = await createTeam(admin, [user]);
    await admin.api.delete(`/teams/${team.id}`);
    expect(await actionsOf(team.id)).toEqual(['team.changed', 'team.changed', 'team.changed']);

    const project = await createProject(owner);
    await owner.api.put(`/projects/${project.id}/members/${user.id}`, {});
    await owner.api.put(`/projects/${project.id}`, { name: 'Other' });
    await owner.api.post(`/projects/${project.id}/archive`);
    await owner.api.delete(`/projects/${project.id}`);
    const done = ['project.created', 'project.members_changed', 'project.archived', 'project.deleted'];
    expect(await actionsOf(project.id)).toEqual(done);

    const lanes = (await owner.api.get('/workflow-lanes')).body.map(({ name }: { name: string }) => name);
    for (const again of [1, 2]) await owner.api.put('/workflow-lanes', { lanes: [`Idea ${again - again}`, ...lanes] });
    expect(await read('?action=lanes.changed')).toHaveLength(1);
  });

  it('shows no secret of webhooks and colleagues', async () => {
    const { owner } = company;
    const secret = 'a very secret secret';
    const body = { url: 'https://example.org/a', events: ['task.created'], secret, headers: { 'X-Token': 'hidden' } };
    const { id } = (await owner.api.post('/webhooks', body)).body;
    await owner.api.put(`/webhooks/${id}`, { secret: `${secret} 2`, headers: { 'X-Token': 'other' }, active: false });
    await owner.api.post(`/webhooks/${id}/rotate-secret`, { secret: `${secret} 3` });
    await owner.api.delete(`/webhooks/${id}`);
    const actions = ['webhook.created', 'webhook.changed', 'webhook.secret_rotated', 'webhook.deleted'];
    expect(await actionsOf(id)).toEqual(actions);
    const hidden = { from: '***', to: '***' };
    const changes = { secret: hidden, headers: hidden, active: { from: true, to: false } };
    expect((await newest('webhook.changed')).changes).toEqual(changes);
    expect(JSON.stringify(await read())).not.toMatch(/very secret|hidden|other"/);
  });

  it('knows who signed in, who tried to, and who signed out', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    // `createUser` has signed in once already.
    const browser = await Browser.of(service.api, user);
    await browser.delete('/session');
    await service.api.post('/login', { email: user.email, password: 'wrong password' });
    await service.api.post('/login', { email: 'nobody@example.com', password: 'wrong password' });
    await service.app.get(AuditNotes).flush();
    const entries = await read(`?targetId=${user.id}&action=session.*`);
    expect(
      entries
        .map(({ action, actor, outcome }: Record<string, { type: string }>) => [action, actor!.type, outcome])
        .reverse(),
    ).toEqual([
      ['session.started', 'user', 'success'],
      ['session.started', 'user', 'success'],
      ['session.ended', 'user', 'success'],
      ['session.failed', 'anonymous', 'denied'],
    ]);
  });

  it('notes writes that the role does not allow, at most 100 an hour', async () => {
    const { viewer } = stranger;
    for (let count = 0; count < 102; count += 1) await viewer.api.post('/teams', { name: 'T' });
    await viewer.api.get('/webhooks');
    await service.app.get(AuditNotes).flush();
    const denied = await read('?action=permission.denied', stranger);
    expect(denied).toHaveLength(100);
    expect(denied[0]).toMatchObject({ outcome: 'denied', actor: { id: viewer.id }, target: { type: 'route' } });
  });

  it('notes writes that a service refuses for want of a role, and no reads', async () => {
    const { admin, member, owner } = stranger;
    const agent = await owner.api.post('/virtual-colleagues', { name: 'Otto', role: 'agent' });
    const writes = [
      admin.api.put(`/users/${owner.id}`, { name: 'Other' }),
      admin.api.delete(`/users/${owner.id}`),
      admin.api.delete(`/users/${owner.id}/sessions`),
      admin.api.delete(`/users/${owner.id}/second-factor`),
      admin.api.post('/exports', {}),
      member.api.post('/api-keys', { name: 'Key', colleagueId: agent.body.id }),
    ];
    for (const refused of await Promise.all(writes)) expect(result(refused)).toEqual(FORBIDDEN);
    await member.api.send('HEAD', '/webhooks');
    await admin.api.get(`/users/${owner.id}/sessions`);
    await service.app.get(AuditNotes).flush();
    const names: string[] = [];
    for (const { id } of [admin, member]) {
      const denied: { target: { name: string } }[] = await read(`?action=permission.denied&actorId=${id}`, stranger);
      names.push(...denied.map(({ target }) => target.name));
    }
    expect(names.sort()).toEqual([
      'DELETE /api/users/:id',
      'DELETE /api/users/:id/second-factor',
      'DELETE /api/users/:id/sessions',
      'POST /api/api-keys',
      'POST /api/exports',
      'PUT /api/users/:id',
    ]);
  });

  it('comes by page, by cursor and as CSV, the newest first', async () => {
    const all = await read();
    const positions = all.map(({ position }: { position: number }) => position);
    expect(positions).toEqual(positions.map((_: number, index: number) => positions.length - index));
    const first = await read('?cursor=&limit=3');
    const second = await read(`?cursor=${encodeURIComponent(first.meta.next)}&limit=3`);
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 6));
    expect((await read('?page=2&limit=3')).data).toEqual(second.data);
    const response = await fetch(`${service.baseUrl}/audit-log?action=company.changed`, {
      headers: { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${company.owner.token}`, Accept: 'text/csv' },
    });
    const csv = await response.text();
    const [header, row] = csv.split('\r\n');
    expect(header).toMatch(/^at,action,outcome,actorType,/);
    expect(row).toContain(company.admin.email);
  });

  it.each([
    ['action=user', { action: expect.stringMatching(/^Must be one of: /) }],
    ['actorId=x', { actorId: 'Invalid uuid' }],
    ['ip=1.2.3', { ip: 'Invalid IP address' }],
    ['createdAfter=yesterday', { createdAfter: 'Invalid datetime' }],
  ])('refuses %s', async (query, details) => {
    const answer = await company.owner.api.get(`/audit-log?${query}`);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('is for ADMIN and OWNER, their keys too, and of their company alone', async () => {
    expect(result(await company.member.api.get('/audit-log'))).toEqual(FORBIDDEN);
    expect(result(await (await createApiKey(company.member)).api.get('/audit-log'))).toEqual(FORBIDDEN);
    expect((await (await createApiKey(company.admin)).api.get('/audit-log')).status).toBe(200);
    const own = (await read()).map(({ id }: { id: string }) => id);
    expect((await read('', stranger)).filter(({ id }: { id: string }) => own.includes(id))).toEqual([]);
  });
});

describe('the chain', () => {
  const verify = () => verifyAuditLogs(dataSource);
  const untouchable = /neither changed nor deleted/;

  it('is whole after many changes at once', async () => {
    const changes = Array.from({ length: 30 }, () => createTeam(company.admin));
    expect(await Promise.all(Array.from({ length: 5 }, verify))).toEqual([[], [], [], [], []]);
    await Promise.all(changes);
    expect(await verify()).toEqual([]);
  });

  it('cannot be changed, deleted or emptied', async () => {
    const { rows } = service.database;
    const change = (text: string) => service.database.rows(text);
    expect(rows).toBeDefined();
    await expect(change(`UPDATE audit_entries SET entry = '{}'`)).rejects.toThrow(untouchable);
    await expect(change('DELETE FROM audit_entries')).rejects.toThrow(untouchable);
    await expect(change('TRUNCATE audit_entries')).rejects.toThrow(untouchable);
    await expect(change('TRUNCATE audit_entries_first')).rejects.toThrow(untouchable);
  });

  const without = async (text: string) => {
    await service.database.rows('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stand');
    await service.database.rows(text);
    await service.database.rows('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_stand');
  };

  it('shows what someone changed who switched the trigger off, and a cut end', async () => {
    const [{ id, position }] = await read('?page=1&limit=1').then(({ data }) => data);
    const where = `WHERE company_id = '${company.id}' AND id = '${id}'`;
    await without(`UPDATE audit_entries SET entry = replace(entry, '"success"', '"denied"') ${where}`);
    expect(await verify()).toEqual([{ companyId: company.id, position, id }]);
    await without(`DELETE FROM audit_entries ${where}`);
    expect(await verify()).toEqual([{ companyId: company.id, position, id: null }]);
    await without(`DELETE FROM audit_entries WHERE company_id = '${company.id}'`);
    expect(await verify()).toEqual([{ companyId: company.id, position: 1, id: null }]);
  });

  it('shows a cut beginning, what is no entry, and an end that nothing names', async () => {
    const { id: companyId, owner } = await createCompany(service.api);
    const [{ id, position }] = await read('?page=1&limit=1', { owner } as TestCompany).then(({ data }) => data);
    const verifyOne = async () => (await verify()).find((found) => found.companyId === companyId);
    const where = `WHERE company_id = '${companyId}'`;
    expect(await verifyOne()).toBeUndefined();
    await service.database.rows(`CREATE TABLE kept_head AS SELECT * FROM audit_heads ${where}`);
    await service.database.rows(`DELETE FROM audit_heads ${where}`);
    expect(await verifyOne()).toEqual({ companyId, position: position + 1, id: null });
    await service.database.rows('INSERT INTO audit_heads SELECT * FROM kept_head');
    await without(`UPDATE audit_entries SET entry = 'x' ${where} AND id = '${id}'`);
    expect(await verifyOne()).toEqual({ companyId, position, id });
    await without(`DELETE FROM audit_entries ${where} AND position = 1`);
    expect(await verifyOne()).toEqual({ companyId, position: 1, id: null });
  });
});
