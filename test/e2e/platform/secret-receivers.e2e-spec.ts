import { DataSource } from 'typeorm';
import { SECRET_MARK } from '#core/secrets/secret.column.js';
import { createColleague } from '../../factories/colleague.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { refusalOf } from '../../support/answers.js';
import { requestFields } from '../../support/request-fields.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

const missing = (secret: string) => [400, 'VALIDATION_ERROR', { [secret]: 'Required' }];

/** Where each stored secret goes, by its column. A new one is added here, with a test below. */
const RECEIVERS: Record<string, readonly string[]> = {
  'webhooks.secret': ['url'],
  'webhooks.previous_secret': ['url'],
  'webhooks.header_values': ['url'],
  'sso_connections.client_secret': ['issuer'],
  'imports.token': ['options.repository', 'options.baseUrl'],
  // The address is the secret: another one is another secret.
  'virtual_colleagues.chat_url': ['notifications.chat.webhookUrl'],
  // They are compared here and go nowhere.
  'totp_factors.secret': [],
  'code_connections.secret': [],
  'code_connections.previous_secret': [],
};

/** Fields of requests that sound like an address, and get no secret. */
const WITHOUT_SECRET = ['domains', 'links.url'];

it('knows where every stored secret goes', () => {
  const secrets = service.app
    .get(DataSource)
    .entityMetadatas.flatMap(({ tableName, columns }) =>
      columns
        .filter(({ transformer }) => transformer === SECRET_MARK)
        .map(({ databaseName }) => `${tableName}.${databaseName}`),
    );
  expect(secrets.toSorted()).toEqual(Object.keys(RECEIVERS).toSorted());
});

it('knows every address that requests name', () => {
  const addresses = requestFields()
    .filter(
      ({ name, schema }) =>
        schema.format === 'uri' || /(url|host|repository|issuer|bucket|endpoint|domains?|server)$/i.test(name),
    )
    .map(({ name }) => name);
  expect([...new Set(addresses)].toSorted()).toEqual(
    [...new Set([...Object.values(RECEIVERS).flat(), ...WITHOUT_SECRET])].toSorted(),
  );
});

describe('another address needs the secret anew', () => {
  it.each([{}, { secret: '***' }])('of a webhook: %j', async (secret) => {
    const { id } = await createWebhook(company.admin, { headers: { 'X-A': 'a' } });
    const put = (input: object) => company.admin.api.put(`/webhooks/${id}`, input);
    expect(refusalOf(await put({ url: 'https://example.com/', ...secret }))).toEqual(missing('secret'));
    const moved = await put({ url: 'https://example.com/', secret: 'new' });
    expect([moved.status, moved.body.headers]).toEqual([200, {}]);
  });

  it.each([{}, { clientSecret: '***' }])('of single sign-on: %j', async (secret) => {
    const put = (input: object) => company.owner.api.put('/company/sso', input);
    const first = await put({ issuer: 'https://one.example.com', clientId: 'c', clientSecret: 's' });
    expect(first.status).toBe(200);
    expect(refusalOf(await put({ issuer: 'https://two.example.com', ...secret }))).toEqual(missing('clientSecret'));
    expect((await put({ clientId: 'd', ...secret })).status).toBe(200);
    expect((await put({ issuer: 'https://two.example.com', clientSecret: 't' })).status).toBe(200);
  });

  describe('of an import from GitHub', () => {
    const repository = 'acme/shop';
    const post = (options: object) =>
      company.admin.api.post('/imports', { source: 'github', project: { name: 'Shop', key: 'SHOP' }, options });

    it.each([{}, { token: '***' }])('with %j', async (token) => {
      const { id } = (await post({ repository, token: 'ghp_given' })).body;
      const put = (options: object) => company.admin.api.put(`/imports/${id}`, { options });
      for (const elsewhere of [
        { repository: 'acme/other' },
        { repository, baseUrl: 'http://127.0.0.1:9/' },
        { repository: 'acme/other', baseUrl: 'http://127.0.0.1:9/' },
      ]) {
        expect(refusalOf(await put({ ...elsewhere, ...token }))).toEqual(missing('options.token'));
      }
      const same = await put({ repository, archived: true, ...token });
      expect([same.status, same.body.options]).toEqual([200, { repository, archived: true, token: '***' }]);
      const spelled = await put({ repository, baseUrl: 'https://api.github.com', ...token });
      expect(spelled.status).toBe(200);
      const moved = await put({ repository, baseUrl: 'http://127.0.0.1:9', token: 'ghp_another' });
      expect(moved.status).toBe(200);
      expect(refusalOf(await put({ repository, ...token }))).toEqual(missing('options.token'));
    });

    it('which *** does not make', async () => {
      expect(refusalOf(await post({ repository, token: '***' }))).toEqual(missing('options.token'));
    });
  });

  it('of the chat of a colleague, whose address is the secret', async () => {
    const notifications = { chat: { webhookUrl: 'https://example.org/first' } };
    const { id } = await createColleague(company.admin, { notifications });
    const put = (webhookUrl: string) =>
      company.admin.api.put(`/virtual-colleagues/${id}`, { notifications: { chat: { webhookUrl } } });
    expect((await put('***')).status).toBe(400);
    expect((await put('https://example.com/second')).status).toBe(200);
  });
});
