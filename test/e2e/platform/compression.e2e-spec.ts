import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import type { TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject, type TestProject } from '../../factories/project.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner, { description: 'ü'.repeat(2_000) });
  await addTasks(service.database, project.id, 2_000);
});
afterAll(() => service.stop());

interface RawAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

/** As the bytes come, which `fetch` would decompress. */
async function get(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const authorization = `Bearer ${company.owner.token}`;
  const sent = request(service.baseUrl + path, {
    headers: { 'X-Forwarded-Proto': 'https', authorization, ...headers },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: await buffer(response) };
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  zstd: zlib.zstdDecompressSync,
};

describe.each(Object.keys(DECODERS))('an answer in %s', (encoding) => {
  it.each([
    ['one resource', () => `/projects/${project.id}`],
    ['a streamed list', () => `/tasks?projectId=${project.id}&sortBy=rank`],
    ['a page', () => `/tasks?projectId=${project.id}&page=1`],
    ['the document', () => '/openapi.json'],
  ])('says the same, in fewer bytes: %s', async (_, path) => {
    const plain = await get(path());
    const compressed = await get(path(), { 'Accept-Encoding': `deflate, ${encoding}` });
    expect([plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([undefined, encoding]);
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length);
    expect(withoutTime(DECODERS[encoding]!(compressed.bytes))).toBe(withoutTime(plain.bytes));
    expect(compressed.headers['vary']).toContain('Accept-Encoding');
    for (const name of ['etag', 'content-type', 'cache-control']) {
      expect(compressed.headers[name]).toBe(plain.headers[name]);
    }
  });
});

const withoutTime = (bytes: Buffer) => bytes.toString().replace(/"timestamp":"[^"]*"/, '');

it('CSV is compressed, too', async () => {
  const answer = await get(`/tasks?projectId=${project.id}`, { Accept: 'text/csv', 'Accept-Encoding': 'gzip' });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(zlib.gunzipSync(answer.bytes).toString().split('\r\n')).toHaveLength(2_002);
});

it('small answers, and answers to clients that do not accept it, are not compressed', async () => {
  const small = await get('/me', { 'Accept-Encoding': 'gzip, br' });
  expect([small.headers['content-encoding'], Number(small.headers['content-length'])]).toEqual([
    undefined,
    small.bytes.length,
  ]);
  for (const asked of [undefined, 'identity', 'gzip;q=0', 'deflate']) {
    const { headers, bytes } = await get(
      `/projects/${project.id}`,
      asked === undefined ? {} : { 'Accept-Encoding': asked },
    );
    expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual([undefined, bytes.length]);
  }
});
