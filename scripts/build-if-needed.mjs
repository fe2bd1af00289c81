// Runs before npm's scripts: needs no dependency. With `--all` it compiles in any case, tests and benchmarks too: that
// checks all types, and leaves a build of the service. The console is built beside it, when its sources have changed.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const all = process.argv.includes('--all');

const SERVICE = {
  name: 'the service',
  folder: 'dist',
  built: 'dist/src/main.js',
  sources: [
    'src',
    'sdk/src',
    ...configurations('.', /^(ormconfig\.ts|package\.json|tsconfig.*\.json|nest-cli\.json)$/),
  ],
  command: ['node_modules/@nestjs/cli/bin/nest.js', 'build', ...(all ? ['--path', 'tsconfig.json'] : [])],
};
const SDK = {
  name: 'the SDK',
  folder: 'sdk/dist',
  built: 'sdk/dist/sdk.js',
  sources: ['sdk/src', 'sdk/package.json', 'sdk/tsconfig.json', 'sdk/tsconfig.build.json'],
  command: ['node_modules/typescript/bin/tsc', '--project', 'sdk/tsconfig.build.json'],
};
const CONSOLE = {
  name: 'the console',
  folder: 'console/dist',
  built: 'console/dist/index.html',
  sources: ['console/src', 'console/public', ...configurations('console', /\.(html|ts|json)$/), 'sdk/src'],
  command: ['node_modules/vite/bin/vite.js', 'build', 'console', '--logLevel', 'warn'],
};

const LOCK = join(root, 'node_modules/.build-lock');
/** Milliseconds to wait for the build of another process. */
const LONGEST_WAIT = 300_000;
const SQLITE_BUSY = 5;

// Without its packages the service starts, and says that the console is missing. A container image contains the build, but not
// the sources.
const parts = (existsSync(join(root, CONSOLE.command[0])) ? [SERVICE, SDK, CONSOLE] : [SERVICE, SDK]).filter(
  ({ sources }) => existsSync(join(root, sources[0])),
);
if (parts.length > 0) {
  const unlock = lock();
  const due = parts.filter((part) => (all && part !== CONSOLE) || isStale(part));
  if (due.length > 0)
    console.error(`Building ${due.map(({ name }) => name).join(', ')}: some 20 s, a minute on a slow machine ...`);
  const codes = await Promise.all(due.map(build));
  unlock();
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}

/**
 * Waits until no other process builds: a build that is not complete yet looks like one that is. The lock is that of an empty
 * SQLite database, because the system gives it back when its holder dies. Returns what gives it back.
 */
function lock() {
  try {
    // Not imported: an old Node.js would fail at that before it is told what is missing.
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const database = new DatabaseSync(LOCK);
    database.exec(`PRAGMA busy_timeout = ${LONGEST_WAIT}; BEGIN EXCLUSIVE`);
    return () => database.close();
  } catch (error) {
    if (error.errcode === SQLITE_BUSY) {
      console.error('Another process has been building for five minutes: end it, then start this one again');
      process.exit(1);
    }
    // Who may not write here cannot build here either.
    return () => undefined;
  }
}

/** The files of a folder of the root whose names fit; none where there is no such folder. */
function configurations(folder, names) {
  const path = join(root, folder);
  return existsSync(path)
    ? readdirSync(path)
        .filter((name) => names.test(name))
        .map((name) => join(folder, name))
    : [];
}

function isStale({ built, sources }) {
  if (!existsSync(join(root, built))) return true;
  const builtAt = statSync(join(root, built)).mtimeMs;
  return sources.some((source) => newest(join(root, source)) > builtAt);
}

/** When a file, or anything in a folder, was changed last. */
function newest(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status?.isDirectory()) return status?.mtimeMs ?? 0;
  // Folders too: theirs is the time that changes when a file is deleted or renamed.
  const names = readdirSync(path, { recursive: true });
  return Math.max(
    status.mtimeMs,
    ...names.map((name) => statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
}

/** Gives the exit code of the compiler. */
async function build({ name, folder, command }) {
  const begin = Date.now();
  const clear = () => rmSync(join(root, folder), { recursive: true, force: true });
  clear();
  // Tests start builds, too, and people use the result.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit', env });
  const code = await new Promise((resolve) => child.once('close', (exitCode) => resolve(exitCode ?? 1)));
  // A compiler may write files in spite of errors: the next start must not take them for a finished build.
  if (code !== 0) clear();
  console.error(`${code === 0 ? 'Built' : 'Could not build'} ${name} in ${((Date.now() - begin) / 1000).toFixed(0)} s`);
  return code;
}
