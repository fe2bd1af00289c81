import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { refusalOf, result } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { DnsServer } from '../../support/dns-server.js';
import { eventually } from '../../support/eventually.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { mailsTo } from '../../support/mails.js';
import { earlier } from '../../support/test-database.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let provider: IdentityProvider;
let dns: DnsServer;
let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => {
  provider = await IdentityProvider.start();
  dns = await DnsServer.start();
  ({ service, company, stranger } = await startWithCompanies({ dnsServers: [dns.address] }));
});
beforeEach(() => (provider.misbehaviour = {}));
afterAll(async () => {
  await service.stop();
  provider.stop();
  dns.stop();
});

const connection = () => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
});
const put = (settings: object, { owner } = company) => owner.api.put('/company/sso', settings);
const test = ({ owner } = company) => owner.api.post('/company/sso/test');
const enable = async (of = company) => {
  await put(connection(), of);
  await test(of);
  return put({ enabled: true }, of);
};

describe('/company/sso', () => {
  it('is not there at first', async () => {
    for (const answer of [
      await company.owner.api.get('/company/sso'),
      await company.owner.api.delete('/company/sso'),
      await test(),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    const nothing = { issuer: 'Required', clientId: 'Required', clientSecret: 'Required' };
    expect(refusalOf(await put({}))).toEqual([400, 'VALIDATION_ERROR', nothing]);
    expect(refusalOf(await put({ issuer: provider.issuer, clientId: 'c' }))).toEqual([
      400,
      'VALIDATION_ERROR',
      { clientSecret: 'Required' },
    ]);
  });

  it('is made, read, changed and removed, and never shows the secret', async () => {
    const { clientSecret, ...shown } = connection();
    const expected = {
      ...shown,
      clientSecret: '***',
      domains: [],
      autoProvision: false,
      defaultRole: 'MEMBER',
      roleClaim: null,
      roleMap: {},
      trustEmail: 'verified',
      required: false,
      enabled: false,
    };
    expect(result(await put({ ...shown, clientSecret }))).toEqual([200, expected]);
    expect(result(await company.owner.api.get('/company/sso'))).toEqual([200, expected]);
    const roleMap = { admins: 'ADMIN' };
    const changed = await put({ roleClaim: 'groups', roleMap, clientSecret: '***', trustEmail: 'always' });
    expect(changed.body).toEqual({ ...expected, roleClaim: 'groups', roleMap, trustEmail: 'always' });
    const [row] = await service.database.rows<{ secret: string }>(
      'SELECT client_secret AS secret FROM sso_connections',
    );
    expect(row!.secret).toMatch(/^v1\./);
    expect((await company.owner.api.delete('/company/sso')).status).toBe(204);
    const entries = (await company.owner.api.get('/audit-log?action=sso.changed')).body;
    expect(entries.map(({ changes }: { changes: object }) => changes)).toEqual([
      { issuer: { from: provider.issuer, to: null } },
      {
        roleClaim: { from: null, to: 'groups' },
        roleMap: { from: '{}', to: JSON.stringify(roleMap) },
        trustEmail: { from: 'verified', to: 'always' },
      },
      expect.objectContaining({ issuer: { from: null, to: provider.issuer }, clientSecret: { from: null, to: '***' } }),
    ]);
    expect(JSON.stringify(entries)).not.toContain(clientSecret);
    expect((await company.owner.api.get('/company/sso')).status).toBe(404);
  });

  it.each([
    [{ issuer: 'http://idp.example.com' }, 'issuer'],
    [{ issuer: 'http://localhost:9' }, 'issuer'],
    [{ issuer: 'http://10.0.0.1' }, 'issuer'],
    [{ issuer: 'ftp://idp.example.com' }, 'issuer'],
    [{ issuer: 'https://idp.example.com/?tenant=1' }, 'issuer'],
    [{ issuer: 'https://idp.example.com/#tenant' }, 'issuer'],
    [{ defaultRole: 'OWNER' }, 'defaultRole'],
    [{ roleMap: { boss: 'OWNER' } }, 'roleMap'],
    [{ roleMap: [] }, 'roleMap'],
    [{ domains: ['no domain'] }, 'domains'],
    [{ domains: 'corp.example' }, 'domains'],
    [{ trustEmail: 'never' }, 'trustEmail'],
    [{ testedAt: null }, 'testedAt'],
  ])('refuses %j', async (settings, field) => {
    const { status, body } = await put({ ...connection(), ...settings });
    expect([status, Object.keys(body.error.details)]).toEqual([400, [field]]);
  });

  it('is enabled after a test that was ok, and required once it is enabled', async () => {
    await put(connection());
    expect((await put({ enabled: true })).status).toBe(409);
    expect((await put({ required: true })).status).toBe(409);
    expect(result(await test())).toEqual([200, { ok: true, issuer: provider.issuer, problems: [] }]);
    expect((await company.owner.api.get('/company/sso')).body.enabled).toBe(false);
    expect((await put({ enabled: true, required: true })).body).toMatchObject({ enabled: true, required: true });
    const elsewhere = 'https://idp.example.com';
    expect(refusalOf(await put({ issuer: elsewhere }))[2]).toEqual({ clientSecret: 'Required' });
    expect((await put({ issuer: elsewhere, clientSecret: '***' })).status).toBe(400);
    expect((await put({ issuer: elsewhere, clientSecret: 'new' })).body).toMatchObject({ enabled: false });
    expect((await put({ enabled: true })).status).toBe(409);
    await company.owner.api.delete('/company/sso');
  });

  it.each([
    [{ issuer: 'https://evil.example' }, 'another issuer'],
    [{ response_types_supported: ['id_token'] }, 'authorization code'],
    [{ code_challenge_methods_supported: ['plain'] }, 'PKCE'],
    [{ token_endpoint: 'http://idp.example.com/token' }, 'token_endpoint'],
    [{ jwks_uri: undefined }, 'jwks_uri'],
  ])('is not ok with the metadata %j', async (metadata, words) => {
    await put(connection());
    provider.misbehaviour = { metadata };
    const { body } = await test();
    expect([body.ok, body.problems]).toEqual([false, [expect.stringContaining(words)]]);
    expect((await put({ enabled: true })).status).toBe(409);
  });

  it('has an ETag, and is changed and removed only as it was seen', async () => {
    const { api } = stranger.owner;
    const made = await put(connection(), stranger);
    const tag = made.headers.get('ETag') ?? '';
    expect([tag, (await api.get('/company/sso')).headers.get('ETag')]).toEqual([expect.stringMatching(/^"\w+"$/), tag]);
    const ifMatch = (value: string) => ({ headers: { 'If-Match': value } });
    const changed = await api.send('PUT', '/company/sso', { clientId: 'other' }, ifMatch(tag));
    expect([changed.status, changed.headers.get('ETag') === tag]).toEqual([200, false]);
    const late = [
      await api.send('PUT', '/company/sso', { clientId: 'third' }, ifMatch(tag)),
      await api.send('DELETE', '/company/sso', undefined, ifMatch(tag)),
    ];
    expect(late.map(({ status }) => status)).toEqual([412, 412]);
    expect((await api.get('/company/sso')).body.clientId).toBe('other');
    expect(
      (await api.send('DELETE', '/company/sso', undefined, ifMatch(changed.headers.get('ETag') ?? ''))).status,
    ).toBe(204);
  });

  it('says that a provider does not answer', async () => {
    await put({ ...connection(), issuer: 'http://127.0.0.1:9' });
    expect((await test()).body).toMatchObject({ ok: false, problems: ['The provider did not answer'] });
    await company.owner.api.delete('/company/sso');
  });

  it('refuses to begin at a provider that is dead', async () => {
    const dead = await IdentityProvider.start();
    await put({ issuer: dead.issuer, clientId: 'c', clientSecret: 's' });
    await test();
    await put({ enabled: true });
    dead.stop();
    const refused = await service.api.post('/session/sso', { companyId: company.id });
    expect(refusalOf(refused)).toEqual([401, 'UNAUTHORIZED', 'The provider did not answer']);
    await company.owner.api.delete('/company/sso');
  });
});

describe('domains', () => {
  const verify = (name: string, { owner } = company) => owner.api.post(`/company/sso/domains/${name}/verify`);

  it('belong to the first company that proves them, by a TXT record', async () => {
    await put({ ...connection(), domains: ['Acme.example', 'acme.example', 'other.example'] });
    const [acme, other] = (await put({ ...connection(), domains: ['acme.example', 'other.example'] })).body.domains;
    expect(acme).toEqual({
      name: 'acme.example',
      verified: false,
      record: { type: 'TXT', name: expect.stringContaining('acme.example'), value: expect.any(String) },
    });
    expect((await verify('acme.example')).status).toBe(409);
    dns.records.set(acme.record.name, ['something else', other.record.value]);
    expect((await verify('acme.example')).status).toBe(409);
    dns.records.set(acme.record.name, ['something else', acme.record.value]);
    const { status, body } = await verify('acme.example');
    expect([status, body.domains.map(({ verified }: { verified: boolean }) => verified)]).toEqual([200, [true, false]]);
    const [proved] = (await company.owner.api.get('/audit-log?action=sso.changed')).body;
    const target = { type: 'domain', id: null, name: 'acme.example' };
    expect(proved).toMatchObject({ target, changes: { verified: { from: false, to: true } } });
    expect((await verify('unknown.example')).status).toBe(404);
    const [claimed] = (await put({ ...connection(), domains: ['acme.example'] }, stranger)).body.domains;
    expect(claimed.verified).toBe(false);
    dns.records.set(acme.record.name, [acme.record.value, claimed.record.value]);
    expect((await verify('acme.example', stranger)).status).toBe(409);
    await put({ domains: [] });
    expect((await verify('acme.example', stranger)).status).toBe(200);
  });
});

describe('required single sign-on', () => {
  it('refuses passwords of everyone but OWNERs, and mails no resets; keys go on', async () => {
    const user = await createUser(company.owner, 'ADMIN');
    const key = await createApiKey(user);
    await enable();
    await put({ required: true });
    const { email, password } = user;
    const wrong = refusalOf(await service.api.post('/login', { email, password: 'wrong' }));
    for (const path of ['/login', '/session']) {
      expect(refusalOf(await service.api.post(path, { email, password }))).toEqual(wrong);
    }
    const { owner } = company;
    const signIns = async () =>
      (await owner.api.get(`/audit-log?action=session.started&actorId=${owner.id}`)).body.length;
    const before = await signIns();
    for (const path of ['/login', '/session']) {
      const signedIn = await service.api.post(path, { email: owner.email, password: owner.password });
      expect(signedIn.status).toBe(200);
    }
    expect(await signIns()).toBe(before + 2);
    expect((await key.api.get('/me')).status).toBe(200);
    await service.api.post('/password-reset', { email });
    const mails = () => mailsTo(email, service.configuration.dataDirectory);
    await eventually('a mail', async () => (await mails()).length === 1);
    expect((await mails())[0]).toContain('Continue with single sign-on');
    await put({ required: false });
    expect((await service.api.post('/login', { email, password })).status).toBe(200);
  });
});

describe('/me/identities', () => {
  const link = async (browser: Browser, body: object, sub: string) => {
    const { body: answer } = await browser.post('/me/identities/sso', body);
    return provider.authorize(answer.url, { sub });
  };

  it('connects an OWNER who asks for it, in the session that began', async () => {
    await enable();
    const { owner } = company;
    const browser = await Browser.of(service.api, owner);
    expect(refusalOf(await browser.post('/me/identities/sso', {}))[2]).toEqual({ password: 'Required' });
    const left = await Browser.of(service.api, owner);
    const answer = await link(browser, { password: owner.password, endOthers: true }, 'the owner');
    const other = await Browser.of(service.api, owner);
    other.cookies.set('__Host-sso', browser.cookies.get('__Host-sso')!);
    const stolen = await link(browser, { password: owner.password }, 'the owner');
    expect((await other.post('/session/sso/callback', stolen)).status).toBe(401);
    expect((await browser.post('/session/sso/callback', answer)).body.user.id).toBe(owner.id);
    expect([(await left.get('/me')).status, (await browser.get('/me')).status]).toEqual([401, 200]);
    const [identity] = (await browser.get('/me/identities')).body;
    expect(identity).toEqual({
      id: expect.any(String),
      issuer: provider.issuer,
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const member = await Browser.of(service.api, company.member);
    const taken = await link(member, { password: company.member.password }, 'the owner');
    expect((await member.post('/session/sso/callback', taken)).status).toBe(409);
    const foreign = await company.member.api.send('DELETE', `/me/identities/${identity.id}`, {
      password: company.member.password,
    });
    expect(refusalOf(foreign)).toEqual([404, 'NOT_FOUND', 'Identity not found']);
    const removed = await browser.delete(`/me/identities/${identity.id}`, { password: owner.password });
    expect(removed.status).toBe(204);
    expect((await browser.get('/me/identities')).body).toEqual([]);
    const entries = (await owner.api.get('/audit-log?action=identity.*')).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['identity.removed', 'identity.linked']);
  });

  it('stays the last way in of somebody without a password that may be used', async () => {
    await put({ trustEmail: 'verified' });
    const user = await createUser(company.owner, 'MEMBER');
    const browser = new Browser(service.api);
    const { body } = await browser.post('/session/sso', { companyId: company.id });
    const answer = provider.authorize(body.url, { sub: 'last', email: user.email, email_verified: true });
    await browser.post('/session/sso/callback', answer);
    await put({ required: true });
    const [{ id }] = (await browser.get('/me/identities')).body;
    expect((await browser.delete(`/me/identities/${id}`, {})).status).toBe(409);
    await service.database.rows(
      `UPDATE sessions SET created_at = ${earlier('created_at', '6 minutes')} WHERE user_id = $1`,
      [user.id],
    );
    await eventually('it is not fresh', async () => {
      const late = await browser.delete(`/me/identities/${id}`, {});
      return late.status === 401 && late.body.error.message === 'Sign in again';
    });
    await put({ required: false });
  });
});
