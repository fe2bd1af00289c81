import { createAgent } from '../../factories/agent.factory.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { exported } from '../../support/archives.js';
import { Browser } from '../../support/browser.js';
import { TestEventSource } from '../../support/event-source.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { checkedImport, importIn, startedImport } from '../../support/import-steps.js';
import { OAuthProgram } from '../../support/oauth-client.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
/** Another instance on the same database. */
let elsewhere: TestService;
let company: TestCompany;
let stranger: TestCompany;
let program: OAuthProgram;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  elsewhere = await startTestService({}, service.database);
  program = await OAuthProgram.register(service.api);
});
afterAll(async () => {
  await elsewhere.stop();
  await service.stop();
});

const isIn = async (token: string, { api }: TestService = service) => (await api.as(token).get('/me')).status === 200;
const grantsOf = async (user: TestUser) => (await user.api.get('/me/grants')).body;
/** Refused on both instances within a second. */
const refusedEverywhere = (token: string) =>
  eventually(
    'the token counts nowhere',
    async () => !(await isIn(token)) && !(await isIn(token, elsewhere)),
    COUNTS_WITHIN,
  );

describe('the end of a grant', () => {
  let user: TestUser;
  let token: string;
  beforeEach(async () => {
    user = await createUser(company.owner, 'MEMBER');
    token = (await program.connect(user)).access_token;
    expect([await isIn(token), await isIn(token, elsewhere)]).toEqual([true, true]);
  });

  const ENDS: [string, () => Promise<{ status: number }>][] = [
    ['its person takes it back', async () => user.api.delete(`/me/grants/${(await grantsOf(user))[0].id}`)],
    ['an administrator does', async () => company.admin.api.delete(`/grants/${(await grantsOf(user))[0].id}`)],
    ['the person signs out everywhere', () => user.api.delete('/me/sessions')],
    ['the person is deactivated', () => company.owner.api.put(`/users/${user.id}`, { active: false })],
    [
      'the password changes',
      () => user.api.put('/me/password', { currentPassword: user.password, newPassword: 'another horse battery' }),
    ],
    ['the program revokes it', () => program.revoke(token)],
  ];

  it.each(ENDS)('comes at once on every instance, for streams too, when %s', async (_, end) => {
    const streams = await Promise.all([service, elsewhere].map(({ baseUrl }) => TestEventSource.open(baseUrl, token)));
    expect((await end()).status).toBeLessThan(300);
    expect(await isIn(token)).toBe(false);
    await refusedEverywhere(token);
    for (const stream of streams) await eventually('the stream ends', () => stream.isEnded, COUNTS_WITHIN);
  });

  it('is for good: a person who is activated again has none', async () => {
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    await company.owner.api.put(`/users/${user.id}`, { active: true });
    expect(await isIn(token)).toBe(false);
  });

  it('comes with the deletion of the agent that it acts as', async () => {
    const agent = await createAgent(company.owner, 'Gone');
    const { access_token: own } = await program.connect(company.admin, { colleagueId: agent.id });
    const code = await program.code(await Browser.of(service.api, company.admin), { colleagueId: agent.id });
    expect(await isIn(own)).toBe(true);
    expect((await company.owner.api.delete(`/virtual-colleagues/${agent.id}`)).status).toBe(204);
    expect(await isIn(own)).toBe(false);
    expect((await program.exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('does not come with the undoing of the import that has brought the agent', async () => {
    const [from, to] = [await createCompany(service.api), await createCompany(service.api)];
    await createAgent(from.owner, 'Brought');
    await createProject(from.owner);
    const archive = await exported(service, from.owner);
    const checked = await checkedImport(to.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
    const done = await startedImport(to.owner, checked['id']);
    const [{ id }] = (await to.owner.api.get('/virtual-colleagues')).body;
    const { access_token: own } = await program.connect(to.owner, { colleagueId: id });
    await to.owner.api.post(`/imports/${String(done['id'])}/undo`);
    const undone = await importIn(to.owner, done['id'], 'undone');
    expect(undone['report'].kept).toEqual([{ kind: 'colleague', id, tid: null, reason: 'It is used' }]);
    expect(await isIn(own)).toBe(true);
  });

  it('is nothing that others, keys or programs ask for', async () => {
    const [{ id }] = await grantsOf(user);
    const missing = [404, 'NOT_FOUND', 'Grant not found'];
    expect(refusalOf(await company.member.api.delete(`/me/grants/${id}`))).toEqual(missing);
    expect(refusalOf(await user.api.delete(`/me/grants/${UNKNOWN_ID}`))).toEqual(missing);
    expect(refusalOf(await stranger.owner.api.delete(`/grants/${id}`))).toEqual(missing);
    expect(result(await user.api.delete(`/grants/${id}`))).toEqual(FORBIDDEN);
    const { key } = (await user.api.post('/api-keys', { name: 'Key' })).body;
    for (const credentials of [key as string, token]) {
      const caller = service.api.as(credentials);
      expect(result(await caller.get('/me/grants'))).toEqual(FORBIDDEN);
      expect(result(await caller.delete(`/me/grants/${id}`))).toEqual(FORBIDDEN);
    }
  });

  it('is in the audit log, as its beginning is', async () => {
    const [{ id }] = await grantsOf(user);
    await user.api.delete(`/me/grants/${id}`);
    const { body } = await company.owner.api.get(`/audit-log?action=grant.*&targetId=${id}`);
    const about = { id: user.id, type: 'user' };
    const target = { type: 'grant', id, name: 'Program' };
    expect(body).toMatchObject([
      { action: 'grant.revoked', actor: about, target },
      { action: 'grant.created', actor: { ...about, via: { id: program.id, name: 'Program' } }, target },
    ]);
    expect(body[0].actor).not.toHaveProperty('via');
    expect(JSON.stringify(body)).not.toContain('svc_');
  });
});

describe('the setting of the company', () => {
  const set = async (oauth: string) => {
    const { status, body } = await company.admin.api.put('/company', { oauth });
    expect([status, body.oauth]).toEqual([200, oauth]);
  };
  afterEach(() => set('everyone'));

  it('is for ADMIN and OWNER, and one of three', async () => {
    expect((await company.member.api.get('/company')).body.oauth).toBe('everyone');
    expect(result(await company.member.api.put('/company', { oauth: 'off' }))).toEqual(FORBIDDEN);
    expect(refusalOf(await company.admin.api.put('/company', { oauth: 'some' }))).toEqual([
      400,
      'VALIDATION_ERROR',
      { oauth: 'Must be one of: everyone, admins, off' },
    ]);
  });

  it.each([
    ['admins', true],
    ['off', false],
  ])('%s keeps others out, while it is so', async (setting, letsAdminsIn) => {
    const [of, ofAdmin] = [await program.connect(company.member), await program.connect(company.admin)];
    const stream = await TestEventSource.open(elsewhere.baseUrl, of.access_token);
    const browser = await Browser.of(service.api, company.member);
    const code = await program.code(browser);
    await set(setting);
    expect(result(await service.api.as(of.access_token).get('/me'))).toEqual(INVALID_TOKEN);
    expect(await isIn(ofAdmin.access_token)).toBe(letsAdminsIn);
    await refusedEverywhere(of.access_token);
    await eventually('the stream ends', () => stream.isEnded, COUNTS_WITHIN);
    const { status, body } = await browser.get(`/oauth/request?${program.query()}`);
    expect([status, body.error]).toEqual([400, 'access_denied']);
    expect(new URL(body.redirect as string).searchParams.get('error')).toBe('access_denied');
    const consent = await browser.post('/oauth/consent', { request: program.query(), allow: true });
    expect([consent.status, consent.body.error]).toEqual([400, 'access_denied']);
    expect((await program.exchange(code)).body.error).toBe('invalid_grant');
    expect((await program.refresh(of.refresh_token)).body.error).toBe('invalid_grant');
    await set('everyone');
    expect(await isIn(of.access_token)).toBe(true);
  });
});
