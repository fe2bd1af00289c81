import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { dataSourceOptions } from '../../../ormconfig.js';
import { distributeTables } from '../../../src/cli/distribute/distribute-tables.js';
import { restoreAuditGuard } from '#core/audit/audit-guard.js';
import { connectionOptions } from '#core/database/pool/connection-options.js';
import { ensureDistribution } from '#core/database/schema/distribution.js';
import { migrate } from '#core/database/schema/migrate.js';
import { TestDatabase } from '../../support/test-database.js';
import { itOnCitus } from '../../support/without-citus.js';

/** What the next version adds. */
class LaterThings9999999999999 implements MigrationInterface {
  name = 'LaterThings9999999999999';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE later_things (company_id uuid, id uuid, PRIMARY KEY (company_id, id))`);
  }

  down = () => Promise.resolve();
}

async function opened(url: string, later: (typeof LaterThings9999999999999)[] = []): Promise<DataSource> {
  const options = dataSourceOptions(url, 1, { ...connectionOptions, application_name: 'test' });
  const migrations = [...(options.migrations as NewableFunction[]), ...later];
  return new DataSource({ ...options, migrations }).initialize();
}

/** Fails at the statement of this number, as when someone breaks it off, and puts an end to what was begun. */
function breakOffAt(number: number): jest.SpyInstance {
  let sent = 0;
  const send = PostgresQueryRunner.prototype.query;
  return jest.spyOn(PostgresQueryRunner.prototype, 'query').mockImplementation(function (
    this: PostgresQueryRunner,
    ...statement: Parameters<PostgresQueryRunner['query']>
  ) {
    if (/^(ROLLBACK|SELECT \* FROM current_schema)/.test(statement[0])) return send.apply(this, statement);
    sent += 1;
    return sent === number ? Promise.reject(new Error('broken off')) : send.apply(this, statement);
  });
}

describe('npm run distribute on Citus', () => {
  itOnCitus(
    'goes on where it was broken off, takes in what an upgrade adds, and leaves the audit log protected everywhere',
    async () => {
      const database = await TestDatabase.create('template1');
      const old = await opened(database.url);
      await migrate(old);
      await database.rows(`INSERT INTO companies (id, name, created_at, updated_at)
        SELECT make_uuid_v7(), 'Company ' || n, now(), now() FROM generate_series(1, 20) n`);
      await database.rows(`INSERT INTO audit_entries (company_id, id, position, hash, entry, action)
        SELECT id, make_uuid_v7(), 1, '', '{}', 'test' FROM companies`);
      for (let number = 1, isDone = false; !isDone; number += 9) {
        const breaking = breakOffAt(number);
        isDone = await distributeTables(old, () => undefined).then(
          () => true,
          () => false,
        );
        breaking.mockRestore();
        expect(await database.rows('SELECT FROM companies')).toHaveLength(20);
        await expect(database.rows(`UPDATE audit_entries SET action = 'other'`)).rejects.toThrow(/neither changed/);
        await expect(database.rows('TRUNCATE audit_entries')).rejects.toThrow(/neither changed/);
      }
      await old.destroy();

      const current = await opened(database.url, [LaterThings9999999999999]);
      await migrate(current);
      const lines: string[] = [];
      await distributeTables(current, (line) => lines.push(line));
      expect(await ensureDistribution(current)).toBeNull();
      lines.length = 0;
      await distributeTables(current, (line) => lines.push(line));
      expect(lines.filter((line) => !line.endsWith(': distributed already'))).toEqual([]);

      await moveFirstShard(database);
      expect(await restoreAuditGuard((text, values) => current.query(text, values))).toBe(0);
      expect(await database.rows('SELECT FROM audit_entries')).toHaveLength(20);

      await current.query('CREATE TABLE newcomers (company_id uuid, id uuid, PRIMARY KEY (company_id, id))');
      await expect(ensureDistribution(current)).rejects.toThrow(
        /but for newcomers: stop the service and run npm run distribute$/,
      );
      await current.query('DROP TABLE newcomers');
      await current.destroy();
      await database.close();
    },
    900_000,
  );

  itOnCitus('is recommended at the start of a service whose tables are not distributed at all', async () => {
    const database = await TestDatabase.create('template1');
    const current = await opened(database.url);
    await migrate(current);
    expect(await ensureDistribution(current)).toMatch(
      /these tables are not distributed yet: .*tasks.*npm run distribute$/,
    );
    await current.destroy();
    await database.close();
  });
});

/** Moves a part of all tables of companies from one node to another. */
async function moveFirstShard(database: TestDatabase): Promise<void> {
  const [shard] = await database.rows<{
    id: string;
    port: number;
    other: number;
  }>(`SELECT shardid AS id, nodeport AS port,
      (SELECT n.nodeport FROM pg_dist_node n WHERE n.nodeport <> s.nodeport AND n.groupid > 0 LIMIT 1) AS other
    FROM citus_shards s WHERE table_name = 'companies'::regclass ORDER BY shardid LIMIT 1`);
  const move = `SELECT citus_move_shard_placement($1, nodename, $2, nodename, $3, 'block_writes') FROM pg_dist_node LIMIT 1`;
  await database.rows(move, [shard?.id, shard?.port, shard?.other]);
}
