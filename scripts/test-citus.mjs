// `npm run test:citus [-- <jest's arguments>]`: the e2e suites on Citus, in the database of CITUS_URL, which they empty.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

if (!process.env.CITUS_URL) {
  console.log('Skipped: npm run test:citus runs the e2e suites on the Citus of CITUS_URL, which is not set');
  process.exit();
}
// One suite after the other: there is one database.
const commandLine = ['jest', '--selectProjects', 'http', '--maxWorkers', '1', ...process.argv.slice(2)];
const env = { ...process.env, TEST_CITUS_URL: process.env.CITUS_URL };
const { status } = spawnSync('npx', commandLine, { cwd: dirname(import.meta.dirname), env, stdio: 'inherit' });
process.exitCode = status ?? 1;
