import { Client } from 'pg';
import { pino } from 'pino';
import { withOperator } from '../../../src/cli/user/operator-context.js';
import { API_KEY_REVOKED } from '#core/access/api-key.strategy.js';
import { COMPANY_CHANGED, USER_CHANGED, UserCache } from '#core/access/user-cache.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { OperatorService } from '#modules/operator/operator.service.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { tokensMailedTo } from '../../support/mails.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { itWithoutCitus } from '../../support/without-citus.js';

const END = 'end_of_change';
const CHANNELS = [USER_CHANGED, COMPANY_CHANGED, API_KEY_REVOKED];
const SILENT = pino({ level: 'silent' });

let service: TestService;
let company: TestCompany;
let user: TestUser;
let listener: Client;
let heard: string[] = [];
beforeAll(async () => {
  service = await startTestService();
  await recordChanges();
  listener = new Client(service.database.url);
  await listener.connect();
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  for (const channel of [...CHANNELS, END]) await listener.query(`LISTEN ${channel}`);
});
beforeEach(async () => {
  company = await createCompany(service.api);
  user = await createUser(company.owner, 'MEMBER');
});
afterAll(async () => {
  await listener.end();
  await service.stop();
});

/** Has the database itself say which rows change, whoever changes them. */
async function recordChanges(): Promise<void> {
  const { database } = service;
  await database.rows('CREATE TABLE recorded_changes (news text NOT NULL)');
  const record = (table: string, event: string, channel: string, payload: string) =>
    database.rows(`CREATE FUNCTION record_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO recorded_changes SELECT '${channel} ' || ${payload}; RETURN NULL; END $$;
      CREATE TRIGGER record AFTER ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION record_${table}()`);
  await record('users', 'UPDATE OR DELETE', USER_CHANGED, 'OLD.id');
  await record('companies', 'UPDATE OR DELETE', COMPANY_CHANGED, 'OLD.id');
  await record('api_key_hashes', 'UPDATE OR DELETE', API_KEY_REVOKED, `encode(OLD.key_hash, 'hex')`);
}

/** What the database recorded, and what everyone was told, once `change` is done. */
async function newsOf(change: () => Promise<unknown>): Promise<{ recorded: string[]; told: string[] }> {
  await service.database.rows('DELETE FROM recorded_changes');
  heard = [];
  await change();
  // Notifications come in the order of their commits.
  await service.database.rows(`SELECT pg_notify('${END}', '')`);
  await eventually('all is heard', () => heard.includes(`${END} `));
  const rows = await service.database.rows<{ news: string }>('SELECT news FROM recorded_changes');
  return { recorded: rows.map(({ news }) => news), told: heard.filter((news) => news !== `${END} `) };
}

const put = (path: string, body: object, by = company.owner) => by.api.put(path, body);
const operate = (work: (operator: OperatorService) => Promise<unknown>) =>
  withOperator({ ...service.configuration, databaseUrl: service.database.url }, SILENT, work);

const CHANGES: [string, () => Promise<unknown>][] = [
  ['the role of a user', () => put(`/users/${user.id}`, { role: 'ADMIN' })],
  ['the name of a user', () => put(`/users/${user.id}`, { name: 'Renamed' })],
  ['the deactivation of a user', () => put(`/users/${user.id}`, { active: false })],
  ['the own name', () => put('/me', { name: 'Renamed' }, user)],
  [
    'the own password',
    () => put('/me/password', { currentPassword: user.password, newPassword: 'another one altogether' }, user),
  ],
  [
    'a password that is set with a mailed token',
    async () => {
      await service.api.post('/password-reset', { email: user.email });
      const [token] = await tokensMailedTo(user.email, service.configuration.dataDirectory, 1);
      await service.api.post('/password-reset/confirm', { token, password: 'another one altogether' });
    },
  ],
  [
    'a revoked key',
    async () => {
      const { id } = await createApiKey(user);
      await user.api.delete(`/api-keys/${id}`);
    },
  ],
  ['the name of the company', () => put('/company', { name: 'Renamed' })],
  ['the deactivation of a company by the operator', () => operate((operator) => operator.setActive(company.id, false))],
  [
    'a password that the operator sets',
    () =>
      operate(async (operator) => {
        const found = await operator.findUser(user.email);
        await operator.setPassword(found!, 'another one altogether', SILENT);
      }),
  ],
];

describe('every listening instance is notified of', () => {
  itWithoutCitus.each(CHANGES)('%s', async (_what, change) => {
    const { recorded, told } = await newsOf(change);
    expect(recorded).toHaveLength(1);
    expect(told).toEqual(recorded);
  });

  itWithoutCitus('the activation of a user and of a company, too', async () => {
    await put(`/users/${user.id}`, { active: false });
    await operate((operator) => operator.setActive(company.id, false));
    const { recorded, told } = await newsOf(async () => {
      await operate((operator) => operator.setActive(company.id, true));
      await put(`/users/${user.id}`, { active: true });
    });
    expect(recorded).toEqual([`${COMPANY_CHANGED} ${company.id}`, `${USER_CHANGED} ${user.id}`]);
    expect(told).toEqual(recorded);
  });
});

describe('no instance is notified of', () => {
  itWithoutCitus('what changes nothing', async () => {
    const { told } = await newsOf(async () => {
      await put(`/users/${user.id}`, { role: 'MEMBER', active: true });
      await put(`/users/${company.owner.id}`, { active: false });
      await put('/company', {});
      await operate((operator) => operator.setActive(company.id, true));
    });
    expect(told).toEqual([]);
  });

  itWithoutCitus('a change that is rolled back', async () => {
    const { told } = await newsOf(() =>
      service.app
        .get(Database)
        .transaction(OWN_WORK_CONTEXT, async (tx) => {
          await service.app.get(UserCache).announce(tx, user.id);
          throw new Error('rolled back');
        })
        .catch(() => undefined),
    );
    expect(told).toEqual([]);
  });
});
