import { setTimeout as delay } from 'node:timers/promises';
import { SchedulerRegistry } from '@nestjs/schedule';
import { HourlyWork } from '#core/processes/hourly-work.js';
import { DueMomentsTask } from '#modules/inbox/due/due-moments.task.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { itOnCitus, itWithoutCitus } from '../../support/without-citus.js';

const COMPANIES = 20_000;
const MINUTE = 60_000;
/** Milliseconds until everything has looked once, in which it may read more: the slowest looks every 15 s. */
const FIRST_LOOKS = 16_000;

/** Companies with all that companies have who were active yesterday, and nothing due. */
const FILL = [
  `INSERT INTO companies (id, name, created_at, updated_at, active)
    SELECT make_uuid_v7(), 'Company ' || n, now() - interval '9 days', now(), true FROM generate_series(1, ${COMPANIES}) n`,
  `INSERT INTO event_positions (company_id, position, generation, volume, volume_day)
    SELECT id, 5, 3, 100, current_date - 1 FROM companies`,
  `INSERT INTO inbox_positions (company_id, position) SELECT id, 5 FROM companies`,
  `INSERT INTO due_positions (company_id, told_until) SELECT id, now() - interval '1 day' FROM companies`,
];
const STATISTICS = `SELECT relname AS name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read,
    (n_tup_ins + n_tup_upd + n_tup_del)::integer AS written FROM pg_stat_user_tables`;

interface Statistics {
  readonly name: string;
  readonly read: number;
  readonly written: number;
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const statistics = () => service.database.rows<Statistics & Record<string, unknown>>(STATISTICS);

itWithoutCitus('20,000 companies with nothing due cost fewer than 1,000 rows a minute, and no write', async () => {
  for (const text of FILL) await service.database.rows(text);
  await service.database.rows('ANALYZE');
  // Its first look reads more; on a busy machine that comes later than it should.
  await service.app.get(DueMomentsTask, { strict: false }).run();
  await delay(FIRST_LOOKS);
  const before = await statistics();
  await delay(MINUTE);
  const known = new Map(before.map((table) => [table.name, table]));
  const used = (await statistics()).map(({ name, read, written }) => ({
    name,
    read: read - (known.get(name)?.read ?? 0),
    written: written - (known.get(name)?.written ?? 0),
  }));
  expect(used.filter(({ written }) => written > 0)).toEqual([]);
  const readMost = used.filter(({ read }) => read > 0).sort((one, other) => other.read - one.read);
  const total = used.reduce((sum, { read }) => sum + read, 0);
  // Names the tables when there are too many.
  expect(total < 1_000 ? [] : readMost).toEqual([]);
});

const MULTI_SHARD = `SELECT query_execution_multi_shard::integer AS count FROM citus_stat_counters WHERE name = current_database()`;

it('what is done by the hour is spread over it by HourlyWork alone', () => {
  const jobs = [...service.app.get(SchedulerRegistry, { strict: false }).getCronJobs().values()];
  const pauses = jobs.map((job) => {
    const [next, later] = job.nextDates(2);
    return later!.toMillis() - next!.toMillis();
  });
  expect(pauses.length).toBeGreaterThan(0);
  expect(pauses.filter((pause) => pause > MINUTE)).toEqual([]);
});

itOnCitus('nothing to do costs at most 60 statements over all nodes a minute', async () => {
  const count = async () => (await service.database.rows<{ count: number }>(MULTI_SHARD))[0]?.count ?? 0;
  await delay(FIRST_LOOKS);
  const before = await count();
  await delay(MINUTE);
  const used = (await count()) - before;
  expect(used).toBeGreaterThan(0);
  const hourly: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    const begun = await count();
    await service.app.get(HourlyWork, { strict: false }).runMinute(minute);
    hourly.push((await count()) - begun);
  }
  // With the one minute of the hour that has the most to clear away. Says how much each is when they are too many.
  const most = Math.max(...hourly);
  expect([used, most]).toEqual(used + most <= 60 ? [used, most] : [60, 0]);
});
