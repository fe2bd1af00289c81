import { once } from 'node:events';
import { type ClientHttp2Session, constants, type OutgoingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { describeWithHaproxy, Haproxy } from '../../support/haproxy.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import { createProject } from '../../factories/project.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

describeWithHaproxy('behind HAProxy with HTTP/2 in front', () => {
  let service: TestService;
  let company: TestCompany;
  let haproxy: Haproxy;
  let session: ClientHttp2Session;
  let importPath: string;
  beforeAll(async () => {
    ({ service, company } = await startWithCompanies({ limits: { importBytes: 100_000 } }));
    const { id: projectId } = await createProject(company.owner);
    const { body } = await company.owner.api.post('/imports', { source: 'csv', projectId });
    importPath = `/api/imports/${body.id}/content`;
    haproxy = await Haproxy.start(Number(new URL(service.baseUrl).port));
    session = haproxy.connect();
  });
  afterAll(async () => {
    session.destroy();
    await haproxy.stop();
    await service.stop();
  });

  type How = 'sends all at once' | 'sends the rest after the answer' | 'stops at the answer';

  async function send(
    headers: OutgoingHttpHeaders,
    body?: Buffer,
    how?: How,
  ): Promise<{ status: number; text: string }> {
    const stream = session.request(headers, { endStream: body === undefined });
    stream.on('error', () => undefined);
    const answered = once(stream, 'response');
    if (body !== undefined && how === 'sends all at once') stream.end(body);
    else if (body !== undefined) stream.write(body.subarray(0, body.length / 2));
    const [answer] = (await answered) as [{ ':status': number }];
    const received = await text(stream);
    if (body !== undefined && how === 'sends the rest after the answer') stream.end(body.subarray(body.length / 2));
    if (how === 'stops at the answer') stream.close(constants.NGHTTP2_CANCEL);
    return { status: answer[':status'], text: received };
  }

  it.each([
    ['POST', '/api/tasks', undefined, 401],
    ['POST', '/api/tasks', 'owner', 400],
    ['PUT', `/api/attachments/${UNKNOWN_ID}/content`, 'owner', 404],
    ['PUT', `/api/attachments/${UNKNOWN_ID}/content`, 'viewer', 403],
    ['PUT', '/api/nowhere', undefined, 404],
    ['PUT', 'an import that proves too large', 'owner', 400],
  ] as const)('a refused upload of 3 MB holds nobody up: %s %s %s', async (method, path, user, status) => {
    const headers = {
      ':method': method,
      ':path': path.startsWith('/') ? path : importPath,
      'content-type': 'application/json',
      // Without it HAProxy sends chunks.
      ...(!path.endsWith('too large') && { 'content-length': 3_000_000 }),
      ...(user && { authorization: `Bearer ${company[user].token}` }),
    };
    for (const how of ['sends all at once', 'sends the rest after the answer', 'stops at the answer'] as const) {
      expect(await send(headers, Buffer.alloc(3_000_000, 'x'), how)).toMatchObject({
        status,
        text: expect.stringContaining('"error"'),
      });
      const authorization = `Bearer ${company.owner.token}`;
      for (let count = 0; count < 20; count += 1) {
        const begin = performance.now();
        expect([how, (await send({ ':path': '/api/me', authorization })).status]).toEqual([how, 200]);
        expect([how, performance.now() - begin < 1_000]).toEqual([how, true]);
      }
    }
  });
});
