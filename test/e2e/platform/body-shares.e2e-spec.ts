import type { Socket } from 'node:net';
import { once } from 'node:events';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { refusalOf } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { answersIn, exchange, open, type RawAnswer } from '../../support/raw-http.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

/** Large bodies that are received at once, and how many of one company. */
const PLACES = 64;
const SHARE = PLACES / 2;
/** Bytes that need no place, and that a body without credentials may have. */
const SMALL = 16 * 1024;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const port = () => Number(new URL(service.baseUrl).port);
const login = (size: number) => {
  const empty = JSON.stringify({ email: 'someone@example.com', password: '' });
  return JSON.stringify({ email: 'someone@example.com', password: 'x'.repeat(size - empty.length) });
};
const project = (size: number) => ({ name: 'Project', description: 'x'.repeat(size) });
const bearer = ({ token }: TestUser) => `Authorization: Bearer ${token}`;

function head(path: string, ...headers: string[]): string {
  const common = ['Host: localhost', 'X-Forwarded-Proto: https', 'Content-Type: application/json'];
  return `POST /api${path} HTTP/1.1\r\n${[...common, ...headers].join('\r\n')}\r\n\r\n`;
}

/** Bodies whose end never comes. */
async function unfinishedBodies(count: number, path: string, ...headers: string[]): Promise<Socket[]> {
  const text = head(path, ...headers, 'Content-Length: 1000000') + 'x'.repeat(2 * SMALL);
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port(), { tls: false })));
  for (const socket of sockets) socket.write(text);
  return sockets;
}

/** What is answered to a request whose body does not come to its end. */
async function answerToUnfinished(path: string, sent: string, ...headers: string[]): Promise<RawAnswer> {
  const socket = await open(port(), { tls: false });
  socket.write(head(path, ...headers) + sent);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answersIn(bytes.toString('latin1'))[0] as RawAnswer;
}

const use = () => service.app.get(ConcurrencyLimits).use('bodies');

describe('a body that nobody vouches for', () => {
  it.each([
    ['without credentials', []],
    ['with a token that is not valid', ['Authorization: Bearer nonsense']],
    ['with a key that does not exist', [`Authorization: Bearer svc_live_${'a'.repeat(32)}`]],
    ['on a connection that closes', ['Connection: close']],
  ])('is not read: 401 %s', async (_what, headers) => {
    for (const sent of ['', 'x'.repeat(100), 'x'.repeat(2 * SMALL)]) {
      const answer = await answerToUnfinished('/tasks', sent, 'Content-Length: 1000000', ...headers);
      expect(answer.status).toBe(401);
    }
    expect(use()).toEqual({ held: 0, waiting: 0 });
  });

  it.each([[[] as string[]], [['Connection: close']]])(
    'has at most 16 KiB on a public route, and is not read further (%j)',
    async (headers) => {
      const refusal = { status: 400, body: expect.stringContaining('must not be larger than 16 KiB') as unknown };
      const declared = await answerToUnfinished('/login', '{', `Content-Length: ${SMALL + 1}`, ...headers);
      expect(declared).toMatchObject(refusal);
      const chunk = `${(SMALL + 1).toString(16)}\r\n${'x'.repeat(SMALL + 1)}\r\n`;
      const chunked = await answerToUnfinished('/register', chunk, 'Transfer-Encoding: chunked', ...headers);
      expect(chunked).toMatchObject(refusal);
      expect(use()).toEqual({ held: 0, waiting: 0 });
    },
  );

  it('is taken up to that size', async () => {
    expect((await service.api.post('/login', login(SMALL))).status).toBe(401);
    expect(refusalOf(await service.api.post('/login', login(SMALL + 1)))).toEqual([
      400,
      'INVALID_INPUT',
      'The request body must not be larger than 16 KiB',
    ]);
  });

  it('is answered also when all of it is sent first', async () => {
    const body = 'x'.repeat(1_000_000);
    const text = head('/tasks', 'Connection: close', `Content-Length: ${body.length}`) + body;
    expect(answersIn(await exchange(port(), { tls: false }, text))[0]?.status).toBe(401);
  });
});

describe('large bodies whose end never comes', () => {
  let sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await eventually('their places are free', () => use().held === 0 && use().waiting === 0);
  });

  it('leave room for other companies, and for small bodies', async () => {
    sockets = await unfinishedBodies(SHARE + 8, '/projects', bearer(company.member));
    await eventually('they hold all that a company may', () => use().held === SHARE && use().waiting === 8);
    expect((await stranger.member.api.post('/projects', project(2 * SMALL))).status).toBe(201);
    expect((await company.member.api.post('/projects', project(12))).status).toBe(201);
  });

  it('of strangers and of two companies do not keep a third company waiting', async () => {
    const third = await createCompany(service.api);
    sockets = [
      ...(await unfinishedBodies(500, '/projects')),
      ...(await unfinishedBodies(SHARE, '/projects', bearer(company.member))),
      ...(await unfinishedBodies(SHARE, '/projects', bearer(stranger.member))),
    ];
    await eventually('the two hold all places', () => use().held === PLACES);
    expect((await third.member.api.post('/projects', project(20_000))).status).toBe(201);
  });
});

it('reads a body that comes in pieces of one byte', async () => {
  const json = JSON.stringify({ name: 'Pieces', description: 'x'.repeat(2 * SMALL) });
  const pieces = Array.from(json, (piece) => `1\r\n${piece}\r\n`).join('');
  const headers = [bearer(company.owner), 'Transfer-Encoding: chunked', 'Connection: close'];
  const answer = await exchange(port(), { tls: false }, `${head('/projects', ...headers)}${pieces}0\r\n\r\n`);
  expect(answersIn(answer)[0]).toMatchObject({ status: 201, body: expect.stringContaining('x'.repeat(2 * SMALL)) });
});
