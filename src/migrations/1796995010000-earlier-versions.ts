import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partitions have what their tables have. On Citus the shards are written by connections of its own: there it would say nothing. */
const TABLES = `SELECT quote_ident(relname) AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname = ANY ($1) AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
  ORDER BY oid`;

const CHECK = 'not_of_an_earlier_version';

/**
 * Versions of before the write permit do not know it. All of them name their connections `project-management-service`, and no
 * table takes a row of such a connection any more, with events or without. Rows that are there are not read.
 */
export class EarlierVersions1796995010000 implements MigrationInterface {
  name = 'EarlierVersions1796995010000';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of await this.tables(runner)) {
      await runner.query(`ALTER TABLE ${name} ADD CONSTRAINT ${CHECK}
        CHECK (current_setting('application_name') <> 'project-management-service') NOT VALID`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of await this.tables(runner)) {
      await runner.query(`ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS ${CHECK}`);
    }
  }

  private async tables(runner: QueryRunner): Promise<string[]> {
    const ours = runner.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    const rows = (await runner.query(TABLES, [ours])) as { name: string }[];
    return rows.map(({ name }) => name);
  }
}
