import { Client, type QueryResultRow } from 'pg';
import { connectionOptions as serviceOptions } from '#core/database/pool/connection-options.js';
import { emptyCitus } from './citus.js';
import { eventually } from './eventually.js';

/** Another name: what tests send is not noted (`statement-recorder.mjs`). */
const connectionOptions = { ...serviceOptions, application_name: 'test' };

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** SQL of the moment of a column so much earlier, as an UPDATE on Citus takes it: no function in it depends on settings. */
export const earlier = (column: string, span: string): string =>
  `(${column} AT TIME ZONE 'UTC' - interval '${span}') AT TIME ZONE 'UTC'`;

/** A database of this worker alone, fresh for each test file. */
export class TestDatabase {
  private constructor(
    readonly url: string,
    private readonly client: Client,
  ) {}

  /** `from` is a database to copy: the migrated one, or `template1` for an empty one. */
  static async create(from: 'migrated' | 'template1' = 'migrated'): Promise<TestDatabase> {
    const citusUrl = process.env['TEST_CITUS_URL'];
    if (citusUrl) await emptyCitus(citusUrl, from);
    return TestDatabase.open(citusUrl ?? (await TestDatabase.copy(from)));
  }

  private static async copy(from: string): Promise<string> {
    const server = process.env['TEST_DATABASE_SERVER'] ?? '';
    const name = `worker_${process.env['JEST_WORKER_ID']}`;
    const administrator = new Client(server);
    await administrator.connect();
    await administrator.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    // The other strategy writes all of it to the log, which tests of other suites measure.
    await administrator.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
    await administrator.end();
    return withDatabase(server, name);
  }

  private static async open(url: string): Promise<TestDatabase> {
    const client = new Client({ ...connectionOptions, connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return new TestDatabase(url, client);
  }

  /** Reads or changes the database without the service. */
  async rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, values)).rows;
  }

  /** Resolves once so many statements here wait for a lock. Not in a transaction: it would always see the same connections. */
  async lockWaits(count = 1): Promise<void> {
    const observer = new Client({ ...connectionOptions, connectionString: this.url });
    await observer.connect();
    const waits = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    // On Citus, statements wait on the node that has the row.
    const text = process.env['TEST_CITUS_URL']
      ? `SELECT sum(result::integer) AS count FROM run_command_on_all_nodes($$${waits}$$)`
      : waits;
    const areThere = async () => Number((await observer.query<{ count: string }>(text)).rows[0]?.count) >= count;
    await eventually(`${count} statements wait for a lock`, areThere).finally(() => observer.end());
  }

  /**
   * By default PostgreSQL ends a deadlock after a second, and the service tries again. From now on a deadlock lasts until
   * the wait for the lock ends, with a 503.
   */
  async keepDeadlocks(): Promise<void> {
    const [row] = await this.rows<{ name: string }>('SELECT current_database() AS name');
    await this.rows(`ALTER DATABASE ${row?.name} SET deadlock_timeout = '1h'`);
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
