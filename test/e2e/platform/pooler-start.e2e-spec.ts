import { describeWithPooler, PgBouncer } from '../../support/pgbouncer.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';

const IS_POOLER =
  'it is a pooler: DATABASE_DIRECT_URL needs the address of PostgreSQL itself, and DATABASE_URL that of the pooler';

describeWithPooler('the start, with a pooler (skipped without PgBouncer 1.21 or newer on PATH)', () => {
  let database: TestDatabase;
  let pooler: PgBouncer | undefined;
  beforeAll(buildService, 120_000);
  beforeAll(async () => {
    database = await TestDatabase.create();
  });
  afterEach(() => pooler?.stop());
  afterAll(() => database.close());

  /** What the start says before it ends. */
  async function refusal(environment: Record<string, string>): Promise<string> {
    const service = new ServiceProcess(temporaryFolder(), {
      ...sharingEnvironment(database.url),
      ...environment,
    });
    expect(await service.wait()).toEqual({ code: 1, signal: null });
    expect(service.stdout).toBe('');
    return service.stderr;
  }

  it.each([
    ['that has no transactions', 'pool_mode = statement', 'transaction blocks not allowed in statement pooling mode'],
    [
      'that mixes up prepared statements',
      'max_prepared_statements = 0',
      'the pooler mixes up prepared statements: PgBouncer 1.24 or newer keeps them apart, and 1.21 to 1.23 with max_prepared_statements = 200',
    ],
  ])('ends with one line for one %s', async (_what, setting, reason) => {
    pooler = await PgBouncer.start(database.url, 3, [setting]);
    expect(await refusal({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url })).toBe(
      `DATABASE_URL: the database cannot be used: ${reason}\n`,
    );
  });

  it('ends with one line when its address stands where that of PostgreSQL belongs', async () => {
    pooler = await PgBouncer.start(database.url, 3);
    expect(await refusal({ DATABASE_URL: pooler.url })).toBe(
      `DATABASE_URL: the database cannot be used: ${IS_POOLER}\n`,
    );
    expect(await refusal({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: pooler.url })).toBe(
      `DATABASE_DIRECT_URL: the database cannot be used: ${IS_POOLER}\n`,
    );
  });
});
