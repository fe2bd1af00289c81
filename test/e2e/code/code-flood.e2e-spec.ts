import { BusyError } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { CodeEvents } from '#modules/code/applying/code-events.js';
import { createCompany } from '../../factories/company.factory.js';
import { Api } from '../../support/api.js';
import { CodeWorld } from '../../support/code-world.js';
import { eventually } from '../../support/eventually.js';
import { postFrom } from '../../support/forge.js';
import { pullRequest } from '../../support/pull-request.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { TableLock } from '../../support/table-lock.js';

let service: TestService;
beforeAll(async () => (service = await startTestService()));
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

const world = async () => CodeWorld.make(await createCompany(service.api), service);
const statesOf = async ({ connection }: CodeWorld) => {
  const text =
    'SELECT status, count(*)::integer AS count FROM code_deliveries WHERE connection_id = $1 GROUP BY status';
  const rows = await service.database.rows<{ status: string; count: number }>(text, [connection.id]);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

it('events that find no room are applied later, however often that is', async () => {
  const w = await world();
  const apply = jest.spyOn(service.app.get(CodeEvents), 'applyDelivery');
  for (let time = 0; time < 4; time += 1) apply.mockRejectedValueOnce(new BusyError());
  expect((await w.send(pullRequest({ body: `Closes ${w.tid}` }))).status).toBe(202);
  expect([await w.outcome(), await w.status()]).toEqual([['applied', null], 'In Progress']);
});

it('of many at once a few are applied at a time, and the others wait in the database', async () => {
  const w = await world();
  const lock = await TableLock.take(service.database, 'code_links');
  const api = new Api(service.baseUrl);
  const post = (number: number) => postFrom(api, w.connection, pullRequest({ number, body: w.tid }));
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => post(index + 1)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(await statesOf(w)).toEqual({ pending: 40 });
  expect(service.app.get(ConcurrencyLimits).use('code-events').held).toBe(2);
  await lock.release();
  await eventually('all are applied', async () => (await statesOf(w))['applied'] === 40);
  expect(await w.read('/code')).toHaveLength(40);
});
