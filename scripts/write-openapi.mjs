// `npm run openapi`: writes openapi.json, and then the generated part of the SDK. Commands of the service use the SDK, so a change of
// the API can make their types wrong until both are written. The output that the compiler writes in spite of the errors is enough.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

const ROOT = dirname(import.meta.dirname);

function run(...commandLine) {
  return spawnSync(process.execPath, commandLine, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}

const isBuilt = run('scripts/build-if-needed.mjs') === 0;
if (!isBuilt) run('node_modules/@nestjs/cli/bin/nest.js', 'build');
process.exitCode = run('dist/src/cli/openapi.js') || run('scripts/generate-sdk.mjs');
// No finished build: the next start makes one.
if (!isBuilt) rmSync('dist', { recursive: true, force: true });
