/**
 * Brings a database up to date as a start does, but not past the migrations before a moment; prints how many milliseconds that took.
 * It runs what is built: `node bench/migrate.mjs <database URL> [<timestamp>]`.
 */
import { performance } from 'node:perf_hooks';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../dist/ormconfig.js';
import { migrate } from '../dist/src/core/database/schema/migrate.js';

const [url, end = Infinity] = process.argv.slice(2);
const options = dataSourceOptions(url, 1);
const migrations = options.migrations.filter(({ name }) => Number(name.slice(-13)) < Number(end));
const dataSource = await new DataSource({ ...options, migrations }).initialize();
const begin = performance.now();
await migrate(dataSource);
process.stdout.write(`${Math.round(performance.now() - begin)}\n`);
await dataSource.destroy();
