import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';

const KB = 1024;
const SDK = join(__dirname, '../../../sdk');
const SOURCES = join(SDK, 'src');

/** Bytes of a source once it is JavaScript and minified, each file by itself: a bundle is smaller. */
function minified(path: string): number {
  const { code } = transformSync(readFileSync(path, 'utf8'), {
    swcrc: false,
    minify: true,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023', minify: { compress: true, mangle: true } },
  });
  return Buffer.byteLength(code);
}

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => join(SOURCES, name));

describe('the package', () => {
  it('is at most 60 KB minified', () => {
    expect(sources.reduce((sum, path) => sum + minified(path), 0)).toBeLessThanOrEqual(60 * KB);
  });

  it('has a verifyWebhook of at most 12 KB, which needs nothing else', () => {
    const path = join(SOURCES, 'verify-webhook.ts');
    expect(readFileSync(path, 'utf8')).not.toMatch(/^import /m);
    expect(minified(path)).toBeLessThanOrEqual(12 * KB);
    const { sideEffects, dependencies } = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8')) as {
      sideEffects: boolean;
      dependencies?: object;
    };
    expect([sideEffects, dependencies]).toEqual([false, undefined]);
  });
});
