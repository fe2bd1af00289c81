import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '#core/logging/logger.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { exchange } from '../../support/raw-http.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

interface Line {
  level: number;
  time: number;
  msg: string;
  traceId?: string;
  [field: string]: unknown;
}

/** Everything that the service has logged, at the most talkative level. */
let log = '';
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  const logger = createLogger('trace', { write: (text) => (log += text) });
  service = await startTestService({}, undefined, logger);
  company = await createCompany(service.api);
});
afterAll(() => service.stop());

const lines = (): Line[] => {
  return log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};

/** The lines with the trace id, once the request's own is there: it comes after the answer. */
async function linesOf(traceId: string | null): Promise<Line[]> {
  const found = () => lines().filter((line) => line.traceId === traceId);
  await eventually('the request is logged', () => found().some(({ msg }) => msg === 'request'));
  return found();
}

describe('the log', () => {
  it('is JSON, one line for each message', () => {
    expect(lines().length).toBeGreaterThan(10);
    for (const line of lines()) {
      expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: expect.any(String) });
    }
  });

  it('has a line for each request, with its trace id and its user', async () => {
    const { headers } = await company.member.api.get('/tasks?page=1&search=x', {
      headers: { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` },
    });
    expect(headers.get('X-Trace-Id')).toBe(TRACE_ID);
    expect(await linesOf(TRACE_ID)).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'request',
        method: 'GET',
        path: '/api/tasks',
        status: 200,
        durationMs: expect.any(Number),
        userId: company.member.id,
      }),
    ]);
  });

  it.each([
    ['401', '/me'],
    ['404', '/nowhere'],
    ['200', '/health'],
  ])('has one for a %s, too', async (status, path) => {
    const { headers } = await service.api.get(path);
    const [line, ...others] = await linesOf(headers.get('X-Trace-Id'));
    expect([line?.['status'], line?.['path'], others]).toEqual([Number(status), `/api${path}`, []]);
  });

  it('says why a request failed, under its trace id', async () => {
    await service.database.rows('ALTER TABLE projects RENAME TO projects_elsewhere');
    const { status, headers } = await company.viewer.api.get('/projects?page=1');
    await service.database.rows('ALTER TABLE projects_elsewhere RENAME TO projects');
    expect(status).toBe(500);
    const [failure] = await linesOf(headers.get('X-Trace-Id'));
    expect(failure).toMatchObject({
      level: 50,
      err: { code: '42P01', message: 'relation "projects" does not exist', stack: expect.any(String) },
    });
  });
});

describe('a secret', () => {
  const SECRET = 'Geheimnis';
  let sequence = 0;
  const secret = () => `${SECRET}-${(sequence += 1)}`;

  it('is in no line, whether requests succeed or fail', async () => {
    const { api } = service;
    const email = 'secretive@example.com';
    const password = secret();
    const registered = await api.post('/register', { companyName: 'x', name: 'y', email, password });
    const token = registered.body.token as string;
    const user = api.as(token);
    await api.post('/login', { email, password });
    await api.post('/login', { email, password: secret() });
    await api.post('/login', { email, password: { nested: secret() }, [secret()]: secret() });
    await api.post('/login', `{"email":"${email}","password":"${secret()}"`);
    await api.post('/register', { companyName: 'x', name: 'y', email, password: secret() });
    await user.put('/me/password', { currentPassword: secret(), newPassword: secret() });
    for (const Authorization of [`Bearer ${secret()}`, `Basic ${secret()}`, `${token}${SECRET}`]) {
      await api.get(`/tasks?search=${secret()}`, {
        headers: { Authorization, Cookie: secret(), 'X-Api-Key': secret() },
      });
    }
    await user.get(`/tasks?search=${secret()}`);
    await user.get(`/tasks?${secret()}=${secret()}`);
    await user.get(`/nowhere?token=${secret()}`);
    await user.post('/projects', { name: secret(), description: secret() });
    await user.post('/projects', { name: [secret()] });
    const { port } = new URL(service.baseUrl);
    await exchange(Number(port), { tls: false }, `FETCH /?${secret()} HTTP/1.1\r\nAuthorization: ${secret()}\r\n\r\n`);
    await exchange(
      Number(port),
      { tls: false },
      `GET /api/me?${secret()} HTTP/1.1\r\nAuthorization: ${secret()}\r\n\r\n`,
    );
    // PostgreSQL's own complaint about this shows the whole row.
    await service.database.rows('ALTER TABLE users ADD CONSTRAINT none CHECK (false) NOT VALID');
    const invited = { email: `${secret()}@example.com`, name: secret(), role: 'MEMBER', password: secret() };
    const failed = await user.post('/users', invited);
    await service.database.rows('ALTER TABLE users DROP CONSTRAINT none');
    expect(failed.status).toBe(500);
    await linesOf(failed.headers.get('X-Trace-Id'));
    expect(log).toContain('violates check constraint \\"none');
    expect(log).not.toContain(SECRET);
    expect(log).not.toContain(token);
    expect(log).not.toContain(token.split('.')[2]);
  });

  it('is in no line of a password reset: neither the token nor its hash, but the path of the mail', async () => {
    const folder = join(service.configuration.dataDirectory, 'mail');
    const answer = await service.api.post('/password-reset', { email: company.viewer.email });
    await eventually('the mail is logged', () => log.includes(folder));
    const [name] = readdirSync(folder);
    const [token] = /^[\w-]{43}$/m.exec(readFileSync(join(folder, name!), 'utf8').replace(/=\r?\n/g, ''))!;
    await service.api.post('/password-reset/confirm', { token, password: 'short' });
    const confirmed = await service.api.post('/password-reset/confirm', { token, password: `${SECRET} of a viewer` });
    expect([answer.status, confirmed.status]).toEqual([202, 204]);
    await linesOf(confirmed.headers.get('X-Trace-Id'));
    expect((await linesOf(answer.headers.get('X-Trace-Id'))).map(({ msg }) => msg)).toHaveLength(2);
    expect(log).not.toContain(token);
    expect(log).not.toContain(SECRET);
  });

  it('is in no line about the database: no statements, no parameters, no password', () => {
    expect(log).not.toMatch(/\b(SELECT .* FROM|INSERT INTO|UPDATE .* SET|DELETE FROM)\b/);
    expect(log).not.toContain('$argon2');
    expect(log).not.toContain(new URL(service.database.url).password);
    expect(log).not.toContain(service.configuration.jwtSecret);
  });
});
