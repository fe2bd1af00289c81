// `npm run check`, or some of its steps: `npm run check -- lint format`. When a step fails, the others still run.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

const ROOT = dirname(import.meta.dirname);

/**
 * The longest first: two run at a time, one for each of two cores. What stands after `types` begins when that has ended: it may
 * read the build.
 */
const STEPS = {
  // Not cached: the result for a file depends on the types in other files. Two runs take less time and memory than one,
  // because the workspaces have their own types.
  lint: 'eslint --max-warnings 0 --ignore-pattern console --ignore-pattern sdk .',
  // The only compilation of the service, the tests and the benchmarks.
  types: 'node scripts/build-if-needed.mjs --all',
  workspaces: 'eslint --max-warnings 0 console sdk',
  imports:
    'depcruise --config .dependency-cruiser.cjs --output-type err src sdk/src console/src ormconfig.ts test bench',
  openapi: 'node scripts/lint-description.mjs',
  console: 'tsc --noEmit -p console/tsconfig.json',
  unused: 'knip',
  format: 'prettier --check --log-level warn --cache --cache-strategy content .',
  sdk: 'node scripts/generate-sdk.mjs --check',
  hooks: 'node scripts/write-hooks.mjs --check',
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`No step: ${unknown.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}`);
  process.exit(1);
}
const waiting = Object.keys(STEPS).filter((name) => asked.length === 0 || asked.includes(name));
const failed = [];
let built = Promise.resolve();
await Promise.all([runSteps(), runSteps()]);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. Again: npm run check -- ${failed.join(' ')}`);
  process.exitCode = 1;
}

/** Runs steps until none waits. */
async function runSteps() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    await built;
    const running = runStep(name);
    if (name === 'types') built = running;
    await running;
  }
}

async function runStep(name) {
  const begin = Date.now();
  const { isPassed, output } = await run(STEPS[name]);
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  if (!isPassed) failed.push(name);
  console.log(`${isPassed ? '✔' : '✘'} ${name.padEnd(10)} ${seconds.padStart(6)} s`);
  if (!isPassed) console.log(`${output.trim()}\n`);
}

/** Runs a command of the packages, which npm has put on the PATH. Its output is shown when it fails. */
async function run(command) {
  const child = spawn(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += String(bytes)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { isPassed: code === 0, output };
}
