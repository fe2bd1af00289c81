import { ROLES, type Role } from '../../src/core/company-scope/role.js';
import { createCompany, type TestCompany } from '../factories/company.factory.js';
import { createResources, type Resources } from '../factories/resources.factory.js';
import type { Answer, Api } from '../support/api.js';
import { fill, findOperations, type Operation } from '../support/operations.js';
import { startTestService, type TestService } from '../support/test-service.js';

/**
 * Who may call what: the permission table of decisions 4, operation by operation. One that is missing here fails.
 */
const LEAST_ROLES: Record<string, Role | 'anyone'> = {
  'GET /health': 'anyone',
  'GET /health/ready': 'anyone',
  'POST /login': 'anyone',
  'POST /register': 'anyone',
  'POST /password-reset': 'anyone',
  'POST /password-reset/confirm': 'anyone',
  'GET /me': 'VIEWER',
  'PUT /me': 'VIEWER',
  'PUT /me/password': 'VIEWER',
  'GET /api-keys': 'VIEWER',
  'POST /api-keys': 'VIEWER',
  'GET /api-keys/{id}/usage': 'VIEWER',
  'DELETE /api-keys/{id}': 'VIEWER',
  'GET /company': 'VIEWER',
  'PUT /company': 'ADMIN',
  'GET /users': 'VIEWER',
  'POST /users': 'ADMIN',
  'GET /users/{id}': 'VIEWER',
  'PUT /users/{id}': 'ADMIN',
  'GET /teams': 'VIEWER',
  'POST /teams': 'ADMIN',
  'GET /teams/{id}': 'VIEWER',
  'PUT /teams/{id}': 'ADMIN',
  'DELETE /teams/{id}': 'ADMIN',
  'POST /teams/{id}/members': 'ADMIN',
  'DELETE /teams/{id}/members/{userId}': 'ADMIN',
  'GET /projects': 'VIEWER',
  'POST /projects': 'MEMBER',
  'GET /projects/{id}': 'VIEWER',
  'PUT /projects/{id}': 'MEMBER',
  'DELETE /projects/{id}': 'ADMIN',
  'POST /projects/{id}/archive': 'ADMIN',
  'POST /projects/{id}/unarchive': 'ADMIN',
  'PUT /projects/{id}/members/{userId}': 'MEMBER',
  'DELETE /projects/{id}/members/{userId}': 'MEMBER',
  'GET /tasks': 'VIEWER',
  'POST /tasks': 'MEMBER',
  'POST /tasks/bulk': 'MEMBER',
  'GET /tasks/{id}': 'VIEWER',
  'PUT /tasks/{id}': 'MEMBER',
  'DELETE /tasks/{id}': 'MEMBER',
  'POST /tasks/{id}/move': 'MEMBER',
  'GET /tasks/{id}/activity': 'VIEWER',
  'GET /tasks/{id}/blockers': 'VIEWER',
  'POST /tasks/{id}/blockers': 'MEMBER',
  'DELETE /tasks/{id}/blockers/{taskId}': 'MEMBER',
  'GET /tasks/{id}/comments': 'VIEWER',
  'POST /tasks/{id}/comments': 'MEMBER',
  'PUT /comments/{id}': 'MEMBER',
  'DELETE /comments/{id}': 'MEMBER',
  'GET /sprints': 'VIEWER',
  'POST /sprints': 'MEMBER',
  'GET /sprints/{id}': 'VIEWER',
  'PUT /sprints/{id}': 'MEMBER',
  'DELETE /sprints/{id}': 'MEMBER',
  'POST /sprints/{id}/start': 'MEMBER',
  'POST /sprints/{id}/complete': 'MEMBER',
  'POST /sprints/{id}/cancel': 'MEMBER',
  'GET /sprints/{id}/burndown': 'VIEWER',
  'GET /epics': 'VIEWER',
  'POST /epics': 'MEMBER',
  'GET /epics/{id}': 'VIEWER',
  'PUT /epics/{id}': 'MEMBER',
  'DELETE /epics/{id}': 'MEMBER',
  'GET /workflow-lanes': 'VIEWER',
  'PUT /workflow-lanes': 'ADMIN',
  'GET /labels': 'VIEWER',
  'POST /labels': 'MEMBER',
  'GET /labels/{id}': 'VIEWER',
  'PUT /labels/{id}': 'MEMBER',
  'DELETE /labels/{id}': 'MEMBER',
};

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const MALFORMED = 'not-an-id';

/** Bodies that the schema alone does not make valid. */
const BODIES: Record<string, Record<string, unknown>> = {
  'POST /tasks/{id}/move': { beforeId: UNKNOWN },
  'PUT /workflow-lanes': { lanes: ['Done'] },
};

let service: TestService;
let operations: Operation[];
let company: TestCompany;
let foreign: TestCompany;
let foreignResources: Resources;
beforeAll(async () => {
  service = await startTestService();
  operations = await findOperations(service.api);
  company = await createCompany(service.api);
  foreign = await createCompany(service.api);
  foreignResources = await createResources(foreign);
});
afterAll(() => service.stop());

function call(api: Api, operation: Operation, ids: string[]): Promise<Answer> {
  return api.send(operation.method, fill(operation, ids), BODIES[operation.name] ?? operation.body);
}

function unknownIds({ parameters }: Operation): string[] {
  return parameters.map(() => UNKNOWN);
}

describe('every operation', () => {
  it('stands in the permission table, and the table names no other', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(LEAST_ROLES).sort());
  });

  it('answers 401 without credentials, unless it is public', async () => {
    for (const operation of operations.filter(({ name }) => LEAST_ROLES[name] !== 'anyone')) {
      const { status, body } = await call(service.api, operation, unknownIds(operation));
      expect([operation.name, status, body.error.code]).toEqual([operation.name, 401, 'UNAUTHORIZED']);
    }
  });

  it('answers the flat 401 to a token that is not valid, unless it is public', async () => {
    for (const operation of operations) {
      const { status, body } = await call(service.api.as('no-token'), operation, unknownIds(operation));
      const refusal = [operation.name, 401, { error: 'Invalid or expired token' }];
      if (LEAST_ROLES[operation.name] === 'anyone') expect([operation.name, status, body]).not.toEqual(refusal);
      else expect([operation.name, status, body]).toEqual(refusal);
    }
  });

  it.each(ROLES)('is open to %s exactly as the permission table says', async (role) => {
    // A company of its own: some of these requests change the caller's password or the company's name.
    const { owner, admin, member, viewer } = await createCompany(service.api);
    const { api } = { OWNER: owner, ADMIN: admin, MEMBER: member, VIEWER: viewer }[role];
    const ofRole = operations.filter(({ name }) => LEAST_ROLES[name] !== 'anyone');
    for (const operation of ofRole) {
      const { status, body } = await call(api, operation, unknownIds(operation));
      const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLES[operation.name] as Role);
      if (isAllowed) expect([operation.name, [401, 403].includes(status)]).toEqual([operation.name, false]);
      else {
        const refusal = { error: 'Insufficient permissions for this resource' };
        expect([operation.name, status, body]).toEqual([operation.name, 403, refusal]);
      }
    }
  });

  it('answers foreign, unknown and malformed ids alike, with 404', async () => {
    for (const operation of operations.filter(({ parameters }) => parameters.length > 0)) {
      const resource = operation.path.split('/')[1] as string;
      const foreignId = foreignResources[resource];
      if (!foreignId) throw new Error(`test/factories/resources.factory.ts makes no "${resource}" yet`);
      const answers = [];
      for (const id of [foreignId, UNKNOWN, MALFORMED, '%00']) {
        const ids = operation.parameters.map((_, index) => (index === 0 ? id : UNKNOWN));
        const { status, body } = await call(company.owner.api, operation, ids);
        expect([operation.name, id, status]).toEqual([operation.name, id, 404]);
        answers.push(JSON.stringify(body).replace(/"traceId":"\w+"/, ''));
      }
      expect([operation.name, new Set(answers).size]).toEqual([operation.name, 1]);
    }
  });

  it('refuses parameters that it does not know', async () => {
    for (const operation of operations.filter(({ name }) => !name.startsWith('POST /login'))) {
      const path = `${fill(operation, unknownIds(operation))}?surprise=1`;
      const { status, body } = await company.owner.api.send(operation.method, path, operation.body);
      const expected = [operation.name, 400, { surprise: 'Unknown parameter' }];
      expect([operation.name, status, body.error.details]).toEqual(expected);
    }
  });

  it('refuses fields that it does not know', async () => {
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const body = { ...(BODIES[operation.name] ?? operation.body), surprise: 1 };
      const answer = await company.owner.api.send(operation.method, fill(operation, unknownIds(operation)), body);
      const expected = [operation.name, 400, { surprise: 'Unknown field' }];
      expect([operation.name, answer.status, answer.body.error.details]).toEqual(expected);
    }
  });
});
