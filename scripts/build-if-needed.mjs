// Runs before npm's scripts: needs no dependency, and no newer Node.js than the one it complains about.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, 'dist/src/main.js');

checkNodeVersion();
if (isStale()) build();

function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return;
  // `npm ci --ignore-scripts` leaves out the Node.js 24 that the `node` package puts on the PATH of npm's scripts.
  console.error(
    `Node.js 22.12 or newer is needed and this is ${process.version}: install it, or run \`npm ci\` without --ignore-scripts, which brings Node.js 24.`,
  );
  process.exit(1);
}

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

function build() {
  console.error('Building ...');
  const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  const { status } = spawnSync(process.execPath, [nest, 'build'], { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  // The compiler writes files in spite of type errors: the next start must not take them for a finished build.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  process.exit(status ?? 1);
}
