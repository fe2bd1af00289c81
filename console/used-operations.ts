import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A line of the SDK's table: the name of an operation, its method and path. */
const LINE = /^ {2}(\w+): '[A-Z]+ \/.*',\n/gm;

/** Leaves out of the SDK's table what the console never asks for: every browser would load it with its first screen. */
export function usedOperations(): Plugin {
  return {
    name: 'used-operations',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/operations.gen.ts')) return null;
      const folder = join(import.meta.dirname, 'src');
      const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((name) =>
        readFileSync(join(folder, name), 'utf8'),
      );
      const words = new Set(sources.join(' ').match(/\w+/g));
      return code.replace(LINE, (line, name: string) => (words.has(name) ? line : ''));
    },
  };
}
