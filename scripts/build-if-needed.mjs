// Runs before npm's scripts: needs no dependency. With `--all` it compiles in any case, tests and benchmarks too: that
// checks all types, and leaves a build of the service.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, 'dist/src/main.js');

if (process.argv.includes('--all')) build('--path', 'tsconfig.json');
else if (isStale()) build();

function isStale() {
  if (!existsSync(built)) return true;
  const sources = join(root, 'src');
  // An image of the service carries what was built, not what it was built from.
  if (!existsSync(sources)) return false;
  const builtAt = statSync(built).mtimeMs;
  const others = readdirSync(root).filter((name) =>
    /^(ormconfig\.ts|package\.json|tsconfig.*\.json|nest-cli\.json)$/.test(name),
  );
  return [
    // Folders too: theirs is the time that changes when a file is deleted or renamed.
    sources,
    ...readdirSync(sources, { recursive: true }).map((name) => join(sources, name)),
    ...others.map((name) => join(root, name)),
  ].some((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > builtAt);
}

function build(...options) {
  console.error('Building ...');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  const { status } = spawnSync(process.execPath, [nest, 'build', ...options], { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  // The compiler writes files in spite of type errors: the next start must not take them for a finished build.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  process.exit(status ?? 1);
}
