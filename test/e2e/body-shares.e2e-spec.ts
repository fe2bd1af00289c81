import type { Socket } from 'node:net';
import { Shares } from '../../src/core/shares/shares.js';
import { type TestCompany } from '../factories/company.factory.js';
import { refusalOf } from '../support/answers.js';
import { eventually } from '../support/eventually.js';
import { answersIn, exchange, open } from '../support/raw-http.js';
import { type TestService, startWithCompanies } from '../support/test-service.js';

/** Large bodies that are received at once, and how many of one client network. */
const PLACES = 64;
const SHARE = PLACES / 2;
/** Bytes from which on a body needs a place. */
const LARGE = 16 * 1024;

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

const port = () => Number(new URL(service.baseUrl).port);
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
const credentials = (size: number) => ({ email: 'someone@example.com', password: 'x'.repeat(size) });

function head(path: string, ...headers: string[]): string {
  const common = ['Host: localhost', 'X-Forwarded-Proto: https', 'Content-Type: application/json'];
  return `POST /api${path} HTTP/1.1\r\n${[...common, ...headers].join('\r\n')}\r\n\r\n`;
}

/** Bodies whose end never comes. */
async function unfinishedBodies(count: number, address: string): Promise<Socket[]> {
  const text = head('/login', `X-Forwarded-For: ${address}`, 'Content-Length: 1000000') + 'x'.repeat(2 * LARGE);
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port(), { tls: false })));
  for (const socket of sockets) socket.write(text);
  return sockets;
}

const use = () => service.app.get(Shares).use('bodies');

describe('large bodies whose end never comes', () => {
  let sockets: Socket[] = [];
  beforeEach(async () => {
    sockets = await unfinishedBodies(SHARE + 8, '192.0.2.1');
    await eventually('they hold all that one network may', () => use().held === SHARE && use().waiting === 8);
  });
  const hangUp = async () => {
    for (const socket of sockets) socket.destroy();
    await eventually('their places are free', () => use().held === 0 && use().waiting === 0);
  };
  afterEach(hangUp);

  it('leave room for other networks, and for small bodies', async () => {
    const large = await service.api.post('/login', credentials(2 * LARGE), from('192.0.2.2'));
    expect(large.status).toBe(401);
    const small = await service.api.post('/login', credentials(12), from('192.0.2.1'));
    expect(small.status).toBe(401);
  });

  it('keep more of the same network waiting for 5 s, and are forgotten with their connections', async () => {
    const refused = await service.api.post('/login', credentials(2 * LARGE), from('192.0.2.1'));
    expect(refusalOf(refused)).toEqual([503, 'SERVICE_UNAVAILABLE', 'The service is busy, retry in a second']);
    expect(refused.headers.get('Retry-After')).toBe('1');
    await hangUp();
    const answer = await service.api.post('/login', credentials(2 * LARGE), from('192.0.2.1'));
    expect(answer.status).toBe(401);
  });
});

it('reads a body that comes in pieces of one byte', async () => {
  const json = JSON.stringify({ name: 'Pieces', description: 'x'.repeat(2 * LARGE) });
  const pieces = Array.from(json, (piece) => `1\r\n${piece}\r\n`).join('');
  const headers = [`Authorization: Bearer ${company.owner.token}`, 'Transfer-Encoding: chunked', 'Connection: close'];
  const answer = await exchange(port(), { tls: false }, `${head('/projects', ...headers)}${pieces}0\r\n\r\n`);
  expect(answersIn(answer)[0]).toMatchObject({ status: 201, body: expect.stringContaining('x'.repeat(2 * LARGE)) });
});
