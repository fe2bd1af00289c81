import { once } from 'node:events';
import type { Socket } from 'node:net';
import { attach } from '../../factories/attachment.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import { fill, findOperations, type Operation } from '../../support/operations.js';
import { answersIn, open, type RawAnswer } from '../../support/raw-http.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';

/** Bytes of a body whose first half is sent before the answer. */
const SIZE = 3_000_000;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const port = (of: TestService = service) => Number(new URL(of.baseUrl).port);

interface Sent {
  line: string;
  token?: string;
  headers?: string[];
  size?: number;
}

function head({ line, token, headers = [], size = SIZE }: Sent): string {
  const all = ['Host: localhost', 'X-Forwarded-Proto: https', `Content-Length: ${size}`, ...headers];
  if (!headers.some((header) => header.startsWith('Content-Type'))) all.push('Content-Type: application/json');
  if (token !== undefined) all.push(`Authorization: Bearer ${token}`);
  return `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
}

/** Waits for the first answer that is not 100, whatever is still to be sent. */
async function firstAnswer(socket: Socket): Promise<RawAnswer> {
  let received = '';
  while (true) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    received += bytes.toString('latin1').replace('HTTP/1.1 100 Continue\r\n\r\n', '');
    if (/\r\n\r\n/.test(received)) return answersIn(received)[0] as RawAnswer;
  }
}

/** Sends half of a body, waits for the answer, sends the rest and a request more, and waits until the service closes. */
async function upload(sent: Sent, of: TestService = service): Promise<RawAnswer & { more: string; isReset: boolean }> {
  const socket = await open(port(of), { tls: false });
  let isReset = false;
  socket.on('error', () => (isReset = true));
  socket.write(head(sent));
  const half = 'x'.repeat((sent.size ?? SIZE) / 2);
  const answer = firstAnswer(socket);
  socket.write(half);
  const { status, headers, body } = await answer;
  let more = '';
  socket.on('data', (bytes: Buffer) => (more += bytes.toString('latin1')));
  const closed = once(socket, 'close');
  socket.write(half + head({ line: 'GET /api/health', size: 0 }));
  await closed;
  return { status, headers, body, more, isReset };
}

describe('an answer before the end of the body closes the connection', () => {
  const REFUSED = { headers: { connection: 'close' }, more: '', isReset: false };

  it('on every route, without credentials, and reads what is still sent', async () => {
    const operations = await findOperations(service.api);
    const kept: string[] = [];
    const check = async (operation: Operation) => {
      const path = fill(
        operation,
        operation.parameters.map(() => UNKNOWN_ID),
      );
      const answer = await upload({ line: `${operation.method} /api${path}` });
      if (answer.headers.connection !== 'close' || answer.more !== '' || answer.isReset) kept.push(operation.name);
    };
    // One after the other in ten rows: each body is 3 MB.
    await Promise.all(
      Array.from({ length: 10 }, async (_, row) => {
        for (let index = row; index < operations.length; index += 10) await check(operations[index] as Operation);
      }),
    );
    expect(kept).toEqual([]);
  });

  it.each<[status: number, what: string, sent: () => Sent]>([
    [400, 'a body that is too large', () => ({ line: 'POST /api/tasks', token: company.owner.token })],
    [400, 'a body of a public route', () => ({ line: 'POST /api/login' })],
    [400, 'a form', () => ({ line: 'POST /api/login', headers: ['Content-Type: multipart/form-data'] })],
    [401, 'no credentials, asked in advance', () => ({ line: 'POST /api/tasks', headers: ['Expect: 100-continue'] })],
    [401, 'no credentials, in HTTP that closes', () => ({ line: 'POST /api/tasks', headers: ['Connection: close'] })],
    [403, 'a role', () => ({ line: `PUT /api/attachments/${UNKNOWN_ID}/content`, token: company.viewer.token })],
    [404, 'a path', () => ({ line: 'PUT /api/nowhere' })],
    [404, 'a file', () => ({ line: `PUT /api/attachments/${UNKNOWN_ID}/content`, token: company.owner.token })],
    [404, 'an import', () => ({ line: `PUT /api/imports/${UNKNOWN_ID}/content`, token: company.owner.token })],
    [401, 'a directory', () => ({ line: 'POST /api/scim/v2/Users' })],
    [200, 'a read', () => ({ line: 'GET /api/me', token: company.owner.token })],
    [200, 'a read without a body parser', () => ({ line: 'GET /api/health' })],
  ])('%i: %s', async (status, _what, sent) => {
    expect(await upload(sent())).toMatchObject({ status, ...REFUSED });
  });

  it('409: an upload whose bytes are there already', async () => {
    const { owner } = company;
    const project = await createProject(owner);
    const task = await createTask(owner, project.id);
    const { id } = await attach(service, owner, task.id, Buffer.alloc(SIZE));
    const sent = { line: `PUT /api/attachments/${id}/content`, token: owner.token };
    expect(await upload(sent)).toMatchObject({ status: 409, ...REFUSED });
    expect(await upload({ ...sent, size: 1_000 })).toMatchObject({ status: 400, ...REFUSED });
    expect(await upload({ ...sent, token: stranger.owner.token })).toMatchObject({ status: 404, ...REFUSED });
  });

  it('400: an upload that proves too large on its way', async () => {
    const limited = await startTestService({ limits: { importBytes: 100_000 } }, service.database);
    const { id: projectId } = await createProject(company.owner);
    const { body } = await company.owner.api.post('/imports', { source: 'csv', projectId });
    const sent = { line: `PUT /api/imports/${body.id}/content`, token: company.owner.token };
    expect(await upload(sent, limited)).toMatchObject({ status: 400, ...REFUSED });
    await limited.stop();
  });

  it('429', async () => {
    const rateLimits = { apiKey: 1, apiRead: 1, apiWrite: 1, apiDelete: 1, auth: 1, calendar: 1, code: 1 };
    const limited = await startTestService({ rateLimits }, service.database);
    const sent = { line: 'POST /api/tasks', token: company.owner.token };
    expect(await upload(sent, limited)).toMatchObject({ status: 400, ...REFUSED });
    expect(await upload(sent, limited)).toMatchObject({ status: 429, ...REFUSED });
    await limited.stop();
  });

  it('503', async () => {
    const worker = await startTestService({ processRoles: new Set(['worker']) }, service.database);
    expect(await upload({ line: 'POST /api/tasks' }, worker)).toMatchObject({ status: 503, ...REFUSED });
    await worker.stop();
  });
});

describe('a body that came with its head keeps the connection', () => {
  it.each([
    'POST /api/tasks',
    'GET /api/me',
    'POST /api/nowhere',
    'PUT /api/imports/x/content',
    'GET /api/openapi.json',
  ])('%s', async (line) => {
    const socket = await open(port(), { tls: false });
    for (const body of ['{"title":""}', 'x'.repeat(20_000), '']) {
      const answered = firstAnswer(socket);
      socket.write(head({ line, size: body.length }) + body);
      const { headers } = await answered;
      expect([body.length, headers.connection]).toEqual([body.length, 'keep-alive']);
    }
    socket.destroy();
  });
});

it('closes the connection of a client that never ends its body 5 s after the answer, and not before', async () => {
  const socket = await open(port(), { tls: false });
  const closed = once(socket, 'close');
  const answered = firstAnswer(socket);
  socket.write(head({ line: 'POST /api/tasks' }) + 'x');
  expect((await answered).status).toBe(401);
  const begin = performance.now();
  await closed;
  expect(performance.now() - begin).toBeGreaterThan(4_000);
});
