import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runUser } from '../../../src/cli/user/user-command.js';
import { createApiKey, type TestApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { INVALID_TOKEN, result, UNKNOWN_ID } from '../../support/answers.js';
import { type CommandRun, runCommand } from '../../support/command.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** A hash at the cost that the service uses. */
const ARGON2ID = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

const run = (commandLine: string[], options: Parameters<typeof runCommand>[2]) =>
  runCommand('user', commandLine, options);

let folder: string;
beforeAll(() => {
  buildService();
  folder = temporaryFolder();
});

describe('on DATABASE_URL', () => {
  let service: TestService;
  let company: TestCompany;
  let other: TestCompany;
  let apiKey: TestApiKey;
  beforeAll(async () => {
    service = await startTestService();
    company = await createCompany(service.api);
    other = await createCompany(service.api);
    apiKey = await createApiKey(company.member);
  });
  afterAll(() => service.stop());

  const environment = () => {
    const { jwtSecret: JWT_SECRET } = service.configuration;
    const SECRETS_KEY = Buffer.alloc(32).toString('base64');
    return { DATABASE_URL: service.database.url, JWT_SECRET, SECRETS_KEY };
  };
  const user = (commandLine: string[], input?: string): Promise<CommandRun> =>
    run(commandLine, { folder, input, environment: environment() });
  const login = (email: string, password: string) => service.api.post('/login', { email, password });

  it('companies lists them, the oldest first, without control characters', async () => {
    await other.owner.api.put('/company', { name: 'Two\u001b[2J\nlines' });
    const { code, stdout, stderr } = await user(['companies']);
    expect([code, stderr]).toEqual([0, '']);
    const today = new Date().toISOString().slice(0, 10);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'USERS', 'CREATED', 'ACTIVE', 'NAME'],
      [company.id, '4', today, 'yes', expect.stringMatching(/^Company \d+$/)],
      [other.id, '4', today, 'yes', 'Two [2J lines'],
      [''],
    ]);
  });

  it('company restore brings back a company that is to be deleted', async () => {
    const gone = await createCompany(service.api);
    const { owner } = gone;
    const { name } = (await owner.api.get<{ name: string }>('/company')).body;
    const { jwtSecret: JWT_SECRET } = service.configuration;
    const SECRETS_KEY = Buffer.alloc(32).toString('base64');
    const environment = { DATABASE_URL: service.database.url, JWT_SECRET, SECRETS_KEY };
    const restore = (id: string) => runCommand('company', ['restore', id], { folder, environment });
    await owner.api.send('DELETE', '/company', { name, password: owner.password });
    const { code, stdout } = await restore(gone.id);
    expect([code, stdout]).toEqual([0, `${name} is back\n`]);
    const isBack = async () => (await owner.api.get('/me')).status === 200;
    await eventually('the company is back', isBack, COUNTS_WITHIN);
    const again = await restore(gone.id);
    expect([again.code, again.stderr]).toEqual([1, `No company ${gone.id} waits to be deleted\n`]);
  });

  it('reset-password prints a new password once; it ends sessions and leaves keys', async () => {
    const { email, password } = company.member;
    const { code, stdout } = await user(['reset-password', email.toUpperCase()]);
    expect(code).toBe(0);
    const made = /^(\S+) \(Max Member, MEMBER\) has the password ([\w-]{22})\n$/.exec(stdout)?.[2] ?? '';
    await eventually(
      'the session ends',
      async () => (await company.member.api.get('/me')).status === 401,
      COUNTS_WITHIN,
    );
    expect([(await login(email, password)).status, (await login(email, made)).status]).toEqual([401, 200]);
    expect((await apiKey.api.get('/me')).status).toBe(200);
    const stored = await service.database.rows('SELECT * FROM users WHERE id = $1', [company.member.id]);
    expect(JSON.stringify(stored)).not.toContain(made);
    expect(stored).toEqual([expect.objectContaining({ password_hash: expect.stringMatching(ARGON2ID) })]);
  });

  it('reset-password --ask reads it, and shows it nowhere', async () => {
    const { email } = company.owner;
    const { code, stdout, stderr } = await user(['reset-password', email, '--ask'], 'a password of mine\n');
    expect([code, stdout, stderr]).toEqual([0, `${email} (Olga Owner, OWNER) has the new password\n`, '']);
    expect((await login(email, 'a password of mine')).status).toBe(200);
    const refused = await user(['reset-password', email, '--ask'], 'short\n');
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The password cannot be used: Must be at least 8 characters\n',
    });
    expect((await login(email, 'a password of mine')).status).toBe(200);
  });

  it('a deactivated company lets nobody in, with a token or a key, and other companies are not affected', async () => {
    const users = [company.admin, company.viewer];
    const before = (await login(company.viewer.email, company.viewer.password)).body;
    expect((await user(['deactivate-company', company.id.toUpperCase()])).stdout).toMatch(
      /^Company \d+ \(4 users\) is deactivated\n$/,
    );
    for (const { api } of [...users, apiKey, { api: service.api.as(before.token) }]) {
      await eventually('they are refused', async () => (await api.get('/me')).status === 401, COUNTS_WITHIN);
      expect(result(await api.get('/me'))).toEqual(INVALID_TOKEN);
    }
    const refusals = [
      await login(company.viewer.email, company.viewer.password),
      await login(company.viewer.email, 'not the password'),
      await login('nobody@example.com', company.viewer.password),
    ].map(({ status, body }) => [status, body.error.code, body.error.message]);
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    expect(refusals[0]).toEqual([401, 'UNAUTHORIZED', 'E-mail or password is wrong']);
    expect((await other.viewer.api.get('/me')).status).toBe(200);
    expect((await user(['companies'])).stdout).toMatch(new RegExp(`^${company.id}  4      \\S+  no `, 'm'));
  });

  it('users of a deactivated company get no mailed token, and cannot use one', async () => {
    const tokensOf = (id: string) => service.database.rows('SELECT FROM mail_tokens WHERE user_id = $1', [id]);
    expect((await service.api.post('/password-reset', { email: company.viewer.email })).status).toBe(202);
    await service.api.post('/password-reset', { email: other.viewer.email });
    await eventually('the mail after it is written', async () => (await tokensOf(other.viewer.id)).length === 1);
    expect(await tokensOf(company.viewer.id)).toEqual([]);
    const { stdout } = await user(['reset-password', company.admin.email]);
    expect(stdout).toMatch(/\nThe user or the company is deactivated, and so cannot log in\n$/);
  });

  it('a reactivated company is as it was', async () => {
    expect((await user(['reactivate-company', company.id])).stdout).toMatch(/is active\n$/);
    await eventually('the key is good', async () => (await apiKey.api.get('/me')).status === 200, COUNTS_WITHIN);
    expect((await login(company.viewer.email, company.viewer.password)).status).toBe(200);
  });

  it('trust-domain takes a domain for that of a company, once, and says so in the audit log', async () => {
    const trust = ({ id }: TestCompany) =>
      runCommand('company', ['trust-domain', id, 'Corp.example'], { folder, environment: environment() });
    const issuer = { issuer: 'https://idp.example.com', clientId: 'c', clientSecret: 's' };
    await other.owner.api.put('/company/sso', issuer);
    expect((await trust(other)).stdout).toMatch(/^corp\.example is a domain of Two/);
    const { domains } = (await other.owner.api.get('/company/sso')).body;
    expect(domains).toMatchObject([{ name: 'corp.example', verified: true }]);
    const [entry] = (await other.owner.api.get('/audit-log?action=sso.changed')).body;
    expect(entry).toMatchObject({ actor: { type: 'system' }, target: { name: 'corp.example' } });
    expect(entry.traceId).toMatch(/[1-9a-f]/);
    const refused = 'Another company has proved that the domain is its own\n';
    expect(await trust(company)).toEqual({ code: 1, stdout: '', stderr: refused });
  });

  it.each([
    [['reset-password', 'nobody@example.com'], 'No user has the e-mail address nobody@example.com'],
    [['deactivate-company', UNKNOWN_ID], `There is no company ${UNKNOWN_ID}: \`companies\` lists them`],
  ])('%j is refused in one line', async (commandLine, message) => {
    expect(await user(commandLine)).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
  });
});

describe('wrong usage and configuration', () => {
  it.each([[[]], [['reset-password']], [['nonsense']], [['companies', '--nonsense']]])('%j: 2', async (commandLine) => {
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    expect(await runUser(commandLine, streams)).toBe(2);
    expect([await text(streams.stdout.end()), await text(streams.stderr.end())]).toEqual([
      '',
      expect.stringMatching(/./),
    ]);
  });

  it('is said in one line', async () => {
    const answers = [
      await run(['companies'], { folder, environment: { DATABASE_URL: 'nonsense' } }),
      await run(['companies'], { folder, environment: { DATA_DIR: 'empty' } }),
    ];
    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual([
      [1, expect.stringMatching(/^DATABASE_URL: [^\n]+\n$/)],
      [1, expect.stringMatching(/^DATA_DIR: there is no database in [^\n]+\/empty yet: start the service first\n$/)],
    ]);
  });
});

it('the embedded database is reached while the service runs, and when it does not', async () => {
  const environment = { TLS_MODE: 'proxy', DEMO_PASSWORD: 'the first password' };
  const service = await new ServiceProcess(folder, environment).ready();
  const companies = await run(['companies'], { folder });
  const demo = /^(\S+) {2}4 .* yes {5}(.*)$/m.exec(companies.stdout);
  expect([companies.code, companies.stderr, demo?.length]).toEqual([0, '', 3]);
  const owner = { email: 'owner@demo.test', password: 'the first password' };
  const { token } = (await service.api.post('/login', owner)).body;
  const api = service.api.as(token);
  expect((await api.get('/me')).status).toBe(200);
  await run(['deactivate-company', demo![1]!], { folder });
  await eventually('the session ends', async () => (await api.get('/me')).status === 401, COUNTS_WITHIN);
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });

  expect((await run(['reactivate-company', demo![1]!], { folder })).code).toBe(0);
  const ask = await run(['reset-password', owner.email, '--ask'], { folder, input: 'the second password\n' });
  expect([ask.code, ask.stderr]).toEqual([0, '']);
  expect(service.databasePid).toBeUndefined();

  const again = await new ServiceProcess(folder, environment).ready();
  expect((await again.api.post('/login', owner)).status).toBe(401);
  expect((await again.api.post('/login', { ...owner, password: 'the second password' })).status).toBe(200);
  expect(await again.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
