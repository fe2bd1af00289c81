import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Naming } from '#common/database/naming.js';
import { commandLineDatabaseUrl } from '#config/command-line.js';
import { requestConnectionOptions } from '#core/database/pool/connection-options.js';

/** As Jest, the benchmarks and the build have them: `.ts` or `.js`. */
const ENTITIES = /\.entity\.[jt]s$/;
const MIGRATIONS = /^migrations[\\/]\d{13}-[^\\/]+\.[jt]s$/;

/** The one definition of the database: the service, the tests and TypeORM's command line all connect with it. */
export function dataSourceOptions(
  databaseUrl: string,
  poolSize: number,
  connection = requestConnectionOptions,
): DataSourceOptions {
  return {
    type: 'postgres',
    url: databaseUrl,
    poolSize,
    extra: connection,
    namingStrategy: new Naming(),
    synchronize: false,
    logging: false,
    entities: classesOf(ENTITIES),
    migrations: classesOf(MIGRATIONS),
  };
}

/** What the files below `src` export whose paths fit. TypeORM's own patterns import files past Jest, which compiles them. */
function classesOf(paths: RegExp): NewableFunction[] {
  const folder = join(import.meta.dirname, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => paths.test(path));
  const load = createRequire(import.meta.url);
  const exported = files.sort().flatMap((path) => Object.values(load(join(folder, path)) as object) as unknown[]);
  return exported.filter((value) => typeof value === 'function');
}

/** For TypeORM's command line (`npm run typeorm -- migration:show`); the service makes its own from the options. */
export default new DataSource(dataSourceOptions(commandLineDatabaseUrl(), 1));
