import { makeApiKey } from '#core/access/api-key.js';
import { type Role, ROLES } from '#core/company-scope/role.js';
import { createAgent, type TestAgent } from '../../factories/agent.factory.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, Api } from '../../support/api.js';
import { fill, findOperations, isOpenTo, type Operation } from '../../support/operations.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/**
 * Who may call what: the permission table, operation by operation. One that is missing here fails.
 */
const LEAST_ROLES: Record<string, Role | 'anyone' | 'agents'> = {
  'GET /health': 'anyone',
  'GET /health/ready': 'anyone',
  'POST /login': 'anyone',
  'POST /register': 'anyone',
  'POST /unsubscribe': 'anyone',
  'GET /session': 'anyone',
  'POST /session': 'anyone',
  'DELETE /session': 'anyone',
  'POST /password-reset': 'anyone',
  'POST /password-reset/confirm': 'anyone',
  'GET /me': 'VIEWER',
  'PUT /me': 'VIEWER',
  'PUT /me/password': 'VIEWER',
  'POST /session/sso': 'anyone',
  'POST /session/sso/callback': 'anyone',
  'POST /company/scim-token': 'OWNER',
  'DELETE /company/scim-token': 'OWNER',
  'GET /company/sso': 'OWNER',
  'PUT /company/sso': 'OWNER',
  'DELETE /company/sso': 'OWNER',
  'POST /company/sso/test': 'OWNER',
  'POST /company/sso/domains/{name}/verify': 'OWNER',
  'GET /me/identities': 'VIEWER',
  'POST /me/identities/sso': 'VIEWER',
  'DELETE /me/identities/{id}': 'VIEWER',
  'POST /session/passkey/options': 'anyone',
  'POST /session/passkey': 'anyone',
  'GET /me/passkeys': 'VIEWER',
  'POST /me/passkeys/options': 'VIEWER',
  'POST /me/passkeys': 'VIEWER',
  'PUT /me/passkeys/{id}': 'VIEWER',
  'DELETE /me/passkeys/{id}': 'VIEWER',
  'GET /me/totp': 'VIEWER',
  'POST /me/totp': 'VIEWER',
  'DELETE /me/totp': 'VIEWER',
  'POST /me/totp/confirm': 'VIEWER',
  'POST /me/totp/recovery-codes': 'VIEWER',
  'GET /me/grants': 'VIEWER',
  'DELETE /me/grants/{id}': 'VIEWER',
  'GET /grants': 'ADMIN',
  'DELETE /grants/{id}': 'ADMIN',
  'GET /me/sessions': 'VIEWER',
  'DELETE /me/sessions': 'VIEWER',
  'DELETE /me/sessions/{id}': 'VIEWER',
  'GET /calendar/{file}': 'anyone',
  'GET /calendar-feeds': 'VIEWER',
  'POST /calendar-feeds': 'VIEWER',
  'DELETE /calendar-feeds/{id}': 'VIEWER',
  'POST /code/{id}': 'anyone',
  'GET /code-connections': 'ADMIN',
  'POST /code-connections': 'ADMIN',
  'GET /code-connections/{id}': 'ADMIN',
  'PUT /code-connections/{id}': 'ADMIN',
  'DELETE /code-connections/{id}': 'ADMIN',
  'POST /code-connections/{id}/rotate-secret': 'ADMIN',
  'GET /code-connections/{id}/deliveries': 'ADMIN',
  'GET /tasks/{id}/code': 'VIEWER',
  'POST /tasks/{id}/code': 'MEMBER',
  'DELETE /tasks/{id}/code/{linkId}': 'MEMBER',
  'GET /api-keys': 'VIEWER',
  'POST /api-keys': 'VIEWER',
  'GET /api-keys/{id}/usage': 'VIEWER',
  'DELETE /api-keys/{id}': 'VIEWER',
  'GET /company': 'VIEWER',
  'PUT /company': 'ADMIN',
  'DELETE /company': 'OWNER',
  'GET /users': 'VIEWER',
  'POST /users': 'ADMIN',
  'POST /users/{id}/invitation': 'ADMIN',
  'GET /users/{id}': 'VIEWER',
  'PUT /users/{id}': 'ADMIN',
  'DELETE /users/{id}': 'ADMIN',
  'DELETE /users/{id}/second-factor': 'ADMIN',
  'GET /users/{id}/sessions': 'ADMIN',
  'DELETE /users/{id}/sessions': 'ADMIN',
  'GET /audit-log': 'ADMIN',
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
  'PUT /projects/{id}/watch': 'VIEWER',
  'PUT /projects/{id}/members/{userId}': 'MEMBER',
  'DELETE /projects/{id}/members/{userId}': 'MEMBER',
  'GET /tasks': 'VIEWER',
  'GET /tasks/groups': 'VIEWER',
  'GET /tasks/similar': 'VIEWER',
  'GET /filter-fields': 'VIEWER',
  'POST /filters/check': 'VIEWER',
  'GET /recurrences': 'VIEWER',
  'POST /recurrences': 'MEMBER',
  'GET /recurrences/{id}': 'VIEWER',
  'PUT /recurrences/{id}': 'MEMBER',
  'DELETE /recurrences/{id}': 'MEMBER',
  'POST /recurrences/{id}/run': 'MEMBER',
  'POST /recurrences/preview': 'VIEWER',
  'GET /templates': 'VIEWER',
  'POST /templates': 'MEMBER',
  'POST /templates/from-task': 'MEMBER',
  'GET /templates/{id}': 'VIEWER',
  'PUT /templates/{id}': 'MEMBER',
  'DELETE /templates/{id}': 'MEMBER',
  'GET /views': 'VIEWER',
  'POST /views': 'VIEWER',
  'GET /views/{id}': 'VIEWER',
  'PUT /views/{id}': 'VIEWER',
  'DELETE /views/{id}': 'VIEWER',
  'PUT /views/{id}/favorite': 'VIEWER',
  'DELETE /views/{id}/favorite': 'VIEWER',
  'GET /tasks/{id}/work': 'VIEWER',
  'GET /work': 'VIEWER',
  'GET /work/ready': 'VIEWER',
  'GET /work/{id}': 'VIEWER',
  'POST /work': 'agents',
  'POST /work/next': 'agents',
  'POST /work/{id}/heartbeat': 'agents',
  'POST /work/{id}/activities': 'agents',
  'PUT /work/{id}/plan': 'agents',
  'POST /work/{id}/ask': 'agents',
  'POST /work/{id}/submit': 'agents',
  'POST /work/{id}/release': 'agents',
  'POST /work/{id}/fail': 'agents',
  'POST /work/{id}/answer': 'MEMBER',
  'POST /work/{id}/review': 'MEMBER',
  'POST /work/{id}/stop': 'MEMBER',
  'POST /tasks': 'MEMBER',
  'POST /tasks/bulk': 'MEMBER',
  'POST /tasks/bulk-create': 'MEMBER',
  'POST /tasks/bulk-delete': 'MEMBER',
  'GET /tasks/{id}': 'VIEWER',
  'PUT /tasks/{id}': 'MEMBER',
  'DELETE /tasks/{id}': 'MEMBER',
  'POST /tasks/{id}/move': 'MEMBER',
  'GET /trash': 'VIEWER',
  'POST /trash/restore': 'MEMBER',
  'POST /trash/{id}/restore': 'MEMBER',
  'DELETE /trash': 'ADMIN',
  'DELETE /trash/{id}': 'ADMIN',
  'POST /tasks/{id}/duplicate': 'MEMBER',
  'POST /tasks/{id}/transfer': 'MEMBER',
  'POST /tasks/bulk-transfer': 'MEMBER',
  'GET /tasks/{id}/activity': 'VIEWER',
  'GET /tasks/{id}/blockers': 'VIEWER',
  'GET /tasks/{id}/links': 'VIEWER',
  'GET /tasks/{id}/descriptions': 'VIEWER',
  'GET /tasks/{id}/descriptions/{versionId}': 'VIEWER',
  'POST /tasks/{id}/descriptions/{versionId}/restore': 'MEMBER',
  'DELETE /tasks/{id}/descriptions/{versionId}': 'ADMIN',
  'GET /tasks/{id}/blocking': 'VIEWER',
  'GET /tasks/{id}/watchers': 'VIEWER',
  'PUT /tasks/{id}/watch': 'VIEWER',
  'PUT /tasks/{id}/mute': 'MEMBER',
  'DELETE /tasks/{id}/mute': 'MEMBER',
  'GET /inbox': 'VIEWER',
  'GET /inbox/count': 'VIEWER',
  'GET /inbox/stream': 'VIEWER',
  'POST /inbox/read-all': 'VIEWER',
  'POST /inbox/done-all': 'VIEWER',
  'GET /inbox/{id}': 'VIEWER',
  'PUT /inbox/{id}': 'VIEWER',
  'GET /me/notifications': 'VIEWER',
  'PUT /me/notifications': 'VIEWER',
  'DELETE /tasks/{id}/watch': 'VIEWER',
  'POST /tasks/{id}/blockers': 'MEMBER',
  'POST /tasks/{id}/links': 'MEMBER',
  'DELETE /tasks/{id}/links/{linkId}': 'MEMBER',
  'DELETE /tasks/{id}/blockers/{taskId}': 'MEMBER',
  'GET /tasks/{id}/comments': 'VIEWER',
  'POST /tasks/{id}/comments': 'MEMBER',
  'GET /comments/{id}': 'VIEWER',
  'PUT /comments/{id}': 'MEMBER',
  'DELETE /comments/{id}': 'MEMBER',
  'GET /tasks/{id}/attachments': 'VIEWER',
  'POST /tasks/{id}/attachments': 'MEMBER',
  'GET /attachments/{id}': 'VIEWER',
  'PUT /attachments/{id}': 'MEMBER',
  'DELETE /attachments/{id}': 'MEMBER',
  'GET /attachments/{id}/content': 'VIEWER',
  'PUT /attachments/{id}/content': 'MEMBER',
  'GET /attachments/{id}/preview': 'VIEWER',
  'GET /attachments/{id}/link': 'VIEWER',
  'GET /files/{id}': 'anyone',
  'GET /promises': 'VIEWER',
  'GET /tasks/{id}/promises': 'VIEWER',
  'POST /tasks/{id}/promises': 'MEMBER',
  'DELETE /tasks/{id}/promises/{promiseId}': 'MEMBER',

  'GET /tasks/{id}/time-entries': 'VIEWER',
  'POST /tasks/{id}/time-entries': 'MEMBER',
  'DELETE /time-entries/{id}': 'MEMBER',
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
  'GET /events': 'VIEWER',
  'GET /events/stream': 'VIEWER',
  'GET /event-types': 'VIEWER',
  'GET /workflow-lanes': 'VIEWER',
  'PUT /workflow-lanes': 'ADMIN',
  'PUT /workflow-lanes/{id}': 'ADMIN',
  'GET /fields': 'VIEWER',
  'POST /fields': 'ADMIN',
  'GET /fields/{id}': 'VIEWER',
  'PUT /fields/{id}': 'ADMIN',
  'DELETE /fields/{id}': 'ADMIN',
  'GET /labels': 'VIEWER',
  'POST /labels': 'MEMBER',
  'GET /labels/{id}': 'VIEWER',
  'PUT /labels/{id}': 'MEMBER',
  'DELETE /labels/{id}': 'MEMBER',
  'GET /virtual-colleagues': 'VIEWER',
  'GET /virtual-colleagues/presets': 'VIEWER',
  'POST /virtual-colleagues': 'ADMIN',
  'GET /virtual-colleagues/{id}': 'VIEWER',
  'PUT /virtual-colleagues/{id}': 'ADMIN',
  'DELETE /virtual-colleagues/{id}': 'ADMIN',
  'POST /virtual-colleagues/{id}/test-message': 'ADMIN',
  'POST /virtual-colleagues/{id}/scan': 'MEMBER',
  'POST /virtual-colleagues/{id}/ai-check': 'MEMBER',
  'GET /virtual-colleagues/{id}/ai-checks/{checkId}': 'VIEWER',
  'GET /virtual-colleagues/{id}/scan-history': 'VIEWER',
  'GET /virtual-colleagues/{id}/activity': 'VIEWER',
  'GET /virtual-colleagues/{id}/stats': 'VIEWER',
  'POST /virtual-colleagues/preview': 'MEMBER',
  'POST /virtual-colleagues/{id}/preview': 'MEMBER',
  'POST /virtual-colleagues/{id}/activity/{activityId}/feedback': 'MEMBER',
  'GET /exports': 'ADMIN',
  'POST /exports': 'ADMIN',
  'GET /exports/{id}': 'ADMIN',
  'DELETE /exports/{id}': 'ADMIN',
  'GET /exports/{id}/content': 'ADMIN',
  'GET /imports': 'ADMIN',
  'POST /imports': 'ADMIN',
  'GET /imports/{id}': 'ADMIN',
  'PUT /imports/{id}': 'ADMIN',
  'DELETE /imports/{id}': 'ADMIN',
  'PUT /imports/{id}/content': 'ADMIN',
  'POST /imports/{id}/check': 'ADMIN',
  'POST /imports/{id}/start': 'ADMIN',
  'POST /imports/{id}/stop': 'ADMIN',
  'POST /imports/{id}/undo': 'ADMIN',
  'GET /webhooks': 'ADMIN',
  'POST /webhooks': 'ADMIN',
  'GET /webhooks/{id}': 'ADMIN',
  'PUT /webhooks/{id}': 'ADMIN',
  'DELETE /webhooks/{id}': 'ADMIN',
  'POST /webhooks/{id}/ping': 'ADMIN',
  'GET /webhooks/{id}/deliveries': 'ADMIN',
  'GET /webhooks/{id}/deliveries/{deliveryId}': 'ADMIN',
  'POST /webhooks/{id}/deliveries/redeliver': 'ADMIN',
  'POST /webhooks/{id}/rotate-secret': 'ADMIN',
  'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver': 'ADMIN',
};

/** What nobody may call with an API key. */
const JWT_ONLY = [
  'DELETE /company',
  'POST /api-keys',
  'PUT /me/password',
  'GET /me/identities',
  'POST /me/identities/sso',
  'DELETE /me/identities/{id}',
  'GET /me/passkeys',
  'POST /me/passkeys/options',
  'POST /me/passkeys',
  'PUT /me/passkeys/{id}',
  'DELETE /me/passkeys/{id}',
  'GET /me/totp',
  'POST /me/totp',
  'DELETE /me/totp',
  'POST /me/totp/confirm',
  'POST /me/totp/recovery-codes',
  'GET /me/grants',
  'DELETE /me/grants/{id}',
  'GET /me/sessions',
  'DELETE /me/sessions',
  'DELETE /me/sessions/{id}',
];

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
    // Mail programs decide what they send to it.
    const ignoring = ['POST /unsubscribe'];
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
