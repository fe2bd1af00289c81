// What Redocly CLI and Spectral say of openapi.json: any error or warning fails.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

const ROOT = dirname(import.meta.dirname);
// Otherwise Redocly asks the network for a newer version, and reports its use.
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const REDOCLY = ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=json'];
const SPECTRAL = ['node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', 'openapi.json', '--fail-severity=hint'];

const { totals, problems } = JSON.parse(run(REDOCLY).stdout);
for (const { ruleId, message, location } of problems) {
  console.error(`Redocly: ${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
}
const spectral = run(SPECTRAL);
if (spectral.status !== 0) console.error(spectral.stdout);
process.exitCode = totals.errors + totals.warnings > 0 || spectral.status !== 0 ? 1 : 0;

function run(commandLine) {
  const options = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...QUIET }, maxBuffer: 2 ** 26 };
  return spawnSync(process.execPath, commandLine, options);
}
