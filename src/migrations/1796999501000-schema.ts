import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ConfigurationError } from '#config/configuration-error.js';
import { ACCESS } from './schema/access.js';
import { AUDIT, AUDIT_GUARD } from './schema/audit.js';
import { COLLEAGUES } from './schema/colleagues.js';
import { COMPANIES } from './schema/companies.js';
import { DIRECTORIES } from './schema/directories.js';
import { EVENTS } from './schema/events.js';
import { FILES } from './schema/files.js';
import { FUNCTIONS } from './schema/functions.js';
import { IMPORTS_AND_EXPORTS } from './schema/imports-and-exports.js';
import { INBOX } from './schema/inbox.js';
import { firstPartitions } from './schema/partitions.js';
import { PROJECTS } from './schema/projects.js';
import { TASKS } from './schema/tasks.js';
import { WORK } from './schema/work.js';

/** The last of the 64 migrations that this one replaces, and a commit that has all of them. */
const LAST_BEFORE = 'DueLooks1796999500000';
const COMMIT_BEFORE = '2b031eae';

/** The older migrations gave it to every table, against versions that no database of today has seen. */
const OLD_CHECK = 'not_of_an_earlier_version';
const TABLES_WITH_OLD_CHECK = `SELECT conrelid::regclass::text AS name FROM pg_constraint
  WHERE conname = '${OLD_CHECK}' AND connamespace = current_schema()::regnamespace AND coninhcount = 0`;

/** All tables. A database that the older migrations have brought up to date has them already, and is taken over as it is. */
export class Schema1796999501000 implements MigrationInterface {
  name = 'Schema1796999501000';

  async up(runner: QueryRunner): Promise<void> {
    const run = (await runner.query('SELECT name FROM migrations ORDER BY timestamp')) as { name: string }[];
    const names = run.map(({ name }) => name);
    this.ensureRunnable(names);
    await (names.length === 0 ? this.create(runner) : this.adopt(runner));
  }

  /** @throws ConfigurationError when the older migrations have not all been run. */
  ensureRunnable(names: readonly string[]): void {
    if (names.length === 0 || names.includes(LAST_BEFORE)) return;
    throw new ConfigurationError(
      `The database is of an older version (${names.at(-1)}): start commit ${COMMIT_BEFORE} of the service on it once, then this version`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new ConfigurationError('The first migration is not reverted: drop the database instead'));
  }

  private async create(runner: QueryRunner): Promise<void> {
    const families = [
      FUNCTIONS,
      COMPANIES,
      ACCESS,
      DIRECTORIES,
      PROJECTS,
      COLLEAGUES,
      TASKS,
      WORK,
      FILES,
      IMPORTS_AND_EXPORTS,
      EVENTS,
      INBOX,
      AUDIT,
      firstPartitions(Date.now()),
      AUDIT_GUARD,
    ];
    for (const statement of families.flat()) await runner.query(statement);
  }

  private async adopt(runner: QueryRunner): Promise<void> {
    const tables = (await runner.query(TABLES_WITH_OLD_CHECK)) as { name: string }[];
    for (const { name } of tables) await runner.query(`ALTER TABLE ${name} DROP CONSTRAINT ${OLD_CHECK}`);
    await runner.query(`DELETE FROM migrations WHERE timestamp <= ${LAST_BEFORE.slice(-13)}`);
  }
}
