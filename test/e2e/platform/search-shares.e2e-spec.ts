import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { TableLock } from '../../support/table-lock.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** How many searches a company can have under way at once. */
const SHARE = 2;

let service: TestService;
let attacker: TestCompany;
let victim: TestCompany;
beforeAll(async () => ({ service, company: attacker, stranger: victim } = await startWithCompanies()));
afterAll(() => service.stop());

const use = () => service.app.get(ConcurrencyLimits).use('searches');
const used = (held: number, waiting: number) =>
  eventually(`${held} search, ${waiting} wait`, () => use().held === held && use().waiting === waiting);

it('one company has two searches for tasks under way, so that others find the processors free', async () => {
  const { api } = attacker.owner;
  const lock = await TableLock.take(service.database, 'tasks');
  const gone = new AbortController();
  const first = [api.get('/tasks?search=x'), api.get('/tasks?search=x&page=1')];
  await service.database.lockWaits(SHARE);
  const next = [
    api.get('/tasks?search=x&cursor='),
    api.get('/tasks?search=x&page=2'),
    api.get('/tasks?search=x', { signal: gone.signal }),
  ];
  await used(SHARE, 3);

  const others = [api.get('/tasks'), victim.owner.api.get('/tasks?search=x')];
  await service.database.lockWaits(SHARE + 2);
  await used(SHARE + 1, 3);
  gone.abort();
  await used(SHARE + 1, 2);

  await lock.release();
  const answers = await Promise.allSettled([...first, ...next, ...others]);
  const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'gone'));
  expect(statuses).toEqual([200, 200, 200, 200, 'gone', 200, 200]);
  await used(0, 0);
});

it('a search that fails gives its place back', async () => {
  const { status } = await attacker.owner.api.get('/tasks?search=x&cursor=forged');
  expect(status).toBe(400);
  expect(use()).toEqual({ held: 0, waiting: 0 });
});
