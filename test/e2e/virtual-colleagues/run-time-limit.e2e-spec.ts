import { createColleague } from '../../factories/colleague.factory.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { refusalOf } from '../../support/answers.js';
import { TableLock } from '../../support/table-lock.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** Milliseconds that a statement of a scan or an AI check may take. */
const LIMIT = 60_000;
const TOO_LONG = [503, 'SERVICE_UNAVAILABLE', 'The request took too long'];

let service: TestService;
let company: TestCompany;
let lock: TableLock;
beforeAll(async () => {
  const aiProvider = { baseUrl: 'http://127.0.0.1:1', apiKey: null, model: 'never asked', timeoutMs: 1_000 };
  ({ service, company } = await startWithCompanies({ aiProvider, processRoles: new Set(['api']) }));
  await createProject(company.owner);
});
afterAll(() => service.stop());

/** From now on the timers of the service wait until the test lets time pass. */
const holdTime = () =>
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  });
afterEach(async () => {
  jest.useRealTimers();
  await lock.release();
});

it.each([
  ['a scan', 'scan', 'scan'],
  ['an AI check', 'ai-check', 'ai_check'],
])('ends a statement of %s after 60 s and no earlier, with a 503 and a run that failed', async (_what, path, kind) => {
  const { id } = await createColleague(company.owner);
  lock = await TableLock.take(service.database, 'tasks');
  holdTime();
  const run = company.member.api.post(`/virtual-colleagues/${id}/${path}`);
  const read = company.member.api.get('/tasks?page=1');
  await service.database.lockWaits(2);
  jest.advanceTimersByTime(LIMIT - 1);
  expect(refusalOf(await read)).toEqual(TOO_LONG);
  await service.database.lockWaits(1);
  jest.advanceTimersByTime(1);
  expect(refusalOf(await run)).toEqual(TOO_LONG);
  const { body } = await company.member.api.get(`/virtual-colleagues/${id}/scan-history`);
  expect(body).toEqual([expect.objectContaining({ kind, status: 'failed', finishedAt: expect.any(String) })]);
});
