import { createAgent } from '../../factories/agent.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Api } from '../../support/api.js';
import { OAuthProgram } from '../../support/oauth-client.js';
import { fill, findOperations, type Operation } from '../../support/operations.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** What programs do with the first part of a path: one that is missing here is closed to them. */
const READ_AND_WRITE = [
  'attachments',
  'comments',
  'epics',
  'events',
  'filters',
  'projects',
  'promises',
  'recurrences',
  'sprints',
  'tasks',
  'time-entries',
  'trash',
  'work',
];
const READ = [
  'event-types',
  'fields',
  'filter-fields',
  'labels',
  'teams',
  'templates',
  'users',
  'virtual-colleagues',
  'workflow-lanes',
];
const READ_ALONE = ['GET /me', 'GET /company'];
/** Reads that are none of theirs, below what they read. */
const NEVER_READ = ['GET /users/{id}/sessions'];

let service: TestService;
let company: TestCompany;
let program: OAuthProgram;
let operations: Operation[];
beforeAll(async () => {
  service = await startTestService();
  company = await createCompany(service.api);
  program = await OAuthProgram.register(service.api);
  operations = (await findOperations(service.api)).filter(({ isPublic }) => !isPublic);
});
afterAll(() => service.stop());

const call = (api: Api, operation: Operation) => {
  const path = fill(
    operation,
    operation.parameters.map(() => UNKNOWN_ID),
  );
  return api.send(operation.method, `${path}?${operation.requiredQuery}`, operation.body);
};

type Reach = 'closed' | 'read' | 'write';

function reachOf({ name, method, path, permission }: Operation): Reach {
  const [, first = ''] = path.split('/');
  if (NEVER_READ.includes(name)) return 'closed';
  const isRead = method === 'GET' || permission === 'company-data:read';
  if (READ_AND_WRITE.includes(first)) return isRead ? 'read' : 'write';
  return READ_ALONE.includes(name) || (READ.includes(first) && method === 'GET') ? 'read' : 'closed';
}

it('a program of an OWNER calls what belongs to projects, and reads what it needs to know', async () => {
  const api = service.api.as((await program.connect(company.owner)).access_token);
  for (const operation of operations) {
    const answer = await call(api, operation);
    const isRefused = answer.status === 401 || answer.status === 403;
    const isClosed = operation.isForAgents || reachOf(operation) === 'closed';
    expect([operation.name, isRefused]).toEqual([operation.name, isClosed]);
    if (isRefused) expect([operation.name, ...result(answer)]).toEqual([operation.name, ...FORBIDDEN]);
  }
});

it('a program that may only read is told so wherever it would write', async () => {
  const tokens = await program.connect(company.owner, { scope: 'projects' });
  const api = service.api.as(tokens.access_token);
  for (const operation of operations) {
    const { status, headers } = await call(api, operation);
    const reach = operation.isForAgents ? 'closed' : reachOf(operation);
    expect([operation.name, status === 403]).toEqual([operation.name, reach !== 'read']);
    const challenge = headers.get('WWW-Authenticate') ?? '';
    expect([operation.name, challenge.includes('insufficient_scope')]).toEqual([operation.name, reach === 'write']);
  }
});

it('a program as an agent does what its key does', async () => {
  const agent = await createAgent(company.owner);
  const api = service.api.as((await program.connect(company.owner, { colleagueId: agent.id })).access_token);
  for (const operation of operations) {
    const [byKey, byProgram] = [await call(agent.api, operation), await call(api, operation)];
    const mayCall = byKey.status !== 403 && reachOf(operation) !== 'closed';
    expect([operation.name, byProgram.status === 403]).toEqual([operation.name, !mayCall]);
  }
});
