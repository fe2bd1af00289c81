import { Authenticator } from './authenticator.js';
import { Browser } from './browser.js';
import type { ExampleRequests } from './example-request.js';
import type { ExampleWorld } from './example-world.js';
import { OAuthProgram } from './oauth-client.js';
import { PasskeyDevice } from './passkey-device.js';

/** An authenticator, and the passkey of the owner that it holds. */
async function addPasskey({
  company: { owner },
  origin,
}: ExampleWorld): Promise<{ device: PasskeyDevice; id: string }> {
  const device = new PasskeyDevice(origin);
  const { body } = await owner.api.post('/me/passkeys/options', { password: owner.password });
  const added = await owner.api.post<{ id: string }>('/me/passkeys', { name: 'Phone', response: device.create(body) });
  return { device, id: added.body.id };
}

/** Gives the company a connection to the provider, and domains. */
async function connect({ company: { owner }, provider }: ExampleWorld, domains: string[] = []): Promise<void> {
  const { issuer, clientId, clientSecret } = provider;
  await owner.api.put('/company/sso', { issuer, clientId, clientSecret, domains });
}

/** The browser of an owner who comes back from the provider to be connected with it, and what it brings. */
async function comeBack(world: ExampleWorld): Promise<{ browser: Browser; answer: object }> {
  const { owner } = world.company;
  await connect(world);
  await owner.api.post('/company/sso/test');
  await owner.api.put('/company/sso', { enabled: true });
  const browser = await Browser.of(world.api, owner);
  const { body } = await browser.post('/me/identities/sso', { password: owner.password });
  return { browser, answer: world.provider.authorize(body.url, { sub: owner.id }) };
}

/** A program that asks the owner to be let in. */
async function openConsent(world: ExampleWorld): Promise<{ browser: Browser; program: OAuthProgram }> {
  const program = await OAuthProgram.register(world.api, {
    name: 'Assistant',
    redirectUri: 'https://assistant.example.com/callback',
  });
  Object.defineProperty(program, 'verifier', { value: 'a-verifier-that-is-the-same-in-every-recording' });
  return { browser: await Browser.of(world.api, world.company.owner), program };
}

/** The id of a grant of the owner. */
async function makeGrant(world: ExampleWorld): Promise<string> {
  const { browser, program } = await openConsent(world);
  await program.exchange(await program.code(browser));
  return (await world.company.owner.api.get('/me/grants')).body.at(-1).id as string;
}

/** Those of signing in: passwords, programs let in, single sign-on, passkeys and second factors. */
export const SIGN_IN_REQUESTS: ExampleRequests = {
  register: () => ({
    body: { companyName: 'Lighthouse', name: 'Mia Berg', email: 'mia@example.com', password: 'correct horse battery' },
  }),
  login: ({ company: { owner } }) => ({ body: { email: owner.email, password: owner.password } }),
  createSession: ({ company: { owner } }) => ({ body: { email: owner.email, password: owner.password } }),
  requestPasswordReset: ({ company: { owner } }) => ({ body: { email: owner.email } }),
  confirmPasswordReset: async ({ resetToken }) => ({
    body: { token: await resetToken(), password: 'better horse battery' },
  }),
  changePassword: ({ company: { owner } }) => ({
    body: { currentPassword: owner.password, newPassword: 'better horse battery' },
  }),
  getAuthorizationRequest: async (world) => {
    const { browser, program } = await openConsent(world);
    return { browser, query: Object.fromEntries(new URLSearchParams(program.query())) };
  },
  answerAuthorizationRequest: async (world) => {
    const { browser, program } = await openConsent(world);
    return { browser, body: { request: program.query(), allow: true, scope: 'projects', projectIds: null } };
  },
  listMyGrants: async (world) => {
    await makeGrant(world);
    return {};
  },
  listGrants: async (world) => {
    await makeGrant(world);
    return {};
  },
  deleteMyGrant: async (world) => ({ ids: [await makeGrant(world)] }),
  deleteGrant: async (world) => ({ ids: [await makeGrant(world)] }),
  startSingleSignOn: () => ({ body: { email: 'mia@corp.example' } }),
  putSingleSignOn: () => ({
    body: {
      issuer: 'https://idp.example.com',
      clientId: 'projects',
      clientSecret: 'secret',
      domains: ['corp.example'],
    },
  }),
  getSingleSignOn: async ({ company: { owner } }) => {
    await owner.api.put('/company/sso', { issuer: 'https://idp.example.com', clientId: 'projects', clientSecret: 's' });
    return {};
  },
  removeSingleSignOn: async ({ company: { owner } }) => {
    await owner.api.put('/company/sso', { issuer: 'https://idp.example.com', clientId: 'projects', clientSecret: 's' });
    return {};
  },
  testSingleSignOn: async (world) => {
    await connect(world);
    return {};
  },
  verifyDomain: async (world) => {
    const domain = `${world.company.id}.example`;
    await connect(world, [domain]);
    const { body } = await world.company.owner.api.get('/company/sso');
    const { name, value } = body.domains[0].record as Record<string, string>;
    world.dns.records.set(name ?? '', [value ?? '']);
    return { ids: [domain] };
  },
  linkIdentity: async (world) => {
    const { browser } = await comeBack(world);
    return { browser, body: { password: world.company.owner.password } };
  },
  finishSingleSignOn: async (world) => {
    const { browser, answer } = await comeBack(world);
    return { browser, body: answer };
  },
  removeIdentity: async (world) => {
    const { browser, answer } = await comeBack(world);
    await browser.post('/session/sso/callback', answer);
    const { body } = await browser.get('/me/identities');
    return { browser, ids: [body[0].id], body: { password: world.company.owner.password } };
  },
  beginPasskey: ({ company: { owner } }) => ({ body: { password: owner.password } }),
  addPasskey: async ({ company: { owner }, origin }) => {
    const { body } = await owner.api.post('/me/passkeys/options', { password: owner.password });
    return { body: { name: 'Phone', response: new PasskeyDevice(origin).create(body) } };
  },
  updatePasskey: async (world) => ({ ids: [(await addPasskey(world)).id], body: { name: 'Work phone' } }),
  removePasskey: async (world) => ({
    ids: [(await addPasskey(world)).id],
    body: { password: world.company.owner.password },
  }),
  beginPasskeySession: ({ api }) => ({ browser: new Browser(api) }),
  createPasskeySession: async (world) => {
    const { device } = await addPasskey(world);
    const browser = new Browser(world.api);
    const { body } = await browser.post('/session/passkey/options');
    return { browser, body: { response: device.get(body) } };
  },
  setUpTotp: ({ company: { owner } }) => ({ body: { password: owner.password } }),
  confirmTotp: async ({ company: { owner } }) => {
    const { body } = await owner.api.post('/me/totp', { password: owner.password });
    return { body: { code: new Authenticator(body.secret).code() } };
  },
  removeTotp: async ({ company: { owner } }) => {
    const authenticator = await Authenticator.setUp(owner.api, owner.password);
    return { body: { password: owner.password, code: authenticator.code() } };
  },
  renewRecoveryCodes: async ({ company: { owner } }) => {
    const authenticator = await Authenticator.setUp(owner.api, owner.password);
    return { body: { password: owner.password, code: authenticator.code() } };
  },
  removeSecondFactor: async ({ company: { member } }) => {
    await Authenticator.setUp(member.api, member.password);
    return { ids: [member.id] };
  },
};
