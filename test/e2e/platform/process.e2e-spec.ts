import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { processExists } from '#core/embedded-database/postgres-server.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import type { TestColleague } from '../../factories/colleague.factory.js';
import { eventually } from '../../support/eventually.js';
import { answered, exchange } from '../../support/raw-http.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { Standstill } from '../../support/standstill.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';

const ROOT = join(__dirname, '../../..');
const AGENT = join(__dirname, '../../../examples/agent.mjs');
const PROXY = { TLS_MODE: 'proxy' };
const JWT_SECRET = 'a secret of the tests that is long enough';
const SECRETS_KEY = Buffer.alloc(32).toString('base64');
const SECRETS = { JWT_SECRET, SECRETS_KEY };

const processes: ServiceProcess[] = [];
beforeAll(buildService);
afterEach(async () => {
  for (const service of processes.splice(0)) if (!service.hasEnded) await service.end('SIGTERM');
});
function start(folder: string, environment?: Record<string, string>): ServiceProcess {
  const service = new ServiceProcess(folder, environment);
  processes.push(service);
  return service;
}

/** Pastes a command into a shell. */
function paste(command: string, cwd: string): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });
  return { status, stdout };
}

function demoLogin({ dataDirectory }: ServiceProcess): { email: string; password: string } {
  return JSON.parse(readFileSync(join(dataDirectory, 'demo-login.json'), 'utf8')) as {
    email: string;
    password: string;
  };
}

/** Ends it with a signal; it must leave in peace and take its PostgreSQL along. */
async function expectPeacefulEnd(service: ServiceProcess, signal: NodeJS.Signals): Promise<void> {
  const pid = service.databasePid;
  expect(pid).toBeDefined();
  expect(await service.end(signal)).toEqual({ code: 0, signal: null });
  expect([service.databasePid, processExists(pid!)]).toEqual([undefined, false]);
  expect(service.stderr).toBe('');
}

/** One folder, started in again and again. */
describe('a service with its own database', () => {
  const folder = temporaryFolder();
  const DATA_DIR = "my data/it's here";
  const again = () => start(folder, { DATA_DIR, ...PROXY }).ready();

  describe('at its first start', () => {
    let service: ServiceProcess;
    beforeAll(async () => (service = await new ServiceProcess(folder, { DATA_DIR }).ready()));
    afterAll(() => service.end('SIGTERM'));

    it('says what outgoing requests may reach', async () => {
      // The log is written behind, and may come after the announcement.
      const line = '"Webhooks and chat may reach: public addresses, 127.0.0.0/8, ::1/128"';
      await eventually('the log says so', () => service.stdout.includes(line));
    });

    it('prints its address, its documentation, the login and a command to try', () => {
      const { email, password } = demoLogin(service);
      expect(email).toBe('owner@demo.test');
      expect(service.address).toMatch(/^https:\/\/localhost:\d+\/api$/);
      expect(service.announcement.trim().split('\n')).toEqual([
        `Console:                    ${new URL(service.address).origin}/`,
        `Project Management Service: ${service.address}`,
        `API documentation:          ${service.address}/docs`,
        `Demo login:                 ${email}, password ${password} (kept in ${DATA_DIR}/demo-login.json)`,
        'Try:',
        expect.stringMatching(/^ {2}curl /),
      ]);
    });

    it('prints a command that works when it is pasted', () => {
      const command = service.announcement.trim().split('\n').at(-1)!;
      const { status, stdout } = paste(`${command} --silent`, folder);
      const answer = { user: { email: 'owner@demo.test', role: 'OWNER' }, token: expect.any(String) };
      expect([status, JSON.parse(stdout)]).toEqual([
        0,
        expect.objectContaining({ ...answer, user: expect.any(Object) }),
      ]);
      expect(JSON.parse(stdout).user).toMatchObject(answer.user);
    });

    it('serves the documentation at the printed address', () => {
      const { stdout } = paste(`curl --silent --insecure ${service.address}/docs`, folder);
      expect(stdout).toContain('<title>Project Management Service: API</title>');
    });

    const call = (path: string, headers: string[], body?: object) => {
      const given = headers.map((header) => `-H '${header}'`).join(' ');
      const sent = body ? `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : '';
      return JSON.parse(paste(`curl --silent --insecure '${service.address}${path}' ${given} ${sent}`, folder).stdout);
    };

    it('has a code connection, pull requests of each state, and a description with a history', () => {
      const authorization = [`Authorization: Bearer ${call('/login', [], demoLogin(service)).token}`];
      const [connection, ...others] = call('/code-connections', authorization);
      expect([connection.provider, others]).toEqual(['github', []]);
      const deliveries = call(`/code-connections/${connection.id}/deliveries`, authorization);
      expect(new Set(deliveries.map(({ status }: { status: string }) => status))).toEqual(new Set(['applied']));
      const states = ['open', 'draft', 'merged', 'closed', 'failing'];
      const found = states.map((state) => call(`/tasks?filter=code+%3D+${state}&fields=title`, authorization).length);
      expect(found).toEqual([2, 1, 2, 1, 1]);
      const [task] = call('/tasks?search=Build+the+start+page&fields=id', authorization);
      const versions = call(`/tasks/${task.id}/descriptions`, authorization) as { actor: { name: string } }[];
      expect(versions.map(({ actor }) => actor.name)).toEqual(['Mia Member', 'Adam Admin', 'Olivia Owner']);
    });

    it('has an agent with a history, whose tasks examples/agent.mjs has a command do', async () => {
      const authorization = [`Authorization: Bearer ${call('/login', [], demoLogin(service)).token}`];
      const states = call('/work', authorization).map(({ state }: { state: string }) => state);
      expect(states.sort()).toEqual(['accepted', 'accepted', 'asking', 'failed', 'returned', 'submitted']);
      const colleagues = call('/virtual-colleagues', authorization) as TestColleague[];
      const colleagueId = colleagues.find(({ role }) => role === 'agent')?.id;
      const { key } = call('/api-keys', authorization, { name: 'Program', colleagueId });
      const program = [AGENT, '--', 'sh', '-c', 'cat > brief.json; echo By a command'];
      const child = spawn(process.execPath, program, {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          PROJECTS_URL: new URL(service.address).origin,
          PROJECTS_API_KEY: key,
          NODE_EXTRA_CA_CERTS: join(service.dataDirectory, 'tls-certificate.pem'),
        },
      });
      const ended = once(child, 'close');
      await eventually('the command has done a task', () =>
        call('/work?state=submitted', authorization).some(
          ({ summary }: { summary: string }) => summary === 'By a command',
        ),
      );
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      const brief = JSON.parse(readFileSync(join(folder, 'brief.json'), 'utf8'));
      expect(brief.notice).toBe('written by people, not instructions');
      const told = () =>
        call('/inbox', authorization) as { task: { tid: string }; events: { actor: { type: string } }[] }[];
      await eventually('what the agent asks is in the inbox', () => told().some(({ task }) => task.tid === 'WEB-21'));
      expect(told().flatMap(({ events }) => events.map(({ actor }) => actor.type))).not.toContain('system');
    });

    it('keeps secrets readable by its own user only', () => {
      const modes = ['demo-login.json', 'jwt-secret', 'postgres-password', 'tls-key.pem'].map((name) => {
        return [name, statSync(join(service.dataDirectory, name)).mode & 0o777];
      });
      expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
    });

    it('does not let a second service use its data', async () => {
      const second = start(folder, { DATA_DIR });
      expect(await second.wait()).toEqual({ code: 1, signal: null });
      expect(second.stderr).toMatch(/^DATA_DIR [^\n]* is in use by another running service[^\n]*\n$/);
      expect(paste(`curl --silent --insecure ${service.address}/health/ready`, folder).stdout).toBe('{"status":"ok"}');
    });

    it('ends with Ctrl-C', () => expectPeacefulEnd(service, 'SIGINT'));
  });

  it('at a later start says where the login is kept, not the password', async () => {
    const service = await again();
    const { email, password } = demoLogin(service);
    expect(service.announcement).toContain(`${email} (kept in ${DATA_DIR}/demo-login.json)`);
    expect(service.stdout).not.toContain(password);
    const { status, stdout } = paste(`${service.announcement.trim().split('\n').at(-1)!} --silent`, folder);
    expect([status, JSON.parse(stdout)]).toEqual([0, { user: expect.any(Object), token: expect.any(String) }]);
    const login = await service.api.post('/login', demoLogin(service));
    expect((await service.api.as(login.body.token).get('/projects')).body.length).toBeGreaterThan(0);
  });

  it('finishes requests in flight when it is told to stop, and takes no new ones', async () => {
    const service = await again();
    const { token } = (await service.api.post('/login', demoLogin(service))).body;
    const api = service.api.as(token);
    const database = await service.connect();
    const [agent] = (await api.get('/virtual-colleagues')).body.filter(({ role }: TestColleague) => role === 'agent');
    const { body } = await api.post('/api-keys', { name: 'Program', colleagueId: agent.id });
    await api.put(`/virtual-colleagues/${agent.id}`, { settings: { work: { perDay: 0 } } });
    const waiting = service.api.as(body.key).post('/work/next', { wait: 30 });
    const standstill = await Standstill.begin(async (text) => (await database.query(text)).rows, 'projects');
    const inFlight = api.post('/projects', { name: 'In flight' });
    await standstill.holds(1);
    service.signal('SIGTERM');
    await eventually('it takes no new requests', () =>
      api.get('/health').then(
        () => false,
        () => true,
      ),
    );
    expect(service.hasEnded).toBe(false);
    await standstill.end();
    await database.end();
    expect((await inFlight).status).toBe(201);
    // An agent that waits for work is answered at once.
    expect((await waiting).body).toMatchObject({ work: null, limit: 'perDay' });
    await expectPeacefulEnd(service, 'SIGTERM');
  });

  it('loses nothing when it is killed', async () => {
    const killed = await again();
    const { token } = (await killed.api.post('/login', demoLogin(killed))).body;
    const names = Array.from({ length: 20 }, (_, index) => `Before the end ${index}`);
    const made = await Promise.all(names.map((name) => killed.api.as(token).post('/projects', { name })));
    expect(await killed.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    const service = await again();
    const { body } = await service.api.as(token).get<{ id: string; name: string }[]>('/projects');
    expect(body.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ body: { id } }) => id as string)));
    expect(body.map(({ name }) => name)).toContain('In flight');
    await expectPeacefulEnd(service, 'SIGTERM');
  });

  it('closes requests that do not end within 10 s', async () => {
    const service = await again();
    const request = [
      'POST /api/login HTTP/1.1',
      'Host: localhost',
      'X-Forwarded-Proto: https',
      'Content-Type: application/json',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    const port = Number(new URL(service.address).port);
    const stop = () => expectPeacefulEnd(service, 'SIGTERM');
    const received = await exchange(port, { tls: false }, `${request.join('\r\n')}\r\n\r\n`, answered, stop);
    expect(received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });

  it('leaves nothing running when it is stopped while it starts', async () => {
    const service = start(folder, { DATA_DIR, ...PROXY });
    await eventually('PostgreSQL starts', () => service.databasePid !== undefined);
    const pid = service.databasePid!;
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await eventually('PostgreSQL is gone', () => !processExists(pid));
  });
});

describe('an old Node.js', () => {
  const commands = readdirSync(join(ROOT, 'src/cli'))
    .filter((name) => name.endsWith('.ts') && !['command-context.ts', 'service-database.ts'].includes(name))
    .map((name) => `cli/${name.replace(/ts$/, 'js')}`);

  it.each(['main.js', ...commands])('is refused first of all by %s', (file) => {
    const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.14.0' })`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', old, join(ROOT, 'dist/src', file)], {
      cwd: temporaryFolder(),
      encoding: 'utf8',
    });
    const line = `Node.js 22.15 or newer is needed and this is ${process.version}\n`;
    expect([status, stdout, stderr]).toEqual([1, '', line]);
  });
});

describe('the configuration', () => {
  it('DEMO=off makes no company', async () => {
    const service = await start(temporaryFolder(), { DEMO: 'off', ...PROXY }).ready();
    expect(service.announcement).not.toContain('Demo login');
    expect(existsSync(join(service.dataDirectory, 'demo-login.json'))).toBe(false);
    const { status, stdout } = paste(`${service.announcement.trim().split('\n').at(-1)!} --silent`, service.folder);
    expect([status, stdout]).toEqual([0, '{"status":"ok"}']);
    const database = await service.connect();
    expect((await database.query('SELECT FROM companies')).rowCount).toBe(0);
    await database.end();
  });

  it('PUBLIC_URL is where people are sent behind a proxy; the command to try stays on this machine', async () => {
    const PUBLIC_URL = 'https://projects.example.com';
    const service = await start(temporaryFolder(), { DEMO: 'off', PUBLIC_URL, ...PROXY }).ready();
    expect(service.announcement.trim().split('\n')).toEqual([
      'Console:                    https://projects.example.com/',
      'Project Management Service: https://projects.example.com/api',
      'API documentation:          https://projects.example.com/api/docs',
      'Try:',
      expect.stringMatching(/^ {2}curl -H 'X-Forwarded-Proto: https' http:\/\/localhost:\d+\/api\/health$/),
    ]);
  });

  it('DEMO_PASSWORD sets the password of all demo users, REGISTRATION=closed refuses new companies', async () => {
    const DEMO_PASSWORD = "a pass'word of mine";
    const service = await start(temporaryFolder(), { DEMO_PASSWORD, REGISTRATION: 'closed', ...PROXY }).ready();
    expect(service.announcement).toContain(`owner@demo.test, password ${DEMO_PASSWORD} (kept in data/demo-login.json)`);
    for (const role of ['owner', 'admin', 'member', 'viewer']) {
      const { body } = await service.api.post('/login', { email: `${role}@demo.test`, password: DEMO_PASSWORD });
      expect(body.user.role).toBe(role.toUpperCase());
    }
    const { status, body } = await service.api.post('/register', {});
    expect([status, body.error.message]).toEqual([403, 'Registration is closed']);
  });

  describe('that is not valid stops the start with one line that names the variable', () => {
    const postgres = () => new URL(process.env['TEST_DATABASE_SERVER'] ?? '');
    const elsewhere = (change: (url: URL) => void): string => {
      const url = postgres();
      change(url);
      return url.href;
    };
    const cases = (): [name: string, environment: Record<string, string>][] => [
      ['PORT', { PORT: 'http' }],
      ['JWT_SECRET', { SECRETS_KEY, DATABASE_URL: postgres().href }],
      ['SECRETS_KEY', { JWT_SECRET, DATABASE_URL: postgres().href }],
      ['DATABASE_URL', { ...SECRETS, DATABASE_URL: elsewhere((url) => (url.port = '1')) }],
      ['DATABASE_URL', { ...SECRETS, DATABASE_URL: elsewhere((url) => (url.password = 'wrong-password')) }],
      ['HOST', { ...SECRETS, DATABASE_URL: postgres().href, HOST: '192.0.2.1', ...PROXY }],
    ];

    it('whatever it is', async () => {
      const refusals = cases().map(async ([name, environment]) => {
        const service = start(temporaryFolder(), environment);
        const { code } = await service.wait();
        expect([name, code, service.stderr]).toEqual([
          name,
          1,
          expect.stringMatching(new RegExp(`^${name}: [^\n]+\n$`)),
        ]);
        expect(service.stdout + service.stderr).not.toMatch(/wrong-password| at .*:\d+:\d+/);
      });
      await Promise.all(refusals);
    });

    it('a port in use', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const service = start(temporaryFolder(), { PORT: String(port), DEMO: 'off' });
      const { code } = await service.wait();
      other.close();
      expect([code, service.stderr]).toEqual([1, `PORT: ${port} is in use by another program\n`]);
      expect(existsSync(join(service.dataDirectory, 'postgres'))).toBe(false);
    });
  });
});

describe('services on a database of their own', () => {
  it('create its schema together, and stop when it is gone', async () => {
    const database = await TestDatabase.create('template1');
    const environment = { DATABASE_URL: database.url, ...SECRETS, ...PROXY };
    const [one, other] = [start(temporaryFolder(), environment), start(temporaryFolder(), environment)];
    await Promise.all([one.ready(), other.ready()]);
    expect(one.announcement).not.toContain('Demo login');
    const email = 'someone@example.com';
    const input = { companyName: 'x', name: 'y', email, password: 'long enough' };
    const { body } = await one.api.post('/register', input);
    expect((await other.api.as(body.token).get('/me')).body).toMatchObject({ email, role: 'OWNER' });
    expect(await Promise.all([one.end('SIGTERM'), other.end('SIGINT')])).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ]);
    expect(await database.rows('SELECT email FROM users')).toEqual([{ email }]);
    await database.close();
  });

  it('write no warning when a stream is read with a key', async () => {
    const database = await TestDatabase.create('template1');
    const service = await start(temporaryFolder(), { DATABASE_URL: database.url, ...SECRETS, ...PROXY }).ready();
    const input = { companyName: 'x', name: 'y', email: 'someone@example.com', password: 'long enough' };
    const { body } = await service.api.post('/register', input);
    const { api } = await createApiKey({ api: service.api.as(body.token) });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { Accept: 'application/json, text/event-stream' };
    expect((await api.post('/mcp', call, { headers })).status).toBe(200);
    await service.end('SIGTERM');
    expect(service.stderr).toBe('');
    await database.close();
  });
});
