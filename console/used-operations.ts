import { join } from 'node:path';
import type { Plugin } from 'vite';
import { OPERATIONS } from '../sdk/src/generated/operations.gen.ts';

const SOURCES = join(import.meta.dirname, 'src');
/** A line of the SDK's table: the name of an operation, its method and path. */
const LINE = /^ {2}\w+: '[A-Z]+ \/.*',\n/gm;
const MADE = /(\w+) = createClient\(/g;
const CALL = /\bclient\s*\.(\w+)\(/g;
/** What is left of the client after that: an operation that is no call, and no type. */
const OTHER_USE = /(?<!typeof )\bclient\s*\.(\w+)/g;

const isOperation = (name: string): name is keyof typeof OPERATIONS => name in OPERATIONS;

/** Writes the operations that a screen asks for into the screen: the SDK's table of all would weigh on the first one. */
export function usedOperations(): Plugin {
  return {
    name: 'used-operations',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/operations.gen.ts')) return code.replace(LINE, '');
      if (!id.startsWith(SOURCES)) return null;
      for (const [, name] of code.matchAll(MADE))
        if (name !== 'client') throw new Error(`${id}: ${name} must be called client: see console/used-operations.ts`);
      const written = code.replace(CALL, (call, name: string) =>
        isOperation(name) ? `client.request('${OPERATIONS[name]}',` : call,
      );
      for (const [, name = ''] of written.matchAll(OTHER_USE))
        if (isOperation(name))
          throw new Error(`${id}: client.${name} can only be called: see console/used-operations.ts`);
      return written === code ? null : written;
    },
  };
}
