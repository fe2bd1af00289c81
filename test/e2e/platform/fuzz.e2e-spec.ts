import fc from 'fast-check';
import pLimit from 'p-limit';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany } from '../../factories/company.factory.js';
import { createResources } from '../../factories/resources.factory.js';
import type { Api } from '../../support/api.js';
import { Contract } from '../../support/contract.js';
import { type FuzzRequest, requestsOver } from '../../support/fuzz-requests.js';
import { openApiDocument } from '../../support/openapi-document.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** Another one finds other things: `FUZZ_SEED=7 npm run jest -- fuzz`. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);
const ROUNDS = 20;
const REQUESTS_A_ROUND = 520;
const AT_ONCE = 8;
/** What may be 503 here: there is no AI provider. */
const MAY_BE_UNAVAILABLE = '/virtual-colleagues/{id}/ai-check';

const WITHOUT_WORKER = { hasWorker: false };

let service: TestService;
beforeAll(async () => {
  // Nothing is delivered: only what is answered is looked at.
  service = await startTestService({ processRoles: new Set(['api']) });
});
afterAll(() => service.stop());

describe(`random requests (seed ${SEED})`, () => {
  it('are answered as the document says', async () => {
    const contract = new Contract(openApiDocument);
    const limit = pLimit(AT_ONCE);
    const problems: string[] = [];
    const statuses = new Map<number, number>();
    const foreign = await createResources(await createCompany(service.api), {}, WITHOUT_WORKER);

    for (let round = 0; round < ROUNDS; round += 1) {
      // A company of its own: much of the last one is deleted, deactivated or archived by now.
      const company = await createCompany(service.api);
      const { api: keyApi } = await createApiKey(company.admin);
      const { owner, admin, member, viewer } = company;
      const callers: Api[] = [
        ...[owner, owner, owner, admin, admin, member, member, viewer].map(({ api }) => api),
        keyApi,
      ];
      callers.push(keyApi, service.api, service.api.as('not.a.token'));
      const requests = fc.sample(
        requestsOver(openApiDocument, await createResources(company, {}, WITHOUT_WORKER), foreign, callers.length),
        {
          seed: SEED + round,
          numRuns: REQUESTS_A_ROUND,
        },
      );
      const send = async (request: FuzzRequest) => {
        const { method, path, url, body, caller } = request;
        const answer = await callers[caller]!.send(method, url, body);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const isFailure = answer.status >= 500 && !(answer.status === 503 && path === MAY_BE_UNAVAILABLE);
        const problem = isFailure
          ? `${answer.status} ${answer.text}`
          : contract.problemOf(method, path, answer, answer.status === 200 && /[?&]fields=/.test(url));
        if (problem !== undefined) problems.push(`${problem}: ${JSON.stringify(request).slice(0, 1_000)}`);
      };
      await Promise.all(requests.map((request) => limit(() => send(request))));
    }

    expect(problems).toEqual([]);
    // Requests that are all refused would prove little.
    const succeeded = [200, 201, 202, 204].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
    expect(succeeded).toBeGreaterThan((ROUNDS * REQUESTS_A_ROUND) / 10);
  });
});
