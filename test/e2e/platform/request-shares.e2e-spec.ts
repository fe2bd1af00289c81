import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { TableLock } from '../../support/table-lock.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** Half of it is a company's most; one is the service's own. */
const POOL_SIZE = 4;
const SHARE = POOL_SIZE / 2;

const BUSY = [503, 'SERVICE_UNAVAILABLE', 'The service is busy, retry in a second'];

let service: TestService;
let attacker: TestCompany;
let victim: TestCompany;
let lock: TableLock | undefined;
beforeAll(async () => {
  // Without a worker: it would read what is new for the inbox on the company's own share.
  service = await startTestService({ databasePoolSize: POOL_SIZE, processRoles: new Set(['api']) });
  attacker = await createCompany(service.api);
  victim = await createCompany(service.api);
});
afterAll(() => service.stop());
afterEach(async () => {
  await lock?.release();
  lock = undefined;
});

const times = <T>(count: number, one: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, one);
const statuses = async (answers: Promise<Answer>[]) => (await Promise.all(answers)).map(({ status }) => status);
/** How many wait for a connection, or to change something. */
const countWaiting = () => {
  const shares = service.app.get(ConcurrencyLimits);
  return shares.use('requests').waiting + shares.use('transactions').waiting;
};
const waiting = (count: number) => eventually(`${count} wait for their share`, () => countWaiting() === count);
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** Makes `send` slow, and sends it as often as one company can, and some more. */
async function saturate(table: string, send: () => Promise<Answer>, more = 1): Promise<Promise<Answer>[]> {
  lock = await TableLock.take(service.database, table);
  const sent = times(SHARE + more, send);
  await service.database.lockWaits(SHARE);
  await waiting(more);
  return sent;
}

const isServed = async () => {
  const answers = [victim.owner.api.get('/projects'), victim.owner.api.post('/projects', { name: 'x' })];
  expect(await statuses(answers)).toEqual([200, 201]);
};

it.each<[string, string, () => Promise<Answer>]>([
  ['lists', 'labels', () => attacker.owner.api.get('/labels')],
  ['pages', 'labels', () => attacker.viewer.api.get('/labels?page=1')],
  ['changes', 'labels', () => attacker.owner.api.post('/labels', { name: `${Math.random()}` })],
  ['what TypeORM reads', 'sprints', () => attacker.owner.api.get(`/sprints/${attacker.id}`)],
])('%s of one company, however slow, leave room for another', async (_what, table, send) => {
  const sent = await saturate(table, send);
  await isServed();
  expect(countWaiting()).toBe(1);
  await lock?.release();
  expect((await statuses(sent)).every((status) => status < 500)).toBe(true);
});

it('refuses a request that has waited for 5 s, and says when to try again', async () => {
  const sent = await saturate('labels', () => attacker.owner.api.get('/labels'), 3);
  await isServed();
  await eventually('they have been refused', () => countWaiting() === 0);
  await lock?.release();
  const answers = await Promise.all(sent);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(3);
  for (const answer of refused) {
    expect(refusalOf(answer)).toEqual(BUSY);
    expect([answer.headers.get('Retry-After'), answer.body.error.retryAfter]).toEqual(['1', undefined]);
  }
});

it('counts by the network of the client until the company is known', async () => {
  const { email, password } = attacker.owner;
  const login = (address: string) => () => service.api.post('/login', { email, password }, from(address));
  const sent = await saturate('user_emails', login('2001:db8:1:2::1'));
  const neighbour = service.api.get('/health/ready', from('2001:db8:1:2:ffff::1'));
  await waiting(2);
  expect((await service.api.get('/health/ready', from('2001:db8:1:3::1'))).status).toBe(200);
  await isServed();
  await lock?.release();
  expect(await statuses([...sent, neighbour])).toEqual(Array(SHARE + 2).fill(200));
});

it('keeps a connection for the own work of the service', async () => {
  const sent = await saturate('labels', () => attacker.owner.api.get('/labels'));
  const others = times(POOL_SIZE - 1 - SHARE, () => victim.owner.api.get('/labels'));
  await service.database.lockWaits(POOL_SIZE - 1);
  const another = service.api.get('/health/ready', from('198.51.100.1'));
  await waiting(2);
  const own = service.app.get(Database).row(OWN_WORK_CONTEXT, { text: 'SELECT 1 AS one' });
  expect(await own).toEqual({ one: 1 });
  await lock?.release();
  expect(await statuses([...sent, ...others, another])).toEqual(Array(POOL_SIZE + 1).fill(200));
});

it('does not let ten slow searches of a company delay another (issue 11)', async () => {
  const { id } = await createProject(attacker.owner);
  await createTask(attacker.owner, id);
  lock = await TableLock.take(service.database, 'task_texts');
  const search = Array.from({ length: 20 }, (_, index) => `absent${index}`).join(' ');
  const hangUp = new AbortController();
  const searches = times(10, () =>
    attacker.owner.api.get(`/tasks?search=${encodeURIComponent(search)}`, { signal: hangUp.signal }),
  );
  let answered = 0;
  for (const one of searches) void one.then(() => (answered += 1)).catch(() => undefined);
  await service.database.lockWaits(SHARE);
  await isServed();
  expect(answered).toBe(0);
  hangUp.abort();
  await Promise.allSettled(searches);
  await eventually('all connections are free', () => service.app.get(Database).poolUse.busy === 0);
});
