import { makeApiKey } from '#core/access/api-key.js';
import { type Role, ROLES } from '#core/company-scope/role.js';
import { createAgent, type TestAgent } from '../../factories/agent.factory.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, Api } from '../../support/api.js';
import { fill, findOperations, isOpenTo, type Operation } from '../../support/operations.js';
import { JWT_ONLY, LEAST_ROLES } from '../../support/permission-table.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let operations: Operation[];
let company: TestCompany;
let agent: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  operations = await findOperations(service.api);
  company = await createCompany(service.api);
  agent = await createAgent(company.owner);
});
afterAll(() => service.stop());

/** With ids of nothing, and otherwise so that it would succeed. */
function call(api: Api, operation: Operation): Promise<Answer> {
  return api.send(operation.method, fill(operation, unknownIds(operation)), operation.body);
}

function unknownIds({ parameters }: Operation): string[] {
  return parameters.map(() => UNKNOWN_ID);
}

const callerOf = ({ isForAgents }: Operation): Api => (isForAgents ? agent.api : company.owner.api);

const closed = (): Operation[] => operations.filter(({ name }) => LEAST_ROLES[name] !== 'anyone');

describe('every operation', () => {
  it('is in the permission table, and the table has no others', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(LEAST_ROLES).sort());
  });

  it('has the permission of the table in the document', () => {
    for (const operation of operations) {
      const least = LEAST_ROLES[operation.name];
      const openTo = ROLES.filter((role) => isOpenTo(role, operation));
      expect([operation.name, openTo]).toEqual([
        operation.name,
        least === 'anyone' ? ROLES : least === 'agents' ? [] : ROLES.slice(ROLES.indexOf(least!)),
      ]);
    }
  });

  it('answers 401 without credentials, unless it is public', async () => {
    for (const operation of closed()) {
      const { status, body } = await call(service.api, operation);
      expect([operation.name, status, body.error.code]).toEqual([operation.name, 401, 'UNAUTHORIZED']);
    }
  });

  it('answers the flat 401 to a token or key that is not valid, unless it is public', async () => {
    const { id, key } = await createApiKey(company.owner);
    await company.owner.api.delete(`/api-keys/${id}`);
    for (const token of ['no-token', key, makeApiKey(), `${makeApiKey()}x`]) {
      for (const operation of operations) {
        const { status, body } = await call(service.api.as(token), operation);
        const answer = expect([operation.name, token, [status, body]]);
        if (LEAST_ROLES[operation.name] === 'anyone') answer.not.toEqual([operation.name, token, INVALID_TOKEN]);
        else answer.toEqual([operation.name, token, INVALID_TOKEN]);
      }
    }
  });

  describe.each(ROLES)('is open to %s', (role) => {
    it.each(['JWT', 'API key'])('with a %s exactly as the permission table says', async (credentials) => {
      // A company of its own: some of these requests change the caller or the company.
      const { owner, admin, member, viewer } = await createCompany(service.api);
      const user = { OWNER: owner, ADMIN: admin, MEMBER: member, VIEWER: viewer }[role];
      const withKey = credentials === 'API key';
      const api = withKey ? (await createApiKey(user)).api : user.api;
      for (const operation of closed()) {
        const { name } = operation;
        const { status, body, headers } = await call(api, operation);
        const least = LEAST_ROLES[name];
        const hasRole = least !== 'agents' && ROLES.indexOf(role) >= ROLES.indexOf(least as Role);
        if (!hasRole || (withKey && JWT_ONLY.includes(name))) expect([name, [status, body]]).toEqual([name, FORBIDDEN]);
        else expect([name, [401, 403].includes(status)]).toEqual([name, false]);
        expect([name, headers.get('X-RateLimit-Policy') === 'api-key']).toEqual([name, withKey]);
      }
    });
  });

  it('refuses parameters that it does not know', async () => {
    for (const operation of operations.filter(({ name }) => !name.startsWith('POST /login'))) {
      const path = `${fill(operation, unknownIds(operation))}?${operation.requiredQuery}surprise=1`;
      const { status, body } = await callerOf(operation).send(operation.method, path, operation.body);
      const expected = [operation.name, 400, { surprise: 'Unknown parameter' }];
      expect([operation.name, status, body.error.details]).toEqual(expected);
    }
  });

  it('refuses fields that it does not know', async () => {
    // Mail programs and forges decide what they send to them.
    const ignoring = ['POST /unsubscribe', 'POST /code/{id}'];
    for (const operation of operations.filter(
      ({ method, name, takesBytes }) => method !== 'GET' && !takesBytes && !ignoring.includes(name),
    )) {
      const body = { ...operation.body, surprise: 1 };
      const answer = await callerOf(operation).send(operation.method, fill(operation, unknownIds(operation)), body);
      const expected = [operation.name, 400, { surprise: 'Unknown field' }];
      expect([operation.name, answer.status, answer.body.error.details]).toEqual(expected);
    }
  });
});
