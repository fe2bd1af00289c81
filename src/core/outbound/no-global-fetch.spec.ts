import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const ROOT = join(__dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Files of `src` that Node is started with: by a command, by the image, or by another file as a process or thread. */
function entryPoints(): string[] {
  const started = ['package.json', 'Dockerfile'].flatMap((file) =>
    [...read(file).matchAll(/dist\/(src\/[\w/-]+)\.js/g)].map(([, path]) => `${path}.ts`),
  );
  const children = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/new URL\('([\w./-]+)\.js', import\.meta\.url\)/g)].map(([, path]) =>
      posix.join(posix.dirname(file), `${path}.ts`),
    ),
  );
  return [...new Set([...started, ...children])].sort();
}

it('is the first thing that every process imports, but for the check of Node', () => {
  const found = entryPoints();
  expect(found).toEqual(expect.arrayContaining(['src/main.ts', 'src/worker.ts', 'src/cli/healthcheck.ts']));
  const firstImports = found.map((file) => [
    file,
    [...read(file).matchAll(/^import .*$/gm)].map(([line]) => line).find((line) => !line.includes('/node-version.js')),
  ]);
  const expected = found.map((file) => [
    file,
    expect.stringMatching(/^import '(#core\/outbound|\.\.?)\/(.*\/)?no-global-fetch\.js';$/),
  ]);
  expect(firstImports).toEqual(expected);
});

it('throws', async () => {
  const names = ['fetch', 'WebSocket', 'EventSource'] as const;
  const own = names.map((name) => [name, (globalThis as Record<string, unknown>)[name]] as const);
  try {
    await import('./no-global-fetch.js');
    expect(() => fetch('http://127.0.0.1')).toThrow('fetch is switched off');
    expect(() => new WebSocket('ws://127.0.0.1')).toThrow();
  } finally {
    Object.assign(globalThis, Object.fromEntries(own));
  }
});
