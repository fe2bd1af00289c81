// `npm run check`, or some of its steps: `npm run check -- lint format`. When a step fails, the others still run.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

const ROOT = dirname(import.meta.dirname);

/** Lanes run in parallel, one for each of two cores. Steps of a lane run in order; steps that need the build follow `types`. */
const LANES = [
  {
    // Not cached: the result for a file depends on the types in other files. Two runs take less time and memory than one,
    // because the workspaces have their own types.
    lint: 'eslint --max-warnings 0 --ignore-pattern console --ignore-pattern sdk .',
    workspaces: 'eslint --max-warnings 0 console sdk',
    imports:
      'depcruise --config .dependency-cruiser.cjs --output-type err src sdk/src console/src ormconfig.ts test bench',
  },
  {
    // The only compilation of the service, the tests and the benchmarks.
    types: 'node scripts/build-if-needed.mjs --all',
    console: 'tsc --noEmit -p console/tsconfig.json',
    sdk: 'node scripts/generate-sdk.mjs --check',
    hooks: 'node scripts/write-hooks.mjs --check',
    openapi: 'node scripts/lint-description.mjs',
    format: 'prettier --check --log-level warn --cache --cache-strategy content .',
    unused: 'knip',
  },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !LANES.some((lane) => name in lane));
if (unknown.length > 0) {
  console.error(`No step: ${unknown.join(', ')}. Steps: ${LANES.flatMap(Object.keys).join(', ')}`);
  process.exit(1);
}
const failed = (await Promise.all(LANES.map(runLane))).flat();
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. Again: npm run check -- ${failed.join(' ')}`);
  process.exitCode = 1;
}

/** The names of the steps that fail. */
async function runLane(lane) {
  const failed = [];
  for (const [name, command] of Object.entries(lane)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const begin = Date.now();
    const { isPassed, output } = await run(command);
    const seconds = ((Date.now() - begin) / 1000).toFixed(1);
    if (!isPassed) failed.push(name);
    console.log(`${isPassed ? '✔' : '✘'} ${name.padEnd(10)} ${seconds.padStart(6)} s`);
    if (!isPassed) console.log(`${output.trim()}\n`);
  }
  return failed;
}

/** Runs a command of the packages, which npm has put on the PATH. Its output is shown when it fails. */
async function run(command) {
  const child = spawn(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += String(bytes)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { isPassed: code === 0, output };
}
