import { AuditGuardTask } from '#modules/audit/audit-guard.task.js';
import { Metrics } from '#core/metrics/metrics.js';
import { Partitions } from '#core/partitions/partitions.js';
import { DAY } from '../../support/clock.js';
import { freePort } from '../../support/free-port.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { itWithoutCitus } from '../../support/without-citus.js';

const REFUSED = 'Entries of the audit log are neither changed nor deleted';

let service: TestService;
beforeAll(async () => {
  ({ service } = await startWithCompanies({ metricsPort: await freePort() }));
});
afterAll(() => service.stop());

const partitions = async (): Promise<string[]> => {
  const text = `SELECT relid::regclass::text AS name FROM pg_partition_tree('audit_entries') WHERE isleaf`;
  return (await service.database.rows<{ name: string }>(text)).map(({ name }) => name);
};
/** What is refused, of each way to change or empty the log. */
async function refusals(): Promise<string[]> {
  const tables = ['audit_entries', ...(await partitions())];
  const ways = [
    `UPDATE audit_entries SET action = 'other'`,
    'DELETE FROM audit_entries',
    ...tables.map((table) => `TRUNCATE ${table}`),
  ];
  const allowed: string[] = [];
  for (const way of ways) {
    await service.database.rows('BEGIN');
    const error = await service.database.rows(way).catch((failure: unknown) => failure);
    await service.database.rows('ROLLBACK');
    if (!(error instanceof Error && error.message.includes(REFUSED))) allowed.push(way);
  }
  return allowed;
}
/** As the service does it so many days from now. */
async function addPartitions(days: number): Promise<void> {
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + days * DAY);
  await service.app.get(Partitions).run();
  jest.restoreAllMocks();
}
const look = () => service.app.get(AuditGuardTask).run();
const missing = async () => /^audit_guard_missing (\d+)$/m.exec((await service.app.get(Metrics).text()).body)?.[1];

describe('The audit log', () => {
  it('can be neither changed nor emptied', async () => {
    expect(await refusals()).toEqual([]);
    await look();
    expect(await missing()).toBe('0');
  });

  itWithoutCitus('is protected again when someone has taken that away, and the metric tells of it', async () => {
    // At the beginning of a month there is one alone.
    await addPartitions(40);
    const [first = ''] = await partitions();
    await service.database.rows('DROP TRIGGER audit_entries_stand ON audit_entries');
    await service.database.rows(`DROP TRIGGER audit_entries_stay ON ${first}`);
    await service.database.rows('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stay');
    const unprotected = await refusals();
    expect(unprotected).toHaveLength(3);
    await look();
    expect(await refusals()).toEqual([]);
    // The table and each of its partitions lacked the trigger for rows, and two of them that for statements.
    expect(await missing()).toBe(String((await partitions()).length + 3));
    await look();
    expect(await missing()).toBe('0');
  });

  it('is protected in a partition that is new', async () => {
    await addPartitions(80);
    expect(await refusals()).toEqual([]);
    await look();
    expect(await missing()).toBe('0');
  });
});
