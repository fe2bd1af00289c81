// The tests of `npm test`, with a line that closes them: `N passed, M failed, K skipped`. Arguments are given to Jest.
//
// With `CI=true` suites that fail are run once more, whole and with a database of their own: a machine that is busy with other
// things is no failure. The output names them and keeps what they failed at first.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** More suites than this do not fail by chance. */
const MOST_REPEATED = 5;

const folder = mkdtempSync(join(tmpdir(), 'test-results-'));
const first = runJest(process.argv.slice(2));
const repeated = first.suites.filter(({ failed }) => failed > 0).map(({ path }) => path);
let suites = first.suites;
let { code } = first;
if (process.env['CI'] && code !== 0 && repeated.length > 0 && repeated.length <= MOST_REPEATED) {
  console.error(`\nOnce more, because they failed:\n${repeated.join('\n')}\n`);
  const second = runJest(['--runTestsByPath', ...repeated]);
  suites = [...suites.filter(({ path }) => !repeated.includes(path)), ...second.suites];
  ({ code } = second);
}
rmSync(folder, { recursive: true });

const total = (count) => suites.reduce((sum, suite) => sum + suite[count], 0);
// Jest may fail at something that is no suite's, or before the first.
const failed = Math.max(total('failed'), code === 0 ? 0 : 1);
const skipped = total('skipped');
console.log(`${total('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = code;

/** Runs Jest; returns its exit code, and of each suite how many of its tests passed, failed and were skipped. */
function runJest(parameters) {
  const file = join(folder, 'results.json');
  rmSync(file, { force: true });
  const options = ['--json', `--outputFile=${file}`, ...parameters];
  const { status } = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...options], { stdio: 'inherit' });
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : [];
  return { code: status ?? 1, suites: results.map(countTests) };
}

function countTests({ name, status, assertionResults }) {
  const count = (...statuses) => assertionResults.filter((test) => statuses.includes(test.status)).length;
  // A file that cannot even be loaded has no tests to count.
  const failed = count('failed') || (status === 'failed' ? 1 : 0);
  return { path: name, passed: count('passed'), failed, skipped: count('pending', 'todo', 'skipped', 'disabled') };
}
