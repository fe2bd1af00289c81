// `npm run test:citus [-- <jest's arguments>]`: the e2e suites on Citus, in the database of CITUS_URL, which they empty. With
// CITUS_POOLER_URL the service reaches that database by this address of a pooler.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

if (!process.env.CITUS_URL) {
  console.log('Skipped: npm run test:citus runs the e2e suites on the Citus of CITUS_URL, which is not set');
  process.exit();
}
// One suite after the other: there is one database.
const commandLine = ['jest', '--selectProjects', 'http', '--maxWorkers', '1', ...process.argv.slice(2)];
const { CITUS_URL, CITUS_POOLER_URL } = process.env;
const pooler = CITUS_POOLER_URL ? { TEST_POOLER_URL: CITUS_POOLER_URL } : {};
const env = { ...process.env, TEST_CITUS_URL: CITUS_URL, ...pooler };
const { status } = spawnSync('npx', commandLine, { cwd: dirname(import.meta.dirname), env, stdio: 'inherit' });
process.exitCode = status ?? 1;
