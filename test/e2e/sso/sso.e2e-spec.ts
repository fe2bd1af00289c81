import { generateKeyPairSync } from 'node:crypto';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { refusalOf, result } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { eventually } from '../../support/eventually.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { mailsTo } from '../../support/mails.js';
import { OidcProvider } from '../../support/oidc-provider.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';
import { HttpAdapterHost } from '@nestjs/core';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { SsoDomains } from '#modules/sso/sso-domains.js';

let provider: IdentityProvider;
let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let user: TestUser;
let sequence = 0;
beforeAll(async () => {
  provider = await IdentityProvider.start();
  ({ service, company, stranger } = await startWithCompanies());
  const { issuer, clientId, clientSecret } = provider;
  await company.owner.api.put('/company/sso', { issuer, clientId, clientSecret, domains: ['corp.example'] });
  await company.owner.api.post('/company/sso/test');
  await put({ enabled: true });
  const operator = onOwnWork(company.id, service.app.get(HttpAdapterHost));
  await service.app.get(SsoDomains, { strict: false }).trustDomain(operator, 'corp.example');
});
beforeEach(async () => {
  provider.misbehaviour = {};
  user = await createUser(company.owner, 'MEMBER');
});
afterAll(async () => {
  await service.stop();
  provider.stop();
});

const UNINVITED = [401, 'UNAUTHORIZED', 'Ask an administrator for an invitation'];
const put = async (settings: object) => {
  const answer = await company.owner.api.put('/company/sso', settings);
  if (answer.status !== 200) throw new Error(answer.text);
};
const newSub = () => `person-${(sequence += 1)}`;
const verified = (email: string, sub = newSub()) => ({ sub, email, email_verified: true });
const newBrowser = () => new Browser(service.api);

/** What the browser brings back, and the browser. */
async function begin(claims: object, browser = newBrowser()) {
  const { body, status } = await browser.post('/session/sso', { companyId: company.id });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { browser, answer: provider.authorize(body.url, claims as Record<string, unknown>) };
}

async function signIn(claims: object) {
  const { browser, answer } = await begin(claims);
  const { status, body, headers } = await browser.post('/session/sso/callback', answer);
  return { browser, status, body, headers, text: '' };
}

describe('POST /session/sso', () => {
  it('leads to the provider, with PKCE, state and nonce, bound to the browser', async () => {
    const browser = newBrowser();
    const answer = await browser.post('/session/sso', { email: 'Anyone@Corp.example' });
    const url = new URL(answer.body.url);
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: 'https://service.example.com/sign-in/sso',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    expect([state, nonce, challenge].every((value) => /^[\w-]{43}$/.test(value ?? ''))).toBe(true);
    const [cookie = '', ...attributes] = answer.headers.get('Set-Cookie')?.split('; ') ?? [];
    expect(cookie).toMatch(/^__Host-sso=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure']);
    expect(answer.headers.get('X-RateLimit-Policy')).toBe('auth');
  });

  it('leads nowhere for what no enabled connection answers for', async () => {
    for (const body of [{ email: 'a@unknown.example' }, { email: 'nonsense' }, { companyId: stranger.id }]) {
      const answer = await service.api.post('/session/sso', body);
      expect([result(answer), answer.headers.get('Set-Cookie')]).toEqual([[200, { url: null }], null]);
    }
  });

  it('takes exactly one of e-mail and company', async () => {
    for (const body of [{}, { email: 'a@corp.example', companyId: company.id }]) {
      expect((await service.api.post('/session/sso', body)).status).toBe(400);
    }
  });
});

describe('POST /session/sso/callback', () => {
  it('links an active user by a verified e-mail, tells them, and begins a session', async () => {
    const claims = verified(user.email.toUpperCase());
    const { browser, status, body } = await signIn(claims);
    expect([status, body]).toEqual([
      200,
      { user: { id: user.id, email: user.email, name: user.name, role: 'MEMBER' } },
    ]);
    expect((await browser.get('/me/sessions')).body).toMatchObject([{ method: 'sso', current: true }]);
    expect((await browser.get('/me/identities')).body).toMatchObject([{ issuer: provider.issuer }]);
    await eventually('a mail', async () =>
      (await mailsTo(user.email, service.configuration.dataDirectory)).some((mail) => mail.includes('single sign-on')),
    );
    const [linked] = (await company.owner.api.get(`/audit-log?action=identity.*&targetId=${user.id}`)).body;
    const changes = { issuer: { from: null, to: provider.issuer } };
    expect(linked).toMatchObject({ action: 'identity.linked', actor: { type: 'user', id: user.id }, changes });
    // From now on the subject counts, whatever the e-mail.
    const again = await signIn({ sub: claims.sub, email: 'other@corp.example', email_verified: false });
    expect(again.body.user.id).toBe(user.id);
  });

  it.each([
    ['is not verified', { email_verified: false }],
    ['is said not to be verified, in words', { email_verified: 'false' }],
    ['is not said to be verified', { email_verified: undefined }],
    ['is missing', { email: undefined }],
    ['is no address', { email: 'nonsense' }],
  ])('does not link when the e-mail %s', async (_, claims) => {
    expect(refusalOf(await signIn({ ...verified(user.email), ...claims }))).toEqual(UNINVITED);
  });

  it('trusts an e-mail of a verified domain of which nothing is said, when the company says so', async () => {
    await put({ trustEmail: 'always' });
    const { password } = company.owner;
    const body = { email: 'trusted@corp.example', name: 'Trudy', role: 'MEMBER', password };
    const { id } = (await company.owner.api.post('/users', body)).body;
    const silent = (email: string) => ({ sub: newSub(), email });
    expect(refusalOf(await signIn({ ...silent(body.email), email_verified: false }))).toEqual(UNINVITED);
    expect(refusalOf(await signIn(silent(user.email)))).toEqual(UNINVITED);
    expect((await signIn(silent(body.email))).body.user.id).toBe(id);
    await put({ trustEmail: 'verified' });
    expect(refusalOf(await signIn(silent(body.email)))).toEqual(UNINVITED);
  });

  it('takes "true" for true', async () => {
    expect((await signIn({ ...verified(user.email), email_verified: 'true' })).status).toBe(200);
  });

  it('asks for the user info where the id token names no e-mail, and believes it of the same subject alone', async () => {
    provider.misbehaviour = { userInfo: { email: user.email, email_verified: true } };
    expect((await signIn({ sub: newSub() })).body.user.id).toBe(user.id);
    const other = await createUser(company.owner, 'MEMBER');
    provider.misbehaviour = { userInfo: { email: other.email, email_verified: false } };
    expect(refusalOf(await signIn({ sub: newSub(), email_verified: true }))).toEqual(UNINVITED);
    provider.misbehaviour = { userInfo: { sub: 'another', email: other.email, email_verified: true } };
    expect(refusalOf(await signIn({ sub: newSub() }))).toEqual([
      401,
      'UNAUTHORIZED',
      'The user info of the provider cannot be read',
    ]);
  });

  it('never links the e-mail of another company or of a deactivated user, and never makes one', async () => {
    await put({ autoProvision: true });
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    for (const email of [stranger.member.email, user.email, 'new@elsewhere.example']) {
      expect(refusalOf(await signIn(verified(email)))).toEqual(UNINVITED);
    }
    await put({ autoProvision: false });
  });

  it('does not link an OWNER by e-mail', async () => {
    const words = 'Sign in with your password and connect under Security';
    expect(refusalOf(await signIn(verified(company.owner.email)))).toEqual([401, 'UNAUTHORIZED', words]);
  });

  it('makes users of verified domains, once, when the company says so', async () => {
    const claims = { ...verified('nora@corp.example'), name: 'Nora New' };
    expect(refusalOf(await signIn(claims))).toEqual(UNINVITED);
    await put({ autoProvision: true, defaultRole: 'VIEWER' });
    const flows = [await begin(claims), await begin(claims)];
    const answers = await Promise.all(
      flows.map(({ browser, answer }) => browser.post('/session/sso/callback', answer)),
    );
    const [made, same] = answers.map(({ body }) => body.user);
    expect(made).toMatchObject({ email: 'nora@corp.example', name: 'Nora New', role: 'VIEWER' });
    expect(same.id).toBe(made.id);
    const entries = (await company.owner.api.get(`/audit-log?action=user.*,identity.*&targetId=${made.id}`)).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['identity.linked', 'user.created']);
    await put({ autoProvision: false });
  });

  it('gives the highest role that matches, and never to or of an OWNER', async () => {
    await put({ roleClaim: 'realm.roles', roleMap: { boss: 'ADMIN', reader: 'VIEWER' } });
    const claims = verified(user.email);
    await put({ defaultRole: 'MEMBER' });
    const role = async (roles: unknown) => (await signIn({ ...claims, realm: { roles } })).body.user.role;
    expect(await role(['reader', 'boss', 'x'])).toBe('ADMIN');
    expect(await role('reader')).toBe('VIEWER');
    // Who has none there any more has none here.
    for (const none of [['nothing'], [], undefined, { boss: true }]) {
      await role(['boss']);
      expect(await role(none)).toBe('MEMBER');
      expect((await company.owner.api.get(`/users/${user.id}`)).body.role).toBe('MEMBER');
    }
    await role(['boss']);
    expect((await signIn(claims)).body.user.role).toBe('MEMBER');
    await put({ roleClaim: null });
    expect((await signIn({ ...claims, realm: { roles: ['boss'] } })).body.user.role).toBe('MEMBER');
  });

  it('leaves an OWNER one, whatever the provider says', async () => {
    const owner = await createUser(company.owner, 'MEMBER');
    const claims = verified(owner.email);
    await signIn(claims);
    await company.owner.api.put(`/users/${owner.id}`, { role: 'OWNER' });
    await put({ roleClaim: 'groups', roleMap: { reader: 'VIEWER' } });
    for (const groups of [['reader'], undefined]) {
      expect((await signIn({ ...claims, groups })).body.user.role).toBe('OWNER');
    }
    await put({ roleClaim: null });
  });

  describe('takes no text of a provider as it comes', () => {
    const HALF = '\ud800';
    const ODD = ['\0', `a\0b`, HALF, `a${HALF}`, 'x'.repeat(100_000), '', ' ', 5, null, {}, [], [HALF], true, '\u202e'];
    const NOT_VALID = [401, 'UNAUTHORIZED', 'The subject of the id token is not valid'];

    it.each(['a\0b', `a${HALF}`, 'x'.repeat(256), '😀'.repeat(256)])('refuses the subject %j', async (sub) => {
      const refused = await signIn(verified(user.email, sub));
      expect(refusalOf(refused)).toEqual(NOT_VALID);
      expect((await user.api.get('/me/identities')).body).toEqual([]);
    });

    it('takes a subject of 255 characters', async () => {
      expect((await signIn(verified(user.email, '😀'.repeat(255)))).status).toBe(200);
    });

    it.each([
      ['a\0b', 'ab'],
      [`Ana${HALF}`, 'Ana\ufffd'],
      ['😀'.repeat(300), '😀'.repeat(255)],
      ['\0 \0', null],
    ])('cleans and cuts the name %j', async (name, expected) => {
      await put({ autoProvision: true });
      const local = newSub();
      const { status, body } = await signIn({ ...verified(`${local}@corp.example`), name });
      expect([status, body.user?.name]).toEqual([200, expected ?? local]);
      await put({ autoProvision: false });
    });

    it.each(['sub', 'name', 'email', 'email_verified', 'groups', 'realm', 'picture', 'locale'])(
      'answers no 500, whatever %s is',
      async (claim) => {
        await put({ roleClaim: 'groups', roleMap: { boss: 'ADMIN' } });
        for (const value of ODD) {
          const { status } = await signIn({ ...verified(user.email), [claim]: value });
          expect([value, [200, 401].includes(status)]).toEqual([value, true]);
        }
        await put({ roleClaim: null });
      },
    );
  });

  it('takes no state twice, and none of another browser or of nobody', async () => {
    const { browser, answer } = await begin(verified(user.email));
    const UNKNOWN = [401, 'UNAUTHORIZED', 'The state is unknown, used or too old: begin again'];
    const stolen = await begin(verified(user.email));
    expect(refusalOf(await newBrowser().post('/session/sso/callback', stolen.answer))).toEqual(UNKNOWN);
    expect((await browser.post('/session/sso/callback', answer)).status).toBe(200);
    expect(refusalOf(await browser.post('/session/sso/callback', answer))).toEqual(UNKNOWN);
    expect(refusalOf(await browser.post('/session/sso/callback', { ...answer, state: 'x' }))).toEqual(UNKNOWN);
    const late = await begin(verified(user.email));
    await service.database.rows('UPDATE sso_flows SET expires_at = now()');
    expect(refusalOf(await late.browser.post('/session/sso/callback', late.answer))).toEqual(UNKNOWN);
  });

  const now = () => Math.floor(Date.now() / 1_000);
  it.each([
    ['nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['audience', { claims: { aud: 'somebody else' } }],
    ['issuer', { claims: { iss: 'https://evil.example' } }],
    ['empty subject', { claims: { sub: '' } }],
    ['expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } }],
    ['not valid yet', { claims: { nbf: now() + 600 } }],
    ['of the future', { claims: { iat: now() + 600 } }],
    ['no algorithm', { header: { alg: 'none' }, key: null }],
    ['a symmetric algorithm', { header: { alg: 'HS256' } }],
    ['another key', { key: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey }],
  ])('refuses an id token that is wrong: %s', async (_, misbehaviour) => {
    const { browser, answer } = await begin(verified(user.email));
    provider.misbehaviour = misbehaviour;
    const refused = await browser.post('/session/sso/callback', answer);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(refused.body.error.message).not.toMatch(/\n|"|OAUTH|JWT/);
    expect((await browser.get('/session')).body.user).toBeNull();
    expect((await user.api.get('/me/identities')).body).toEqual([]);
  });

  it('takes a time that is 20 s off', async () => {
    const { browser, answer } = await begin(verified(user.email));
    provider.misbehaviour = { claims: { exp: now() - 20 } };
    expect((await browser.post('/session/sso/callback', answer)).status).toBe(200);
  });

  it('refuses an answer without the issuer that the metadata promises, one of another, and a refusal', async () => {
    for (const change of [{ iss: undefined }, { iss: 'https://evil.example' }]) {
      const { browser, answer } = await begin(verified(user.email));
      expect((await browser.post('/session/sso/callback', { ...answer, ...change })).status).toBe(401);
    }
    const { browser, answer } = await begin(verified(user.email));
    const refused = await browser.post('/session/sso/callback', { error: 'access_denied', state: answer.state });
    expect(refusalOf(refused)).toEqual([401, 'UNAUTHORIZED', 'The provider did not sign you in']);
  });

  it('refuses a code that was used, and one that another browser got', async () => {
    const [one, other] = [await begin(verified(user.email)), await begin(verified(user.email))];
    const swapped = { ...one.answer, state: other.answer.state };
    expect((await other.browser.post('/session/sso/callback', swapped)).status).toBe(401);
    expect((await one.browser.post('/session/sso/callback', one.answer)).status).toBe(401);
  });

  it('refuses a provider that is too slow', async () => {
    const { browser, answer } = await begin(verified(user.email));
    provider.misbehaviour = { delay: 10_000 };
    const refused = await browser.post('/session/sso/callback', answer);
    expect(refusalOf(refused)).toEqual([401, 'UNAUTHORIZED', 'The provider did not answer']);
  });

  it('reads the keys again for one it does not know, at most once a minute', async () => {
    expect((await signIn(verified(user.email))).status).toBe(200);
    const reads = provider.keyReads;
    provider.rotateKey();
    expect([(await signIn(verified(user.email))).status, provider.keyReads]).toEqual([200, reads + 1]);
    provider.rotateKey();
    const refused = await signIn(verified(user.email));
    const words = 'The signature of the id token is not valid';
    expect([refusalOf(refused), provider.keyReads]).toEqual([[401, 'UNAUTHORIZED', words], reads + 1]);
  });
});

it('signs in at oidc-provider, which other people made', async () => {
  const other = await OidcProvider.start();
  try {
    const { issuer, clientId, clientSecret } = other;
    const { api } = stranger.owner;
    await api.put('/company/sso', { issuer, clientId, clientSecret });
    expect((await api.post('/company/sso/test')).body).toEqual({ ok: true, issuer, problems: [] });
    expect((await api.put('/company/sso', { enabled: true })).status).toBe(200);
    const browser = newBrowser();
    const { url } = (await browser.post('/session/sso', { companyId: stranger.id })).body;
    const answer = await other.signIn(url, stranger.member.email);
    expect(Object.keys(answer).sort()).toEqual(['code', 'iss', 'state']);
    const signedIn = await browser.post('/session/sso/callback', answer);
    expect([signedIn.status, signedIn.body.user?.id]).toEqual([200, stranger.member.id]);
    expect((await browser.get('/me/identities')).body).toEqual([expect.objectContaining({ issuer })]);
    expect((await browser.get('/me/sessions')).body.at(-1)).toMatchObject({ method: 'sso', current: true });
    expect((await browser.post('/session/sso/callback', answer)).status).toBe(401);
  } finally {
    await other.stop();
  }
});
