import { createColleague, historyOf, scan } from '../../factories/colleague.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { AiServer, completion, text } from '../../support/ai-server.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import type { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const NOTHING_FOUND = completion({ summary: 'All is well.', findings: [] });

let ai: AiServer;
let service: TestService;
let other: TestService;
beforeAll(async () => {
  ai = await AiServer.start();
  const aiProvider = { baseUrl: ai.baseUrl, apiKey: null, model: 'some-model', timeoutMs: 20_000 };
  service = await startTestService({ aiProvider, limits: { aiChecksPerDay: 3 } });
  other = await startTestService({ aiProvider: null, limits: { aiChecksPerDay: 3 } }, service.database);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
  ai.stop();
});

/** A company whose checks have something to look at. */
async function companyWithTask(): Promise<TestCompany> {
  const company = await createCompany(service.api);
  await createTask(company.owner, (await createProject(company.owner)).id);
  return company;
}

const check = (api: Api, { id }: { id: string }) => api.post(`/virtual-colleagues/${id}/ai-check`);

describe('the AI checks of a company on a day', () => {
  it('are limited, including failed ones and checks of deleted colleagues', async () => {
    const { owner, member } = await companyWithTask();
    const colleague = await createColleague(owner);
    ai.willAnswer(NOTHING_FOUND, text('No.', 500));
    expect((await check(member.api, colleague)).status).toBe(200);
    expect((await check(owner.api, colleague)).status).toBe(503);
    // Without a provider it fails, and counts.
    expect((await check(other.api.as(owner.token), colleague)).status).toBe(503);
    await owner.api.delete(`/virtual-colleagues/${colleague.id}`);

    const another = await createColleague(owner);
    for (const api of [owner.api, other.api.as(member.token)]) {
      const midnight = new Date().setUTCHours(24, 0, 0, 0);
      const { status, body, headers } = await check(api, another);
      const retryAfter = Number(headers.get('Retry-After'));
      expect([status, body.error]).toEqual([
        429,
        {
          code: 'RATE_LIMIT_EXCEEDED',
          message: `Too many requests, retry after ${retryAfter} seconds`,
          retryAfter,
          traceId: expect.any(String),
        },
      ]);
      expect(Math.abs(midnight - Date.now() - retryAfter * 1_000)).toBeLessThan(5_000);
    }
    expect(ai.calls).toHaveLength(2);
    expect(await historyOf(owner, another)).toEqual([]);
    await scan(member, another);
  });

  it('are limited exactly when many are requested at once, on several instances', async () => {
    const { owner } = await companyWithTask();
    const colleagues = await Promise.all(Array.from({ length: 12 }, () => createColleague(owner)));
    ai.willAnswer(NOTHING_FOUND, NOTHING_FOUND, NOTHING_FOUND, NOTHING_FOUND);
    const apis = [service.api.as(owner.token), other.api.as(owner.token)];
    const answers = await Promise.all(colleagues.map((colleague, index) => check(apis[index % 2]!, colleague)));
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(3);
  });

  it('are refused after 404, 400 and 409', async () => {
    const { owner } = await companyWithTask();
    const [busy, disabled] = [await createColleague(owner), await createColleague(owner, { active: false })];
    let answerNow: () => void = () => undefined;
    ai.willAnswer(NOTHING_FOUND, NOTHING_FOUND, (request, response) => {
      answerNow = () => NOTHING_FOUND(request, response);
    });
    for (let count = 1; count <= 2; count += 1) await check(owner.api, busy);
    const last = check(owner.api, busy);
    await eventually('the provider is asked', () => ai.calls.length === 3);
    expect((await check(owner.api, { id: UNKNOWN_ID })).status).toBe(404);
    expect((await check(owner.api, disabled)).status).toBe(400);
    expect((await check(owner.api, busy)).status).toBe(409);
    answerNow();
    expect((await last).status).toBe(200);
    expect((await check(owner.api, busy)).status).toBe(429);
  });

  it('start again the next day, and are counted for each company', async () => {
    const { id, owner } = await companyWithTask();
    const colleague = await createColleague(owner);
    const outcomes = async () => {
      ai.willAnswer(NOTHING_FOUND, NOTHING_FOUND, NOTHING_FOUND);
      const statuses: number[] = [];
      for (let count = 1; count <= 4; count += 1) statuses.push((await check(owner.api, colleague)).status);
      return statuses;
    };
    expect(await outcomes()).toEqual([200, 200, 200, 429]);
    const { owner: stranger } = await companyWithTask();
    ai.willAnswer(NOTHING_FOUND);
    expect((await check(stranger.api, await createColleague(stranger))).status).toBe(200);
    await service.database.rows('UPDATE ai_check_counts SET day = day - 1 WHERE company_id = $1', [id]);
    expect(await outcomes()).toEqual([200, 200, 200, 429]);
  });
});
