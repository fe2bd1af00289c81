import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const OWN = 'https://service.example.com';
const LISTED = 'https://agents.example.org';

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies({ corsOrigins: [LISTED] })));
afterAll(() => service.stop());

async function send(message: object | string, headers: Record<string, string>, token = company.member.token) {
  const response = await fetch(`${service.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'X-Forwarded-Proto': 'https',
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  return { status: response.status, text: await response.text() };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const initialize = (protocolVersion: string) => ({
  ...ping,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

describe('pages of other origins', () => {
  const FOREIGN = [
    'https://evil.example',
    'null',
    `${OWN}.evil.example`,
    'http://service.example.com',
    `${OWN}:8443`,
    '',
  ];

  it.each(FOREIGN)('%j is 403, whoever asks, and nothing is done', async (origin) => {
    const { id } = await createProject(company.member);
    const name = 'save_task';
    const call = { ...ping, method: 'tools/call', params: { name, arguments: { title: 'Forged', project: id } } };
    for (const token of [company.member.token, 'nonsense', '']) {
      for (const message of [call, '{']) {
        const { status, text } = await send(message, { Origin: origin }, token);
        expect([status, JSON.parse(text).error.code]).toEqual([403, 'FORBIDDEN']);
      }
    }
    expect((await company.member.api.get(`/tasks?projectId=${id}`)).body).toEqual([]);
    for (const method of ['GET', 'DELETE']) {
      const answer = await company.member.api.send(method, '/mcp', undefined, { headers: { Origin: origin } });
      expect(answer.status).toBe(403);
    }
  });

  it.each([OWN, LISTED])('%s is served', async (origin) => {
    expect((await send(ping, { Origin: origin })).status).toBe(200);
    expect((await send(ping, { Origin: origin }, '')).status).toBe(401);
  });
});

describe('the version 2025-03-26', () => {
  const header = (version: string) => ({ 'MCP-Protocol-Version': version });

  it('is answered with the newest of its kind, and refused as a header', async () => {
    const { status, text } = await send(initialize('2025-03-26'), {});
    expect([status, /"protocolVersion":"([^"]+)"/.exec(text)?.[1]]).toEqual([200, '2025-11-25']);
    expect((await send(ping, header('2025-03-26'))).status).toBe(400);
    expect((await send(ping, header('2025-06-18'))).status).toBe(200);
    expect((await send(ping, {})).status).toBe(200);
    expect((await send(initialize('2025-06-18'), {})).text).toContain('"protocolVersion":"2025-06-18"');
  });
});
