import { Client } from 'pg';
import { Plans } from '#core/database/pool/plans.js';
import { TestDatabase } from '../../support/test-database.js';

const ROWS = 10_000;

let database: TestDatabase;
let client: Client;
let plans: Plans;
let now: number;
beforeEach(async () => {
  database = await TestDatabase.create('template1');
  client = new Client(database.url);
  await client.connect();
  now = 0;
  plans = new Plans(() => now);
  // As after a few uses of a prepared statement.
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query('CREATE TABLE things (id integer PRIMARY KEY) WITH (autovacuum_enabled = false)');
  await client.query('ANALYZE things');
  await client.query('PREPARE find (integer) AS SELECT id FROM things WHERE id = $1');
  plans.refresh(client);
  await client.query('EXECUTE find (1)');
  await client.query(`INSERT INTO things SELECT generate_series(1, ${ROWS})`);
});
afterEach(async () => {
  await client.end();
  await database.close();
});

async function planAt(moment: number): Promise<string> {
  now = moment;
  plans.refresh(client);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>('EXPLAIN (COSTS OFF) EXECUTE find (1)');
  return rows[0]!['QUERY PLAN'];
}

describe('The plans of prepared statements', () => {
  it('are made anew after ten seconds', async () => {
    expect(await planAt(9_000)).toMatch(/^Seq Scan/);
    expect(await planAt(10_000)).toMatch(/^Index Only Scan/);
  });

  it('are made anew after two seconds when something took long', async () => {
    plans.note(99);
    expect(await planAt(2_000)).toMatch(/^Seq Scan/);
    plans.note(100);
    expect(await planAt(2_000)).toMatch(/^Index Only Scan/);
  });

  it('are kept again once nothing takes long', async () => {
    now = 1_000;
    plans.note(100);
    await planAt(2_000);
    const discarded = jest.spyOn(client, 'query');
    await planAt(11_000);
    expect(discarded).not.toHaveBeenCalledWith('DISCARD PLANS');
    await planAt(12_000);
    expect(discarded).toHaveBeenCalledWith('DISCARD PLANS');
  });
});
