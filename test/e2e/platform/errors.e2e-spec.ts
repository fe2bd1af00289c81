import { MailTokensService } from '#modules/mail-tokens/mail-tokens.service.js';
import { Passwords } from '#core/access/passwords.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner);
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

/** What `answer` must say in the envelope, and in nothing else. */
function envelope({ headers }: Answer, code: string, message: unknown, more: object = {}): object {
  return { success: false, error: { code, message, ...more, traceId: headers.get('X-Trace-Id') } };
}

describe('the two shapes of an error', () => {
  it.each([
    ['an invalid token', 401, 'Invalid or expired token', () => service.api.as('no-token').get('/me')],
    [
      'a role that is too low',
      403,
      'Insufficient permissions for this resource',
      () => company.viewer.api.post('/projects'),
    ],
    ['no such project', 404, 'Project not found', () => company.owner.api.get(`/projects/${UNKNOWN_ID}`)],
    ['no such task', 404, 'Task not found', () => company.owner.api.put(`/tasks/${UNKNOWN_ID}`, {})],
    [
      'no such project in a body',
      404,
      'Project not found',
      () => company.owner.api.post('/tasks', { title: 'x', projectId: UNKNOWN_ID }),
    ],
  ])('flat, with nothing else in it: %s', async (_what, status, error, send) => {
    const answer = await send();
    expect([answer.status, answer.body]).toEqual([status, { error }]);
    expect(answer.headers.get('X-Trace-Id')).toMatch(/^[0-9a-f]{32}$/);
  });

  const INVALID = 'The request is not valid; see details';
  it.each([
    ['missing credentials', 401, 'UNAUTHORIZED', () => service.api.get('/me')],
    ['a wrong login', 401, 'UNAUTHORIZED', () => service.api.post('/login', { email: 'a', password: 'b' })],
    ['an unreadable body', 400, 'INVALID_INPUT', () => service.api.post('/login', 'no JSON')],
    ['no such path', 404, 'NOT_FOUND', () => service.api.get('/nowhere')],
    ['no such user', 404, 'NOT_FOUND', () => company.owner.api.get(`/users/${UNKNOWN_ID}`)],
    ['a taken key', 409, 'CONFLICT', () => company.owner.api.post('/projects', { name: 'x', key: project.key })],
  ])('the envelope: %s', async (_what, status, code, send) => {
    const answer = await send();
    expect([answer.status, answer.body]).toEqual([status, envelope(answer, code, expect.any(String))]);
  });

  it('the envelope, with details, where fields or parameters are wrong', async () => {
    const fields = await service.api.post('/login', {});
    const details = { email: 'Required', password: 'Required' };
    expect([fields.status, fields.body]).toEqual([400, envelope(fields, 'VALIDATION_ERROR', INVALID, { details })]);
    const parameter = await company.owner.api.get('/tasks?surprise=1');
    const unknown = { details: { surprise: 'Unknown parameter' } };
    expect([parameter.status, parameter.body]).toEqual([
      400,
      envelope(parameter, 'VALIDATION_ERROR', INVALID, unknown),
    ]);
  });

  it('are JSON, also for a client that asks for something else', async () => {
    for (const path of ['/me', '/nowhere']) {
      const { headers } = await service.api.get(path, { headers: { Accept: 'text/html' } });
      expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    }
  });
});

describe('the trace id', () => {
  it('of the request is in every answer', async () => {
    const options = { headers: { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` } };
    const answers = [
      await company.owner.api.get('/me', options),
      await company.owner.api.get('/tasks', options),
      await company.viewer.api.delete(`/tasks/${UNKNOWN_ID}`, options),
      await service.api.get('/health', options),
      await service.api.post('/login', 'no JSON', options),
      await service.api.get('/nowhere', options),
    ];
    expect(answers.map(({ headers }) => headers.get('X-Trace-Id'))).toEqual(Array(6).fill(TRACE_ID));
    expect(answers.slice(-2).map(({ body }) => body.error.traceId)).toEqual([TRACE_ID, TRACE_ID]);
  });

  it('is a new one for each request without', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.api.get('/nowhere')));
    expect(new Set(answers.map(({ body }) => body.error.traceId)).size).toBe(20);
  });
});

describe('a failure of the service', () => {
  const REPORT = 'report the traceId if it happens again';

  it('answers 500 DATABASE_ERROR when a statement fails, until the cause is gone', async () => {
    const { api } = company.owner;
    const requests = [
      () => api.get('/projects'),
      () => api.get('/projects?page=1'),
      () => api.get(`/projects/${project.id}`),
      () => api.post('/projects', { name: 'x' }),
      () => api.put(`/projects/${project.id}`, { name: 'y' }),
      () => company.viewer.api.get('/tasks'),
      () => company.viewer.api.get('/tasks?page=1'),
    ];
    await service.database.rows('ALTER TABLE projects RENAME TO projects_elsewhere');
    try {
      for (const send of requests) {
        const answer = await send();
        const message = `The request could not be stored or read; ${REPORT}`;
        expect([answer.status, answer.body]).toEqual([500, envelope(answer, 'DATABASE_ERROR', message)]);
      }
    } finally {
      await service.database.rows('ALTER TABLE projects_elsewhere RENAME TO projects');
    }
    for (const send of requests) expect((await send()).status).toBeLessThan(300);
  });

  it('answers 500 DATABASE_ERROR when a change is refused, and leaves nothing behind', async () => {
    const rows = () => service.database.rows('SELECT id FROM projects');
    const before = await rows();
    await service.database.rows('ALTER TABLE events ADD CONSTRAINT none CHECK (false) NOT VALID');
    const answer = await company.owner.api.post('/projects', { name: 'x' });
    await service.database.rows('ALTER TABLE events DROP CONSTRAINT none');
    expect([answer.status, answer.body.error.code]).toEqual([500, 'DATABASE_ERROR']);
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['an error', new TypeError("Cannot read properties of undefined (reading 'password') at /srv/app/dist/x.js:1:2")],
    ['one with the code of a system call', Object.assign(new Error("open '/etc/passwd'"), { code: 'EPERM' })],
    ['no error at all', 'SELECT password FROM users'],
    ['nothing', undefined],
  ])('is 500 INTERNAL_ERROR where something unforeseen is thrown: %s', async (_what, thrown) => {
    jest.spyOn(service.app.get(Passwords), 'matches').mockRejectedValue(thrown);
    const answer = await service.api.post('/login', { email: 'a', password: 'b' });
    const message = `Something went wrong on our side; ${REPORT}`;
    expect([answer.status, answer.body]).toEqual([500, envelope(answer, 'INTERNAL_ERROR', message)]);
  });

  it('carries the headers of every response', async () => {
    jest.spyOn(service.app.get(Passwords), 'matches').mockRejectedValue(new Error());
    const { headers } = await service.api.post('/login', { email: 'a', password: 'b' });
    expect(headers.get('X-RateLimit-Policy')).toBe('auth');
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  it('does not affect an answer that does not depend on it', async () => {
    const failing = jest.spyOn(service.app.get(MailTokensService), 'sendPasswordReset');
    await service.database.rows('ALTER TABLE mail_tokens RENAME TO mail_tokens_elsewhere');
    const { status } = await service.api.post('/password-reset', { email: company.viewer.email });
    expect([status, failing.mock.calls.length]).toEqual([202, 1]);
    expect((await service.api.get('/health/ready')).status).toBe(200);
    await service.database.rows('ALTER TABLE mail_tokens_elsewhere RENAME TO mail_tokens');
  });
});
